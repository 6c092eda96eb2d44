//! Bytes out: text, pictures and other programs' formats. For JSON it calls `save`.
