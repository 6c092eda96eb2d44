//! The shell of the system: how it runs a command, and how everything that the command has started
//! is ended.

use std::process::{Command, Stdio};

pub(super) use system::{NAME, command};

/// Ends a command and what it has started: ending the shell alone could leave its children behind.
pub(super) fn end(shell: u32) {
    let _ = system::ending(shell)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
}

#[cfg(not(windows))]
mod system {
    use super::Command;

    /// As users call it.
    pub(in super::super) const NAME: &str = "sh -c";

    pub(in super::super) fn command(text: &str) -> Command {
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(text);
        // A process group of its own, so that everything it starts can be ended.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut shell, 0);
        shell
    }

    pub(super) fn ending(shell: u32) -> Command {
        let mut ending = Command::new("sh");
        ending.arg("-c").arg(format!("kill -KILL -{shell}"));
        ending
    }
}

#[cfg(windows)]
mod system {
    use std::os::windows::process::CommandExt as _;

    use super::Command;

    pub(in super::super) const NAME: &str = "cmd /C";

    /// `CREATE_NO_WINDOW`: no console appears beside the window.
    const NO_CONSOLE: u32 = 0x0800_0000;

    pub(in super::super) fn command(text: &str) -> Command {
        let mut shell = Command::new("cmd");
        // With /S it takes everything between the outer quotes as it stands.
        shell
            .args(["/D", "/S", "/C"])
            .raw_arg(format!("\"{text}\""))
            .creation_flags(NO_CONSOLE);
        shell
    }

    pub(super) fn ending(shell: u32) -> Command {
        let mut ending = Command::new("taskkill");
        ending
            .args(["/T", "/F", "/PID", &shell.to_string()])
            .creation_flags(NO_CONSOLE);
        ending
    }
}
