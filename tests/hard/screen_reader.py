#!/usr/bin/env python3
"""Listens to the window as a screen reader does, by AT-SPI, while keys walk and edit a tree.

Usage: screen_reader.py PROGRAM

Starts a session bus with its accessibility bus, Xvfb and openbox, then the program on the book's board.
After each key the object with the focus has to be the selected node, by its name: position, mover,
rating, number of moves. In the editor a typed payoff has to change what the node is called.
Needs Xvfb, openbox, xdotool, dbus, at-spi2-core, gir1.2-atspi-2.0 and the system's python3 with pygobject.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__)


def inside(program):
    """Runs on the session bus that `main` has started."""
    import gi

    gi.require_version("Atspi", "2.0")
    from gi.repository import Atspi, GLib

    heard = []
    loop = GLib.MainContext.default()

    def hear(event):
        name = event.source.get_name() or ""
        heard.append((event.type, name))

    Atspi.init()
    listener = Atspi.EventListener.new(hear)
    for kind in ["object:state-changed:focused", "object:property-change:accessible-name", "object:announcement"]:
        listener.register(kind)

    def wait(seconds):
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            loop.iteration(False)
            time.sleep(0.01)

    def expect(after, *words):
        until = time.monotonic() + 20
        while time.monotonic() < until:
            wait(0.2)
            for kind, name in heard:
                if all(word in name for word in words):
                    print(f"{after}: {name}")
                    heard.clear()
                    return
        others = [name for kind, name in heard if "name" not in kind]
        sys.exit(f"{after}: nothing with {words} was heard, but {others}")

    environment = dict(os.environ)
    window = subprocess.Popen([program, "open", "b2b2/a2b1 a"], env=environment)

    def types(text):
        subprocess.run(["xdotool", "type", "--delay", "60", text], env=environment, check=True)
        wait(0.5)

    def does(command):
        keys("ctrl+k")
        wait(0.5)
        types(command)
        keys("Return")
        wait(1.0)

    def keys(*names):
        subprocess.run(["xdotool", "key", *names], env=environment, check=True)

    try:
        found = ""
        until = time.monotonic() + 60
        while not found and time.monotonic() < until:
            wait(0.2)
            words = ["xdotool", "search", "--onlyvisible", "--name", "doomtree"]
            found = subprocess.run(words, env=environment, capture_output=True, text=True).stdout.split()
        subprocess.run(["xdotool", "windowfocus", "--sync", found[0]], env=environment, check=True)
        wait(1.0)
        keys("Home")
        keys("Down")
        expect("Down", "b2b2/a1a1 a +1", "a to move", "rating 0", "1 move")
        keys("Down")
        expect("Down", "b2b2/a1a1 b", "b to move", "3 moves")
        keys("Down")
        expect("Down", "0>2", "b1b2/b1a1 b +1", "2 moves")
        keys("Right")
        expect("Right", "0>3", "rating 0")
        keys("ctrl+2")
        expect("the map", "Map")
        keys("ctrl+3")
        expect("the positions", "reached by")
        keys("ctrl+1", "Home")
        expect("the tree", "root", "a to move")
        does("watch an algorithm")
        keys("Return")
        wait(1.5)
        keys("Right", "Right", "Right")
        expect("a recording", "open")
        keys("ctrl+1", "Home")
        wait(1.0)
        does("edit the tree")
        expect("the editor", "the root", "a moves")
        keys("Down", "Tab")
        expect("a new move", "left", "end, payoff?")
        types("5 1")
        keys("Return")
        expect("its payoffs", "left", "payoffs 5 · 1")
        print("everything was heard")
    finally:
        window.kill()


def main():
    if os.environ.get("DOOMTREE_LISTENS"):
        return inside(sys.argv[1])
    display = ":97"
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(
            os.environ,
            DISPLAY=display,
            DOOMTREE_LISTENS="1",
            HOME=folder,
            XDG_RUNTIME_DIR=folder,
            XDG_CONFIG_HOME=folder,
            XDG_STATE_HOME=folder,
            LIBGL_ALWAYS_SOFTWARE="1",
        )
        environment.pop("WAYLAND_DISPLAY", None)
        screen = subprocess.Popen(["Xvfb", display, "-screen", "0", "1280x800x24"], stderr=subprocess.DEVNULL)
        try:
            time.sleep(1)
            manager = subprocess.Popen(["openbox"], env=environment, stderr=subprocess.DEVNULL)
            status = (
                "gdbus call --session --dest org.a11y.Bus --object-path /org/a11y/bus "
                "--method org.freedesktop.DBus.Properties.Set org.a11y.Status ScreenReaderEnabled '<true>' && "
                "gdbus call --session --dest org.a11y.Bus --object-path /org/a11y/bus "
                "--method org.freedesktop.DBus.Properties.Set org.a11y.Status IsEnabled '<true>' && "
            )
            program = str(pathlib.Path(sys.argv[1]).resolve())
            command = f"{status} exec /usr/bin/python3 {HERE.resolve()} {program}"
            done = subprocess.run(["dbus-run-session", "--", "sh", "-c", command], env=environment)
            manager.kill()
            return done.returncode
        finally:
            screen.kill()


if __name__ == "__main__":
    sys.exit(main())
