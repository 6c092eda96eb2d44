//! Board files and tree files: written, read, refused and written again.

mod dialects;
mod disk;
mod faults;
mod helpers;
mod notes;
mod opening;
mod round_trips;
mod schema;
mod signposts;
mod what_if;
mod written;
