//! Output: to standard output, or into a file that is written atomically.

use std::io::{self, BufWriter, StdoutLock, Write};
use std::path::Path;

use super::fault::{Done, Fault, say};
use crate::save;

/// Standard output, buffered.
pub struct Output(BufWriter<StdoutLock<'static>>);

impl Output {
    /// Standard output.
    pub fn standard() -> Self {
        Self(BufWriter::with_capacity(1 << 16, io::stdout().lock()))
    }

    /// Writes the rest.
    pub fn finish(mut self) -> Result<Done, Fault> {
        self.0.flush()?;
        Ok(Done::Complete)
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Prints to standard output, and returns how the command ends. If the reader is gone, a limit or
/// an error is reported anyway.
pub fn print(
    ends: Result<Done, Fault>,
    write: impl FnOnce(&mut Output) -> Result<(), Fault>,
) -> Result<Done, Fault> {
    let mut out = Output::standard();
    let printed = write(&mut out).and_then(|()| out.finish().map(drop));
    told(ends, printed)
}

/// The end of a command that has written its answer, or whose reader is gone.
pub fn told(ends: Result<Done, Fault>, written: Result<(), Fault>) -> Result<Done, Fault> {
    match written {
        Ok(()) | Err(Fault::ClosedPipe) => ends,
        Err(fault) => Err(fault),
    }
}

/// Lets `fill` write the file of that name, or standard output for `-`. The program may end at any
/// moment meanwhile: then the file is as it was.
pub fn write_to(
    name: &str,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Fault> {
    if name == "-" {
        let mut out = Output::standard();
        fill(&mut out)?;
        out.finish()?;
        return Ok(());
    }
    let notices = save::write_file(Path::new(name), fill);
    for notice in notices.map_err(|error| Fault::Usage(error.to_string()))? {
        say(&notice);
    }
    Ok(())
}
