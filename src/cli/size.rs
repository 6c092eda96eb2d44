//! Sizes in bytes as people write them: `65536`, `64K`, `256M`, `2G`.

/// Reads a size.
///
/// # Errors
/// What a size looks like.
pub fn read(text: &str) -> Result<u64, String> {
    let text = text.trim();
    let digits = text.trim_end_matches(|letter: char| !letter.is_ascii_digit());
    let shift = match text[digits.len()..].trim().to_ascii_lowercase().as_str() {
        "" | "b" => 0,
        "k" | "kb" | "kib" => 10,
        "m" | "mb" | "mib" => 20,
        "g" | "gb" | "gib" => 30,
        "t" | "tb" | "tib" => 40,
        _ => return Err(fault()),
    };
    let number: u64 = digits.parse().map_err(|_| fault())?;
    number.checked_mul(1 << shift).ok_or_else(fault)
}

fn fault() -> String {
    "write a number of bytes, with K, M or G behind it for larger ones, such as 64M".to_owned()
}

/// A size in the largest unit that leaves a number of at least 1.
pub fn text(bytes: u64) -> String {
    for (shift, unit) in [(30, "GB"), (20, "MB"), (10, "KB")] {
        if bytes >= 1 << shift {
            let tenths = (bytes as u128 * 10 + (1 << (shift - 1))) >> shift;
            return match tenths % 10 {
                0 => format!("{} {unit}", tenths / 10),
                tenth => format!("{}.{tenth} {unit}", tenths / 10),
            };
        }
    }
    format!("{bytes} bytes")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_with_and_without_a_unit() {
        for (text, bytes) in [
            ("0", 0),
            ("500", 500),
            ("64k", 64 << 10),
            ("256M", 256 << 20),
            ("2 GiB", 2 << 30),
        ] {
            assert_eq!(read(text), Ok(bytes), "{text}");
        }
        for text in [
            "",
            "M",
            "-1",
            "1.5G",
            "3X",
            "99999999999999999999",
            "99999999T",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn sizes_are_written_in_the_unit_that_fits() {
        for (bytes, expected) in [
            (999, "999 bytes"),
            (1 << 10, "1 KB"),
            (1536, "1.5 KB"),
            (256 << 20, "256 MB"),
            (5 << 30, "5 GB"),
        ] {
            assert_eq!(text(bytes), expected);
        }
    }
}
