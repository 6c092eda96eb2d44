"""Drives the site of web/build.sh in a real Chromium: what a visitor does, and what must not happen.

    python3 tests/web.py SITE [PROGRAM] [PICTURES]

PROGRAM is the native doomtree, whose files must be equal to those of the page; PICTURES a folder for
screenshots. Prints one line a step, then the figures, and fails at the first step that fails.
"""

import functools
import http.server
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import browser

BOOK = "#b2b2/a2b1%20a"
DICE = "#a3b2/c1a2%20a&rules=land-of-lisp-v4"
RULES = "&rules=land-of-lisp"
# 201,861 positions, and more than fit into a page's memory.
TIMED = "a2a2b2/a3b1a3/a3a3b3 a"
HUGE = "#a3b2c3a1/d3b3a3c2/b2a2d3a1/c1b2a3b1%20a&rules=land-of-lisp-v4"
# No graph of it fits, but a search proves its ratings.
PROVEN = "a2a2b3b1/b3a1a3b2/a1b3b1a3/b2a2b1a3 a"
# Of 37.9 MB, as a file.
FILED = "b2a1a1/a2b2a3/b3b1b1 a"
LARGE = "#b1a1b3/b3b2a2/a2a3a1%20b&rules=land-of-lisp"
TOUR = pathlib.Path(__file__).resolve().parent.parent / "saved_trees/tour-reading.tree.json"
# Software rendering: the machine may have no graphics card.
browser.ARGUMENTS[:] = [it for it in browser.ARGUMENTS if it != "--disable-gpu"] + [
    "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
]
# The program's memory, and the slices of its work, before it runs.
BEFORE = """
const made = WebAssembly.instantiateStreaming;
WebAssembly.instantiateStreaming = async (...all) => {
  const it = await made.apply(WebAssembly, all);
  window.memory = it.instance.exports.memory;
  return it;
};
const posted = MessagePort.prototype.postMessage;
Object.assign(window, { slices: 0, lastSlice: 0, framesAsked: 0 });
const frame = window.requestAnimationFrame;
window.requestAnimationFrame = function (action) {
  window.framesAsked += 1;
  return frame.call(window, action);
};
MessagePort.prototype.postMessage = function (...all) {
  window.slices += 1;
  window.lastSlice = performance.now();
  return posted.apply(this, all);
};
"""
# Files that the page offers for saving, and the longest pauses between frames.
WATCH = """
window.saved = [];
const make = URL.createObjectURL;
URL.createObjectURL = (blob) => { blob.text().then((text) => saved.push(text)); return make.call(URL, blob); };
HTMLAnchorElement.prototype.click = function () { saved.names = [...(saved.names || []), this.download]; };
window.pauses = [];
new PerformanceObserver((list) => { for (const it of list.getEntries()) pauses.push(it.duration); })
  .observe({ type: "longtask" });
"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    # What is served beside the site, or in place of a part of it: whole, or cut off after some bytes.
    files = {}
    cut = {}
    cache = "no-cache"

    def log_message(self, *_):
        pass

    def do_GET(self):
        path = self.path.split("?")[0]
        content = self.files.get(path)
        if content is None and path not in self.cut:
            return super().do_GET()
        content = (SITE / path.strip("/")).read_bytes() if content is None else content
        self.send_response(200 if content else 404)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content[: self.cut.get(path)])

    def end_headers(self):
        self.send_header("Cache-Control", self.cache)
        super().end_headers()


def serve(folder, handler=Quiet):
    """The address of a server of a folder."""
    made = functools.partial(handler, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), made)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}/"


class Page:
    """The explorer in a window of the browser."""

    def __init__(self, site, width=1280, height=800, phone=False, storage=True):
        self.browser = browser.Browser(width, height, storage=storage)
        if phone:
            # With another factor the emulation reports sizes of canvases that no phone does.
            size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": True}
            self.browser.emulate("Emulation.setDeviceMetricsOverride", size)
            self.browser.emulate("Emulation.setTouchEmulationEnabled", {"enabled": True})
        self.before(BEFORE)
        self.site = site
        # Whether the console may be told of faults.
        self.may_fail = False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.browser.close()

    def open(self, path="explorer/"):
        self.browser.open("about:blank")
        self.browser.open(self.site + path)
        self.until("the explorer is open", lambda: self.run("return document.getElementById('loading')?.hidden"), 60)
        self.run(WATCH)

    def before(self, script):
        """A script that is run before those of every page."""
        self.browser.emulate("Page.addScriptToEvaluateOnNewDocument", {"source": script})

    def run(self, script, *arguments):
        return self.browser.run(script, *arguments)

    def wait(self, script):
        """The result of a script that waits."""
        script = f"const done = arguments[0]; (async () => {{ {script} }})().then(done);"
        return self.browser.ask("POST", f"{self.browser.session}/execute/async", {"script": script, "args": []})

    @property
    def link(self):
        return self.run("return location.hash")

    @property
    def said(self):
        return self.run("return document.getElementById('said').textContent")

    def until(self, what, is_so, seconds=20):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if is_so():
                return
            time.sleep(0.05)
        self.picture("failed")
        state = self.run("return [location.href, document.getElementById('said')?.textContent]")
        sys.exit(f"not after {seconds} s: {what}; the page is at {state}")

    def press(self, *keys):
        for key in keys:
            self.browser.press(key)
            self.browser.settle()

    def chord(self, *keys):
        """Keys held together: the last is pressed while the others are down."""
        down = [{"type": "keyDown", "value": browser.KEYS.get(key, HELD.get(key, key))} for key in keys]
        up = [{"type": "keyUp", "value": it["value"]} for it in reversed(down)]
        source = {"type": "key", "id": "keyboard", "actions": down + up}
        self.browser.ask("POST", f"{self.browser.session}/actions", {"actions": [source]})
        self.browser.settle()

    def type(self, text):
        self.browser.press(*text)
        self.browser.settle()

    def command(self, text):
        """A command by its name, in the list of all commands."""
        self.chord("Control", "k")
        self.type(text)
        self.press("Enter")

    def at(self, line, seconds=20):
        wanted = "&line=" + line.replace(" ", "%20").replace(">", "%3E") if line else ""
        self.until(f"the line is '{line}'", lambda: self.link == BOOK + wanted + RULES, seconds)

    def files(self, count):
        self.until("a file is saved", lambda: self.run("return saved.length") >= count)
        return self.run("return [saved.names, saved]")

    @property
    def memory(self):
        """Of the program, in MB."""
        return round(self.run("return memory.buffer.byteLength") / 1e6)

    def touch(self, x, y, milliseconds=0):
        """A finger, held for a while."""
        self.browser.pointer("touch", ("move", x, y), ("down",), ("wait", milliseconds), ("up",))
        self.browser.settle()

    def swipe(self, start, end):
        """A finger that moves across the screen."""
        self.browser.pointer("touch", ("move", *start), ("down",), ("move", *end), ("up",))
        self.browser.settle()

    def rests(self, seconds):
        """Waits until the program's work is done or canceled."""
        # A frame or a step may take long on a busy machine.
        rests = "return performance.now() - lastSlice > 1500"
        self.until("the work is over", lambda: self.run(rests), seconds)

    def push(self, name, seconds=20):
        """Pushes a button by its name as screen readers do, wherever it is."""
        self.run("document.getElementById('aloud').click()")
        push = """
            const all = [...document.querySelectorAll("#mirror button:enabled")];
            const button = all.find((it) => it.textContent.startsWith(arguments[0]));
            button?.click();
            return !!button;"""
        self.until(f"there is a button '{name}'", lambda: self.run(push, name), seconds)

    def picture(self, name):
        if PICTURES:
            self.browser.settle()
            self.browser.picture(PICTURES / f"{name}.png")

    def complaints(self):
        serious = [it for it in self.browser.complaints() if it["level"] in ("SEVERE", "WARNING")]
        # The software renderer tells of itself.
        return [it["message"] for it in serious if "GPU stall" not in it["message"]]


HELD = {"Control": "\ue009", "Shift": "\ue008", "Alt": "\ue00a"}
# The program's names of keys in those of the driver.
NAMED = {
    **{f"F{number}": chr(0xE030 + number) for number in range(1, 13)},
    "Backspace": "\ue003", "Delete": "\ue017", "OpenBracket": "[", "CloseBracket": "]", "Questionmark": "?",
    "Plus": "+", "Minus": "-", "Equals": "=", "Period": ".", "Comma": ",",
}


def native(*arguments):
    """What the native program writes to a file."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "out"
        subprocess.run([PROGRAM, *arguments, "-o", path], check=True, stderr=subprocess.DEVNULL)
        return path.read_text(encoding="utf-8")


# The most bytes of the program as it is packed.
PACKED = {".brotli": 3_200_000, ".gzip": 4_070_000}


def loads(page, figures):
    for path in (SITE / "explorer").glob("doomtree.*"):
        packed = path.stat().st_size
        figures[f"{path.name}, MB"] = round(packed / 1e6, 2)
        assert packed <= PACKED[path.suffix], packed
    page.open("explorer/")
    page.until("the first tree is rated", lambda: "rating 1 for a" in page.said)
    figures["first rated tree, ms"] = round(page.run("return performance.getEntriesByName('open')[0].startTime"))
    assert page.link == "#b1a3/b2b2%20a" + RULES, page.link
    page.picture("explorer")


def walks(page, _):
    page.open("explorer/" + BOOK)
    page.press("Down")
    page.at("2>3")
    assert page.said.startswith("2>3: b2b2/a1a1 a +1"), page.said
    time.sleep(0.5)
    page.press("Down")
    page.at("2>3 pass")
    for line in ("2>3", ""):
        page.run("history.back()")
        page.at(line)
    page.run("history.forward()")
    page.at("2>3")


def follows_links(page, _):
    page.open("explorer/" + BOOK + "&line=2%3E3%20pass" + RULES)
    page.at("2>3 pass")
    page.run("location.hash = '#.../.../...%20x'")
    page.until("tic-tac-toe is rated", lambda: "rating 1/2 for x" in page.said)
    assert page.link == "#.../.../...%20x&game=tic-tac-toe", page.link
    page.run("history.back()")
    page.until("the book's board is back", lambda: "b2b2/a1a1 b" in page.said)
    page.at("2>3 pass")
    page.run("location.hash = '#b2b2/a2b9 a'")
    page.at("2>3 pass")
    page.picture("bad-link")
    page.press("Escape")


def edits(page, _):
    page.open("explorer/" + BOOK + RULES)
    page.command("Random board")
    page.until("another board is there", lambda: page.link != BOOK + RULES)
    page.press("Escape")
    page.chord("Control", "z")
    page.at("")
    page.chord("Control", "y")
    page.until("it is there again", lambda: page.link != BOOK + RULES)


def plays(page, _):
    page.open("explorer/" + BOOK + RULES)
    page.chord("Control", "g")
    page.picture("play")
    page.press("Enter")
    for _ in range(30):
        if "wins" in page.said or "tie" in page.said:
            break
        before = page.said
        page.press("1")
        end = time.monotonic() + 3
        while page.said == before and time.monotonic() < end:
            time.sleep(0.05)
    page.until("the game is over", lambda: "wins" in page.said or "tie" in page.said, 5)
    page.picture("game-over")


def saves(page, _):
    page.open("explorer/" + BOOK + RULES)
    save_as(page, "mine.tree.json")
    names, texts = page.files(1)
    assert names == ["mine.tree.json"], names
    if PROGRAM:
        assert texts[0] == native("export", "b2b2/a2b1 a", "--format", "json"), "the saved tree differs"
    page.press("Down")
    page.at("2>3")
    page.command("Open")
    page.chord("Control", "a")
    page.type("/mine.tree.json")
    page.press("Enter")
    page.at("")


def exports(page, _):
    page.open("explorer/" + BOOK + RULES)
    page.command("Export")
    # Once for the export, when its preview is there, and once for its name.
    for _ in range(20):
        page.press("Enter")
        if page.run("return saved.length"):
            break
    names, texts = page.files(1)
    assert names == ["b2b2-a2b1-a.svg"], names
    if PROGRAM:
        assert texts[0] == native("export", "b2b2/a2b1 a", "--format", "svg"), "the figure differs"


def drop(page, content):
    Quiet.files["/dropped.tree.json"] = content
    page.wait("""
        const bytes = await (await fetch("/dropped.tree.json")).blob();
        const data = new DataTransfer();
        data.items.add(new File([bytes], "dropped.tree.json"));
        for (const type of ["dragenter", "dragover", "drop"]) {
          const event = new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true });
          document.getElementById("window").dispatchEvent(event);
        }""")


def save_as(page, name):
    page.command("Save as")
    page.chord("Control", "a")
    page.type("/" + name)
    page.press("Enter")


def opens_files(page, _):
    page.open("explorer/" + BOOK + RULES)
    drop(page, TOUR.read_bytes())
    page.until("the dropped file is open", lambda: "b1a3/b2b2 a" in page.said)
    page.run("""
        const data = new DataTransfer();
        data.setData("text/plain", ".../.../... x");
        const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
        document.getElementById("window").dispatchEvent(event);""")
    page.until("the pasted position is open", lambda: "rating 1/2 for x" in page.said)
    page.open("explorer/" + BOOK + RULES)
    page.browser.emulate("Page.setInterceptFileChooserDialog", {"enabled": True})
    page.command("Open")
    page.picture("open")
    page.push("Choose a file")
    page.until("the browser's dialog is asked for", lambda: page.run("return !!document.getElementById('rfd-input')"))
    session = page.browser.session
    found = page.browser.ask("POST", f"{session}/element", {"using": "css selector", "value": "#rfd-input"})
    page.browser.ask("POST", f"{session}/element/{found[browser.ELEMENT]}/value", {"text": str(TOUR)})
    page.until("the chosen file is open", lambda: "b1a3/b2b2 a" in page.said)
    assert not page.run("return !!document.getElementById('rfd-overlay')"), "the dialog stays"


def stays_responsive_while_a_large_file_is_read_and_written(page, figures):
    if not PROGRAM:
        return print("SKIPPED: large files, since no native program makes one", flush=True)
    content = native("export", FILED, "--format", "json").encode()
    page.open("explorer/" + BOOK + RULES)
    drop(page, content)
    # If the page stood still, the file would be open before the walk and the click on Cancel.
    page.press("Down")
    page.browser.click(220, 787)
    page.picture("canceled-reading")
    page.rests(20)
    page.at("2>3")
    page.run("pauses.length = slices = 0")
    drop(page, content)
    page.until("the file is open", lambda: FILED in page.said)
    page.rests(20)
    figures["a file of 37.9 MB read: longest task, ms, slices"] = page.run("return [Math.max(0, ...pauses), slices]")
    page.run("pauses.length = slices = 0")
    save_as(page, "large.tree.json")
    page.until("the file is saved", lambda: page.run("return saved.length"))
    page.rests(20)
    figures["the same written"] = page.run("return [Math.max(0, ...pauses), slices]")
    is_same = """
        const [text, wanted] = [saved[0], await (await fetch("/dropped.tree.json")).text()];
        return saved.names[0] === "large.tree.json" && text === wanted;"""
    assert page.wait(is_same), "the saved tree differs"


def recovers(page, _):
    page.open("explorer/" + BOOK + RULES)
    page.command("Edit note")
    page.type("kept")
    page.until("the note is kept", lambda: "kept" in page.run("return JSON.stringify(localStorage)"))
    page.open("explorer/")
    page.browser.settle()
    page.picture("recovery")
    page.press("Enter")
    page.until("the note is back", lambda: "with a note" in page.said)
    page.browser.settle()


def opens_again_what_was_open_before_a_reload(page, _):
    page.open("explorer/" + BOOK + RULES)
    page.command("Edit note")
    page.type("kept")
    page.until("the note is kept", lambda: "kept" in page.run("return JSON.stringify(localStorage)"))
    page.open("explorer/" + BOOK + RULES)
    page.until("the note is back, and nothing is asked", lambda: "with a note" in page.said)
    page.press("Down")
    page.at("2>3")


def shows_a_link_before_unsaved_work_of_another_board(page, _):
    page.open("explorer/" + BOOK + RULES)
    page.command("Edit note")
    page.type("kept")
    page.until("the note is kept", lambda: "kept" in page.run("return JSON.stringify(localStorage)"))
    page.open("explorer/#b3b2/a2a1%20b" + RULES)
    page.run("document.getElementById('aloud').click()")
    mirror = "return document.getElementById('mirror').textContent"
    page.until("the unsaved work is told", lambda: "Unsaved work was found" in page.run(mirror))
    page.picture("unsaved-work-beside-a-link")
    page.press("Down")
    page.until("nothing is over the tree", lambda: "&line=" in page.link)
    page.command("Restore unsaved work")
    page.press("Enter")
    page.until("the note is back", lambda: "with a note" in page.said)


def zooms_by_a_wheel(page, _):
    page.open("explorer/" + BOOK + RULES)
    page.at("")
    page.run("document.getElementById('aloud').click()")
    zoom = lambda: re.search(r"Zoom, now (\d+) %", page.run("return document.getElementById('mirror').textContent"))
    page.until("the zoom is mirrored", zoom)
    before = zoom()[1]
    page.browser.pointer("mouse", ("move", 690, 390), ("move", 700, 400))
    page.browser.settle()
    page.browser.wheel(700, 400, -120)
    page.until("the tree is larger", lambda: int(zoom()[1]) > int(before))


def holds_a_large_board(page, figures):
    page.open("explorer/" + LARGE)
    page.until("it is being built", lambda: "b1a1b3" in page.said)
    page.run("pauses.length = 0")
    time.sleep(8)
    figures["longest task while a large board is built, ms"] = round(max(page.run("return pauses"), default=0))
    figures["memory then, MB"] = page.memory
    page.press("Down")
    page.until("the walk goes on", lambda: "&line=" in page.link)
    page.picture("large")


def rests_while_nothing_happens(page, figures):
    page.open("explorer/" + BOOK)
    page.rests(20)
    time.sleep(3)
    page.run("framesAsked = 0")
    time.sleep(5)
    figures["frames asked for in 5 s of rest"] = asked = page.run("return framesAsked")
    assert asked <= 5, asked
    # It is awake at once.
    page.press("Down")
    page.at("2>3", seconds=1)


def builds_as_fast_as_it_may(page, figures):
    """The figures beside the native program's; a timed test would fail on a busy machine."""
    page.open("explorer/" + BOOK)
    page.rests(20)
    for turn in range(3):
        before = page.run("slices = 0; pauses.length = 0; return performance.now()")
        page.run("location.hash = arguments[0]", "#" + TIMED.replace(" ", "%20") + RULES)
        page.until("it is rated", lambda: TIMED in page.said and "rating 1 for a" in page.said)
        page.rests(60)
        took, slices, longest = page.run("return [lastSlice - arguments[0], slices, Math.max(0, ...pauses)]", before)
        figures["201,861 positions, ms: in all, in slices of 10 ms, longest task"] = [round(took), 10 * slices, longest]
        if PROGRAM:
            begun = time.monotonic()
            native("export", TIMED, "--format", "json", "--to-ply", "0", "--threads", "1")
            figures["natively on one thread, ms"] = round(1000 * (time.monotonic() - begun))
        page.run("location.hash = arguments[0]", BOOK + RULES)
        page.until("the book's board is back", lambda: "b2b2/a2b1 a" in page.said)
        page.rests(20)


def proves_a_board_of_which_no_graph_fits(page, figures):
    """The figures beside the native program's search for the root and its moves."""
    page.open("explorer/#" + PROVEN.replace(" ", "%20") + RULES)
    begun = time.monotonic()
    page.until("its rating is proven", lambda: PROVEN in page.said and "rating 1 for a" in page.said, 120)
    figures["a 4×4 board, ms until its rating is proven"] = round(1000 * (time.monotonic() - begun))
    page.rests(200)
    figures["until its moves are, too"] = round(1000 * (time.monotonic() - begun))
    figures["memory then, MB"] = page.memory
    if PROGRAM:
        begun = time.monotonic()
        subprocess.run([PROGRAM, "search", PROVEN], check=True, stdout=subprocess.DEVNULL)
        figures["natively, ms"] = round(1000 * (time.monotonic() - begun))
    page.press("Down")
    page.until("the walk goes on", lambda: "&line=" in page.link)
    page.picture("proven")


def stops_where_its_memory_ends(page, figures):
    page.open("explorer/" + HUGE)
    page.until("it is being built", lambda: "a3b2c3a1" in page.said)
    page.push("Cancel")
    page.rests(60)
    page.picture("canceled")
    canceled = page.run("return slices")
    page.open("explorer/" + HUGE)
    page.rests(300)
    page.picture("limit")
    figures["memory of a board that is too large, MB"] = page.memory
    assert page.memory < 2000, page.memory
    assert page.run("return slices") > 2 * canceled, "it was built on after it was canceled"
    page.press("Down")
    page.until("the walk goes on", lambda: "&line=" in page.link)


def works_on_a_phone(page, _):
    page.open("explorer/" + BOOK + RULES)
    page.picture("phone-start")
    page.at("")
    # The only move's row, at the right of the board below the tree.
    page.touch(289, 542)
    page.picture("phone")
    page.at("2>3")
    # A field at the right edge makes the page no wider.
    sizes = page.run("""
        const field = document.querySelector('.explorer > input'), { left } = field.style;
        field.style.left = '380px';
        const sizes = [innerWidth, document.documentElement.scrollWidth];
        field.style.left = left;
        return sizes;""")
    assert sizes == [390, 390], sizes
    # Held, the root is selected and has its menu.
    page.touch(195, 145, milliseconds=1300)
    page.picture("phone-menu")
    page.at("")


def works_on_a_phone_that_is_held_across(page, _):
    page.open("explorer/" + BOOK + RULES)
    page.at("")
    page.picture("across-start")
    # The only move's row, on the sheet beside the tree.
    page.touch(690, 132)
    page.at("2>3")
    page.picture("across")
    # The handle, twice: the sheet is closed, and the tree has the room.
    page.touch(468, 205)
    page.touch(200, 205)
    page.picture("across-closed")


def shows(page, words):
    """Whether a screen reader reads this."""
    return page.run("return document.getElementById('mirror').textContent.includes(arguments[0])", words)


def closes_what_is_open_before_it_goes_back(page, _):
    page.open("explorer/" + BOOK + RULES)
    page.at("")
    page.run("document.getElementById('aloud').click()")
    page.until("the menu is closed", lambda: shows(page, "Menus") and not shows(page, "Teach"))
    # There is no step before in this page.
    page.touch(16, 20)
    page.until("the menu is open", lambda: shows(page, "Teach"))
    page.run("history.back()")
    page.until("the menu is closed", lambda: not shows(page, "Teach"))
    page.touch(289, 542)
    page.at("2>3")
    page.touch(16, 20)
    page.until("the menu is open", lambda: shows(page, "Teach"))
    # A tap beside it closes it, and leaves no step that does nothing.
    page.touch(370, 700)
    page.until("the menu is closed", lambda: not shows(page, "Teach"))
    page.at("2>3")
    page.run("history.back()")
    page.at("")


def keeps_its_settings_over_a_reload(page, _):
    page.open("explorer/" + BOOK + RULES)
    page.at("")
    page.run("document.getElementById('aloud').click()")
    page.command("dark theme")
    for turn in range(2):
        page.command("display")
        page.until("the theme is dark", lambda: shows(page, "Theme: Dark theme"))
        page.press("Escape")
        if turn == 0:
            # They are written at once.
            time.sleep(1.5)
            page.open("explorer/" + BOOK + RULES)
            page.at("")


def plays_with_dice_by_touch(page, _):
    page.open("explorer/" + DICE)
    page.until("it is rated", lambda: "rating" in page.said)
    # The menu, Play, Play from here.
    for x, y in ((16, 20), (80, 239), (80, 96)):
        page.touch(x, y)
    page.picture("phone-play")
    page.touch(290, 646)
    page.until("the dice are rolled", lambda: "wins" in page.link or "fails" in page.link)
    page.picture("phone-dice")
    # Ratings come back when the game is over.
    ended = lambda: "rating hidden" not in page.said
    for turn in range(60):
        if ended():
            break
        # Pass, where that is allowed, and a move's row.
        page.touch(*((168, 697), (290, 706))[turn % 2])
    page.until("the game is over", ended, 5)
    page.picture("phone-game-over")


def works_offline(page, _):
    page.open("explorer/")
    page.until("the site is kept", lambda: page.wait(
        "await navigator.serviceWorker.ready; return (await caches.keys()).length;") > 0)
    page.open("explorer/")
    page.browser.emulate("Network.enable", {})
    offline = {"offline": True, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    page.browser.emulate("Network.emulateNetworkConditions", offline)
    page.open("explorer/" + BOOK + RULES)
    page.at("")


def tours():
    """The tours that come along, with the first words of each step."""
    for file in sorted(TOUR.parent.glob("tour-*.tree.json")):
        steps = json.loads(file.read_text(encoding="utf-8"))["graph"]["tours"][0]["steps"]
        yield file.name, [re.sub(r"[#*_`]", "", step["text"]).split("\n")[0].strip() for step in steps]


def presents_every_tour_by_a_link(page, _):
    # Cold and warm: whatever comes first, the program or the tour.
    for load in range(20):
        name, steps = list(tours())[load % 5]
        if load in (5, 10):
            page.wait("await Promise.all((await caches.keys()).map((it) => caches.delete(it)));")
            page.browser.emulate("Network.clearBrowserCache", {})
        page.open(f"explorer/?tour={name}")
        first, second = (f"step {number} of {len(steps)}: {steps[number - 1]}" for number in (1, 2))
        page.until(f"load {load}: the tour's first text is there", lambda: first in page.said)
        page.press("Right")
        page.until("the next step is there", lambda: second in page.said)
        assert page.run("return location.search") == f"?tour={name}&step=2"
    page.picture("tour-step")
    # It is there again after a reload; the first board is after the tour.
    page.open(f"explorer/?tour={name}&step=2")
    page.until("the step is there again", lambda: second in page.said)
    page.press("Escape")
    address = "return location.search + location.hash"
    page.until("the first board is open", lambda: page.run(address) == "#b1a3/b2b2%20a" + RULES)
    page.open("explorer/?tour=nothing")
    page.picture("no-such-tour")


def takes_composed_words_as_they_are_typed(page, _):
    compose = lambda text: page.browser.emulate(
        "Input.imeSetComposition", {"text": text, "selectionStart": len(text), "selectionEnd": len(text)})
    page.open("explorer/" + BOOK + RULES)
    page.command("Edit note")
    for word in ("hallo", "welt"):
        for end in range(1, len(word) + 1):
            compose(word[:end])
        page.browser.emulate("Input.insertText", {"text": word})
        page.type(" ")
    # As a dead key does.
    page.type("caf")
    compose("´")
    page.browser.emulate("Input.insertText", {"text": "é"})
    page.type(" ok.")
    page.picture("composed")
    kept = lambda: "hallo welt café ok." in page.run("return JSON.stringify(localStorage)")
    page.until("the note is as it was typed", kept)


def keeps_its_keys_from_the_browser(page, _):
    page.open("explorer/" + BOOK + RULES)
    page.run("""
        Object.assign(window, { here: true, untaken: [] });
        // After the page's own listener, and before the program, which lets no event go further.
        document.addEventListener("keydown", (event) => {
          if (!event.defaultPrevented && !["Control", "Shift", "Alt"].includes(event.key)) untaken.push(event.key);
        }, { capture: true });""")
    heard = page.run("return heardKeys()")
    assert len(heard) > 60 and {"Ctrl+K", "Ctrl+E", "Shift+F5", "F1", "F6"} <= set(heard), heard
    assert not {"Ctrl+N", "Ctrl+T", "Ctrl+W", "Ctrl+Q", "F5", "F11", "F12"} & set(heard), heard
    # Those of the clipboard are the browser's.
    for keys in [it for it in heard if it not in ("Ctrl+C", "Ctrl+V", "Ctrl+X")]:
        *held, key = keys.split("+")
        page.run("untaken.length = 0")
        held = ["Control" if it == "Ctrl" else it for it in held]
        page.chord(*held, NAMED.get(key, key.lower() if len(key) == 1 else key))
        assert page.run("return window.here") and page.run("return untaken") == [], keys
        page.press("Escape", "Escape")
    page.run("untaken.length = 0")
    page.chord("Control", "c")
    assert page.run("return untaken") == ["c"], "what is copied goes through the browser"


def replaces_an_old_version_at_the_next_visit(page, _):
    class Cached(Quiet):
        cache = "public, max-age=86400"

    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder) / "site"
        shutil.copytree(SITE, folder)
        page.site = serve(folder, Cached)
        kept = lambda: page.wait("await navigator.serviceWorker.ready; return (await caches.keys()).join();")
        page.open("explorer/" + BOOK)
        old = re.search(r'VERSION = "(\w+)"', (folder / "offline.js").read_text())[1]
        page.until("the site is kept", lambda: kept() == f"doomtree-{old}")
        for new in ("1" * 16, "2" * 16):
            for name in ("index.html", "offline.js", "explorer/index.html"):
                text = (folder / name).read_text().replace(old, new)
                (folder / name).write_text(re.sub("<title>", f"<title>{new} ", text))
            with (folder / "explorer/start.js").open("a") as file:
                file.write(f"\nglobalThis.release = '{new}';\n")
            page.open("explorer/" + BOOK)
            assert page.run("return release") == new, "the old program"
            page.until("the new version is kept", lambda: kept() == f"doomtree-{new}")
            assert page.run("return !document.querySelector('.told')"), "it is the newest"
            old = new
        page.browser.emulate("Network.enable", {})
        offline = {"offline": True, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        page.browser.emulate("Network.emulateNetworkConditions", offline)
        page.open("explorer/" + BOOK + RULES)
        assert page.run("return release") == old, "it is whole without a network"
        page.at("")


def starts_with_storage_blocked(page, _):
    page.may_fail = True
    page.open("explorer/" + BOOK + RULES)
    page.at("")
    assert "keeps nothing" in page.run("return document.querySelector('.told').textContent")
    page.browser.settle()
    page.picture("storage-blocked")
    page.press("Down")
    page.at("2>3")


def tells_what_is_missing_and_what_helps(page, _):
    program = "/explorer/doomtree.gzip"
    half = (SITE / program.strip("/")).stat().st_size // 2
    for words, script, prepare in [
        ("WebAssembly", "delete globalThis.WebAssembly;", None),
        ("DecompressionStream", "delete globalThis.DecompressionStream;", None),
        ("WebGL", "HTMLCanvasElement.prototype.getContext = () => null;", None),
        ("the server answers 404", "", lambda: Quiet.files.update({program: b""})),
        ("over the network", "", lambda: Quiet.cut.update({program: half})),
    ]:
        with Page(page.site) as other:
            other.before(script)
            if prepare:
                prepare()
            other.browser.open(page.site + "explorer/")
            other.until(f"it tells of {words}", lambda: words in other.said, 60)
            other.picture("missing-" + words.split()[-1].lower())
            Quiet.files.pop(program, None)
            Quiet.cut.clear()
            labels = other.run("return [...document.querySelectorAll('.failed > *')].map((it) => it.textContent)")
            assert labels[1:] == ["Reload", "Install the program"], labels
            if prepare:
                other.run("document.querySelector('.failed button').click()")
                opened = "return document.getElementById('loading')?.hidden"
                other.until("it starts after a reload", lambda: other.run(opened), 60)


def takes_the_smallest_program_that_the_browser_can_unpack(page, _):
    """Chromium can't unpack brotli. Here it believes that it can, and gets the program unpacked."""
    program = "explorer/doomtree.brotli"
    if not (SITE / program).exists():
        return print("SKIPPED: brotli, since the site was built without it", flush=True)
    unpacked = subprocess.run(["brotli", "-dc", SITE / program], check=True, capture_output=True).stdout
    Quiet.files["/" + program] = unpacked
    page.before("""
        const Known = DecompressionStream;
        globalThis.DecompressionStream = function (format) {
            return format === "brotli" ? new TransformStream() : new Known(format);
        };""")
    page.open("explorer/" + BOOK + RULES)
    page.at("")
    assert page.run("return performance.getEntriesByType('resource').some((it) => it.name.includes(arguments[0]))", program)
    Quiet.files.clear()


def presents_a_tour_by_thumb(page, _):
    page.open("explorer/?tour=tour-lesson.tree.json")
    page.until("the tour is there", lambda: "step 1 of 21" in page.said)
    page.picture("phone-tour")
    page.swipe((320, 560), (60, 570))
    page.until("a swipe goes on", lambda: "step 2 of 21" in page.said)
    page.swipe((60, 560), (320, 570))
    page.until("and back", lambda: "step 1 of 21" in page.said)
    page.touch(370, 560)
    page.until("a tap at the right goes on", lambda: "step 2 of 21" in page.said)
    page.picture("phone-tour-bar")
    # The last button of the bar.
    page.touch(326, 742)
    page.until("it is left", lambda: "step" not in page.said)
    page.picture("phone-after-tour")


def lets_wheel_and_tab_pass_the_landing_page(page, _):
    page.browser.open(page.site)
    page.picture("landing")
    page.browser.wheel(640, 400, 600)
    page.until("the wheel scrolls past the picture", lambda: page.run("return scrollY") > 0)
    page.run("scrollTo(0, 0)")
    focused = []
    for _ in range(page.run("return document.links.length")):
        page.press("Tab")
        focused.append(page.run("return document.activeElement.href"))
    assert focused == page.run("return [...document.links].map((it) => it.href)"), focused
    page.run("scrollTo(0, 0)")
    x, y, wide = page.run("const it = hero.getBoundingClientRect(); return [it.x, it.y, it.width]")
    steps = page.run("return history.length")
    page.browser.click(x + wide / 2, y + 200)
    frame = "const page = document.querySelector('iframe')?.contentDocument; return "
    opened = frame + "page?.getElementById('said')?.textContent ?? ''"
    page.until("the explorer has the board in its place", lambda: "b1a3/b2b2 a" in page.run(opened), 60)
    page.press("Down", "Down")
    page.until("it is walked", lambda: "3>0: " in page.run(opened))
    page.picture("landing-live")
    assert page.run("return document.querySelector('iframe').clientWidth") >= 1200, "the board has room"
    assert page.run("return history.length") == steps, "no step back stays in the frame"


def has_a_landing_page(page, _):
    page.browser.open(page.site)
    linked = {it.split("#")[0].split("?")[0] for it in page.run("return [...document.links].map((it) => it.href)")}
    if not (SITE / "guide").exists():
        print("SKIPPED: the links to the guide, since this site was built without it", flush=True)
        linked = {it for it in linked if "/guide/" not in it}
    for address in linked:
        code = page.wait(f"return (await fetch({json.dumps(address)})).status;")
        assert code == 200, f"{address}: {code}"


def mirrors_its_window_for_screen_readers(page, _):
    page.open("explorer/" + BOOK + RULES)
    page.at("")
    page.chord("Shift", "Tab")
    assert page.run("return document.activeElement.id") == "aloud", "Shift+Tab leads to the button before the window"
    page.press("Enter")
    names = "return [...mirror.querySelectorAll(arguments[0])].filter((it) => !it.disabled).map((it) => it.textContent)"
    mirrored = lambda tag, text: any(text in it for it in page.run("const mirror = document.getElementById('mirror'); " + names, tag))
    page.until("the bar is mirrored", lambda: mirrored("button", "File") and mirrored("button", "Hide ratings"))
    assert mirrored("p", "13 nodes, 11 positions, 5 ends"), "texts too"
    page.push("2>3: ")
    page.at("2>3")
    page.push("File")
    page.until("the menu is mirrored", lambda: mirrored("button", "Export"))
    page.press("Escape")
    page.push("Export")
    page.until("the dialog is mirrored", lambda: mirrored("button", "Start at the selected node"))
    page.press("Escape")
    page.push("Hide ratings")
    page.until("a switch says that it is on", lambda: page.run("return !!document.querySelector('#mirror button[aria-pressed=true]')"))
    page.until("ratings are hidden there too", lambda: mirrored("button", "rating hidden"))
    page.open("explorer/" + BOOK + RULES)
    page.until("the choice is remembered", lambda: mirrored("button", "File"))


def shows_one_board_in_another_page(page, _):
    page.open("explorer/?embed" + BOOK + RULES)
    page.until("it is presented", lambda: "a to move" in page.said)
    page.press("Down", "Down")
    page.until("it is walked", lambda: page.said.startswith("pass: "))
    page.press("Escape")
    page.chord("Control", "o")
    page.press("Enter", "Home")
    page.picture("embedded")
    page.until("it stays the same board", lambda: "b2b2/a2b1 a" in page.said)


def is_named_after_its_board_and_can_be_installed(page, _):
    page.open("explorer/" + BOOK + RULES)
    page.until("the title has the board", lambda: "b2b2/a2b1 a" in page.run("return document.title"))
    for address in ["", "explorer/"]:
        page.browser.open(page.site + address)
        made = page.wait("return (await fetch(document.querySelector('link[rel=manifest]').href)).json();")
        assert made["name"] and made["icons"] and made["start_url"] == "explorer/", made
        named = page.run("return [...document.querySelectorAll('meta[property^=og]')].map((it) => it.getAttribute('property'))")
        assert {"og:title", "og:description", "og:image"} <= set(named), named


def draws_letters_of_any_script_with_the_fonts_of_the_browser(page, _):
    page.open("explorer/#start%20a:%20%22%E5%85%AC%E5%B9%B3%22%20-%3E%20e;%20e%20end:%201%200&game=scripted")
    page.until("the tree is open", lambda: "start" in page.said)
    page.picture("letters")
    # The browser remarks on how egui reads them back.
    page.may_fail = True


STEPS = [
    loads, walks, follows_links, edits, plays, saves, exports, opens_files,
    stays_responsive_while_a_large_file_is_read_and_written, recovers, holds_a_large_board, rests_while_nothing_happens,
    builds_as_fast_as_it_may, proves_a_board_of_which_no_graph_fits, stops_where_its_memory_ends, works_offline,
    opens_again_what_was_open_before_a_reload, keeps_its_settings_over_a_reload, shows_a_link_before_unsaved_work_of_another_board,
    zooms_by_a_wheel,
    has_a_landing_page, presents_every_tour_by_a_link, takes_composed_words_as_they_are_typed, keeps_its_keys_from_the_browser,
    replaces_an_old_version_at_the_next_visit, starts_with_storage_blocked, tells_what_is_missing_and_what_helps,
    takes_the_smallest_program_that_the_browser_can_unpack,
    lets_wheel_and_tab_pass_the_landing_page, mirrors_its_window_for_screen_readers,
    shows_one_board_in_another_page, is_named_after_its_board_and_can_be_installed,
    draws_letters_of_any_script_with_the_fonts_of_the_browser,
]
# On a small screen without a mouse.
TOUCHED = [
    works_on_a_phone, works_on_a_phone_that_is_held_across, closes_what_is_open_before_it_goes_back,
    plays_with_dice_by_touch, presents_a_tour_by_thumb,
]


def main():
    site = serve(SITE)
    figures = {}
    chosen = [it for it in STEPS + TOUCHED if not ONLY or it.__name__ in ONLY]
    for step in chosen:
        how = {"width": 390, "height": 780, "phone": True} if step in TOUCHED else {}
        if step is works_on_a_phone_that_is_held_across:
            how.update(width=844, height=390)
        how["storage"] = step is not starts_with_storage_blocked
        with Page(site, **how) as page:
            step(page, figures)
            faults = [] if page.may_fail else page.complaints()
            assert not faults, f"{step.__name__}: {faults}"
            ours = [it for it in page.browser.requests() if not it.startswith(("chrome:", "data:", "blob:", "about:"))]
            foreign = [it for it in ours if not it.startswith((site, page.site))]
            assert not foreign, f"{step.__name__} asks for {foreign}"
        print(f"{step.__name__}: ok", flush=True)
    print(json.dumps(figures))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    SITE = pathlib.Path(sys.argv[1]).resolve()
    PROGRAM = sys.argv[2] if len(sys.argv) > 2 and sys.argv[2] != "-" else None
    PICTURES = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None
    ONLY = sys.argv[4:]
    if PICTURES:
        PICTURES.mkdir(parents=True, exist_ok=True)
    main()
