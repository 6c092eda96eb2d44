//! What the window does with what-ifs.

mod banner;
mod run;
mod work;
