"""Runs a program and lets one of its system calls on a folder fail, be cut short, or be its last.

A filter (seccomp) hands the calls of the program and all its threads to us before they are done. Those
that touch the folder are counted; the one that is meant is answered by us, all others go on. So whatever
makes the call is met, the standard library or a crate that calls the system itself. Linux on x86-64.
"""

import ctypes
import errno
import fcntl
import os
import select
import signal
import socket
import struct
import tempfile
import time

CALLS = {
    "read": 0, "write": 1, "fstat": 5, "lseek": 8, "pread64": 17, "pwrite64": 18, "writev": 20, "access": 21,
    "flock": 73, "fsync": 74, "fdatasync": 75, "ftruncate": 77, "rename": 82, "mkdir": 83, "unlink": 87,
    "readlink": 89, "chmod": 90, "fchmod": 91, "chown": 92, "fchown": 93, "getxattr": 191, "fgetxattr": 193,
    "listxattr": 194, "flistxattr": 196, "fsetxattr": 190, "fremovexattr": 199, "getdents64": 217,
    "openat": 257, "mkdirat": 258, "newfstatat": 262, "unlinkat": 263, "renameat": 264, "readlinkat": 267,
    "faccessat": 269, "fallocate": 285, "renameat2": 316, "copy_file_range": 326, "statx": 332,
    "fchmodat2": 452, "faccessat2": 439,
}
NAMES = {number: name for name, number in CALLS.items()}
OF_DESCRIPTORS = {
    "read", "write", "fstat", "lseek", "pread64", "pwrite64", "writev", "flock", "fsync", "fdatasync",
    "ftruncate", "fchmod", "fchown", "fgetxattr", "flistxattr", "fsetxattr", "fremovexattr", "getdents64",
    "fallocate",
}
# Where the path stands, and the descriptor of the folder that it is read from.
OF_PATHS = {
    "access": [(None, 0)], "rename": [(None, 0), (None, 1)], "mkdir": [(None, 0)], "unlink": [(None, 0)],
    "readlink": [(None, 0)], "chmod": [(None, 0)], "chown": [(None, 0)], "getxattr": [(None, 0)],
    "listxattr": [(None, 0)], "openat": [(0, 1)], "mkdirat": [(0, 1)], "newfstatat": [(0, 1)],
    "unlinkat": [(0, 1)], "renameat": [(0, 1), (2, 3)], "readlinkat": [(0, 1)], "faccessat": [(0, 1)],
    "faccessat2": [(0, 1)], "renameat2": [(0, 1), (2, 3)], "statx": [(0, 1)], "fchmodat2": [(0, 1)],
}
LIBC = ctypes.CDLL(None, use_errno=True)
AT_FDCWD = -100


def install():
    """Installs the filter in this process; the descriptor by which its calls are answered."""
    numbers = sorted(CALLS.values())
    lines = [(0x20, 0, 0, 0)]
    for index, number in enumerate(numbers):
        lines.append((0x15, len(numbers) - index, 0, number))
    lines += [(0x06, 0, 0, 0x7FFF0000), (0x06, 0, 0, 0x7FC00000)]
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *line) for line in lines))
    program = ctypes.create_string_buffer(struct.pack("HxxxxxxQ", len(lines), ctypes.addressof(code)))
    if LIBC.prctl(38, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "no_new_privs")
    listener = LIBC.syscall(317, 1, 8, program)
    if listener < 0:
        raise OSError(ctypes.get_errno(), "seccomp")
    return listener


class Run:
    """One run of a program, its calls on `folder` counted from 1 as long as `counts` says so."""

    def __init__(self, words, folder, environment=None, fault=None, at=0, lasting=False, counts=None):
        """`fault` is an errno, 'short' or 'kill'; `lasting` lets all later calls of that name fail too."""
        self.folder = os.path.realpath(folder)
        self.fault, self.at, self.lasting = fault, at, lasting
        self.counts = counts or (lambda name, path: True)
        self.calls = []
        self.hit = None
        self.files = [tempfile.TemporaryFile(), tempfile.TemporaryFile()]
        ours, theirs = socket.socketpair()
        self.pid = os.fork()
        if self.pid == 0:
            try:
                null = os.open("/dev/null", os.O_RDONLY)
                os.dup2(null, 0)
                os.dup2(self.files[0].fileno(), 1)
                os.dup2(self.files[1].fileno(), 2)
                socket.send_fds(theirs, [b"x"], [install()])
                os.execvpe(words[0], words, environment or os.environ)
            finally:
                os._exit(99)
        theirs.close()
        ours.settimeout(10)
        _, found, _, _ = socket.recv_fds(ours, 1, 1)
        ours.close()
        self.listener = found[0]
        self.poll = select.poll()
        self.poll.register(self.listener, select.POLLIN)
        self.status = None

    def step(self, seconds):
        """Answers calls for so long, or until the program has ended; whether it lives."""
        until = time.monotonic() + seconds
        while self.status is None:
            left = until - time.monotonic()
            if left <= 0:
                return True
            ready = self.poll.poll(min(left, 0.05) * 1000)
            if ready and ready[0][1] & select.POLLIN:
                self.answer()
            else:
                pid, status = os.waitpid(self.pid, os.WNOHANG)
                if pid:
                    self.status = os.waitstatus_to_exitcode(status)
                    os.close(self.listener)
        return False

    def end(self, seconds=120):
        """Goes on to the end; exit code, output, errors."""
        if self.step(seconds):
            os.kill(self.pid, signal.SIGKILL)
            self.step(10)
            self.status = "it hung"
        texts = []
        for file in self.files:
            file.seek(0)
            texts.append(file.read())
            file.close()
        return self.status, texts[0], texts[1].decode(errors="replace")

    def answer(self):
        request = bytearray(80)
        try:
            fcntl.ioctl(self.listener, 0xC0502100, request)
        except OSError:
            return
        key, pid, _, number, _, _, *arguments = struct.unpack("QIIiIQ6Q", request)
        error, value, flags = 0, 0, 1
        name = NAMES.get(number, str(number))
        path = self.touches(pid, name, arguments)
        if path is not None and self.counts(name, path):
            self.calls.append((name, path))
            first = len(self.calls) == self.at
            again = self.lasting and self.hit is not None and name == self.hit[0]
            if self.fault is not None and (first or again):
                self.hit = self.hit or (name, path)
                if self.fault == "kill":
                    os.kill(self.pid, signal.SIGKILL)
                    return
                if self.fault == "short":
                    done = self.cut_short(pid, name, arguments)
                    if done is not None:
                        value, flags = done, 0
                else:
                    error, flags = -self.fault, 0
        try:
            fcntl.ioctl(self.listener, 0xC0182101, bytearray(struct.pack("QqiI", key, value, error, flags)))
        except OSError:
            pass

    def touches(self, pid, name, arguments):
        """The path in the folder that a call touches, if it does."""
        try:
            if name in OF_DESCRIPTORS:
                paths = [os.readlink(f"/proc/{pid}/fd/{arguments[0] & 0xFFFFFFFF}")]
            else:
                paths = [self.path(pid, arguments, *where) for where in OF_PATHS.get(name, [])]
        except OSError:
            return None
        for path in paths:
            if path == self.folder or path.startswith(self.folder + "/"):
                return path
        return None

    def path(self, pid, arguments, folder, place):
        at, text = arguments[place], b""
        while b"\0" not in text:
            # Never beyond a page: what lies behind it may not be there.
            text += self.memory(pid, at + len(text), 4096 - (at + len(text)) % 4096)
        text = text.split(b"\0")[0].decode(errors="replace")
        if text.startswith("/"):
            return os.path.normpath(text)
        number = ctypes.c_int(arguments[folder] & 0xFFFFFFFF).value if folder is not None else AT_FDCWD
        base = os.readlink(f"/proc/{pid}/cwd" if number == AT_FDCWD else f"/proc/{pid}/fd/{number}")
        return os.path.normpath(os.path.join(base, text)) if text else base

    @staticmethod
    def memory(pid, address, length):
        with open(f"/proc/{pid}/mem", "rb", buffering=0) as memory:
            memory.seek(address)
            return memory.read(length)

    def cut_short(self, pid, name, arguments):
        """Reads or writes a byte in place of all; `None` where the call does neither."""
        if name not in ("read", "write") or arguments[2] < 2:
            return None
        pidfd = os.pidfd_open(self.pid)
        own = LIBC.syscall(438, pidfd, arguments[0] & 0xFFFFFFFF, 0)
        os.close(pidfd)
        if own < 0:
            return None
        try:
            if name == "write":
                return os.write(own, self.memory(pid, arguments[1], 1))
            byte = os.read(own, 1)
            with open(f"/proc/{pid}/mem", "r+b", buffering=0) as memory:
                memory.seek(arguments[1])
                memory.write(byte)
            return len(byte)
        finally:
            os.close(own)


def name_of(fault):
    """ENOSPC, short or kill."""
    return fault if isinstance(fault, str) else errno.errorcode[fault]
