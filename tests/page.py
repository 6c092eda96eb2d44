"""Drives the pages of a folder in a real Chromium: what a reader does, and what must not happen.

Usage: page.py FOLDER. Prints a line for every check that passes; the first that fails ends it.
"""

import json
import pathlib
import re
import sys

from browser import Browser

FOLDER = pathlib.Path(sys.argv[1]).resolve()
HOSTILE = "</script><script>window.caught=1</script>"


def address(name, line=""):
    return FOLDER.joinpath(f"{name}.html").as_uri() + line


def show(browser, name, line=""):
    """Opens a page, as if nothing had been opened before."""
    browser.open("about:blank")
    browser.complaints(), browser.requests()
    browser.open(address(name, line))
    browser.settle()


def is_quiet(browser, name):
    """No request but for the file itself, no error and no violation of the policy."""
    complaints = browser.complaints()
    assert complaints == [], complaints
    asked = {it.split("#")[0] for it in browser.requests() if not it.startswith("about:")}
    assert asked == {address(name)}, asked


def line(browser):
    return browser.run("return lineTo(state.selected).map(notationOf).join(' ')")


def words(browser, selector):
    return browser.run("return document.querySelector(arguments[0]).innerText", selector)


def item(browser):
    """What a screen reader is told of the node that has the focus."""
    return browser.run("""
        const tree = document.activeElement;
        const it = document.getElementById(tree.getAttribute('aria-activedescendant'));
        const told = { role: tree.getAttribute('role'), item: it.getAttribute('role') };
        for (const name of ['level', 'expanded', 'selected', 'label', 'posinset', 'setsize']) {
          told[name] = it.getAttribute(`aria-${name}`);
        }
        return told;""")


def walks(browser):
    show(browser, "book")
    assert browser.run("return document.title") == "b2b2/a2b1 a, dice-of-doom, land-of-lisp"
    assert browser.run("return document.querySelectorAll('#board svg polygon').length") > 30
    for keys, expected in [
        (["Down"], "2>3"), (["Down"], "2>3 pass"), (["Down"], "2>3 pass 0>2"), (["Right"], "2>3 pass 0>3"),
        (["Right", "Right"], "2>3 pass 1>3"), (["Left"], "2>3 pass 0>3"), (["Up"], "2>3 pass"),
        (["Down"], "2>3 pass 0>3"), (["Up", "3"], "2>3 pass 1>3"), (["2"], "2>3 pass 1>3 0>2"),
        (["9"], "2>3 pass 1>3 0>2"), (["Home"], ""), (["Up"], ""), (["End"], "2>3 pass 0>2 pass"),
    ]:
        browser.press(*keys)
        assert line(browser) == expected, (keys, line(browser))
    told = item(browser)
    assert told["role"] == "tree" and told["item"] == "treeitem" and told["selected"] == "true", told
    assert told["level"] == "5" and told["expanded"] is None, told
    assert told["label"] == "pass: b1b2/b1a1 a, End: b wins, on the best line", told
    assert browser.run("return location.hash") == "#line=2%3E3+pass+0%3E2+pass"
    assert words(browser, "#position") == "b1b2/b1a1 a"
    assert words(browser, "#line").split("\n") == ["root", "a 2→3", "a passes", "b 0→2", "b passes"]
    assert browser.run("return document.querySelector('[aria-current=step]').innerText") == "b passes"
    # The steps and the moves can be clicked.
    browser.run("document.querySelectorAll('#line button')[2].focus()")
    browser.press("Enter")
    assert line(browser) == "2>3 pass"
    assert item(browser)["label"].startswith("pass: b2b2/a1a1 b, b to move"), "the focus isn't lost"
    browser.run("document.activeElement.blur(); document.querySelector('#board .move').dispatchEvent(new Event('click'))")
    assert line(browser) == "2>3 pass 0>2"
    assert browser.run("return document.querySelector('#live').textContent").startswith("0→2: b1b2/b1a1 b +1, b to move")
    browser.press("Up")
    assert words(browser, "#moves tbody tr").split() == ["1", "0", "→", "2", "best", "0", "2", "4"]
    browser.run("document.querySelectorAll('#moves button')[1].click()")
    assert line(browser) == "2>3 pass 0>3"
    assert "b has only one move, pass" in words(browser, "#why")
    is_quiet(browser, "book")


def folds(browser):
    show(browser, "book")
    assert "collapsed" not in words(browser, "#legend")
    browser.press("Down", "Down", "Space")
    shown = "return layout.order.length"
    assert browser.run(shown) == 3
    assert "collapsed: node count, + if in this file" in words(browser, "#legend")
    told = item(browser)
    assert told["expanded"] == "false" and told["label"].endswith("11 nodes collapsed"), told
    assert browser.run("return document.querySelector('#live').textContent") == "11 nodes collapsed"
    browser.press("Down")
    assert line(browser) == "2>3 pass"
    # The sign below the node unfolds it again.
    browser.settle()
    at = browser.run("""
        const [x, y] = foldTip(state.selected, xOf(state.selected), yOf(state.selected));
        const { left, top } = treeElement.getBoundingClientRect();
        return [(x - look.x) * look.scale + look.width / 2 + left, (y + 8 - look.y) * look.scale + look.height / 2 + top];""")
    browser.click(*at)
    assert browser.run(shown) == 13 and item(browser)["expanded"] == "true"
    # A node below a fold is unfolded when somebody goes there; folding above takes the selection up.
    browser.press("End", "Home", "Space")
    assert browser.run(shown) == 1
    browser.run("select(5)")
    assert browser.run(shown) == 13
    browser.run("toggleFold(0)")
    assert line(browser) == "" and browser.run(shown) == 1
    is_quiet(browser, "book")
    show(browser, "cells")
    browser.press("1", "1", "Space")
    assert "not in this file" in item(browser)["label"] and item(browser)["expanded"] is None
    assert browser.run("return document.querySelector('#live').textContent").endswith("not in this file")
    assert "aren't in this file" in words(browser, "#moves")
    is_quiet(browser, "cells")


def hides(browser):
    show(browser, "dice")
    told = "return document.body.innerText + [...document.querySelectorAll('[aria-label]')].map((it) => it.getAttribute('aria-label'))"
    # Four plies are too few for dice: what is certain is told, and no line is called best.
    assert "0.117 … 0.7833" in browser.run(told) and "best line" not in browser.run(told)
    before = browser.run("return nodeText(at(0))")
    browser.press("h")
    assert browser.run("return [before = nodeText(at(0)), state.hidden]")[0] == "?" != before
    after = browser.run(told)
    for secret in ["…", "not proven", "best line", "Why"]:
        assert secret not in after, (secret, after)
    assert "Ratings are hidden" in after and "rating hidden" in after
    assert browser.run("return document.querySelector('#hide').getAttribute('aria-pressed')") == "true"
    browser.press("H")
    assert browser.run("return nodeText(at(0))") == before
    # Whose ratings they are, and whether the best line is drawn.
    browser.run("document.querySelector('#whose button[value=\"1\"]').click()")
    assert browser.run("return nodeText(at(0))") == "0.2167 … 0.883"
    assert "rating for b" in words(browser, "#legend") and "Rating b" in words(browser, "#moves")
    browser.run("document.querySelector('#whose button[value=\"-1\"]').click()")
    assert "rating for the player to move" in words(browser, "#legend")
    is_quiet(browser, "dice")
    show(browser, "book")
    assert browser.run("return weightOf(tree.first[0] + 0)[1] + weightOf(childAt(tree, 0, at(0).x))[1]") > 3.4
    browser.run("document.querySelector('#best').click()")
    assert browser.run("return weightOf(childAt(tree, 0, at(0).x))[1]") == 2.2
    is_quiet(browser, "book")
    show(browser, "hidden")
    browser.press("h", "Down")
    assert browser.run("return state.hidden") and words(browser, "#ratings") == "Ratings aren't in this file."
    assert browser.run("return getComputedStyle(document.querySelector('#switches')).display") == "none"
    is_quiet(browser, "hidden")


def shows_all_payoffs(browser):
    show(browser, "ultimatum")
    assert browser.run("return nodeText(at(0))") == "8 · 2"
    assert browser.run("return document.querySelector('#whose [aria-pressed=true]').textContent") == "all"
    assert "ratings a 8, b 2" in browser.run("return describe(0)")
    assert len(browser.run("return data.legends[-2]")) > 0
    browser.press("h")
    assert browser.run("return nodeText(at(0))") == "?"
    browser.press("h")
    browser.run("document.querySelector('#whose button[value=\"1\"]').click()")
    assert browser.run("return nodeText(at(0))") == "2"
    is_quiet(browser, "ultimatum")


def follows_links(browser):
    for link, expected in [
        ("#line=2>3 pass", "2>3 pass"), ("#line=2%3E3%20pass%201%3E3", "2>3 pass 1>3"),
        ("#line=2>3+nonsense", "2>3"), ("#line=%", ""), ("#other", ""),
    ]:
        show(browser, "book", link)
        assert line(browser) == expected, (link, line(browser))
    browser.run("location.hash = '#line=2>3'")
    browser.settle()
    assert line(browser) == "2>3"
    browser.press("Down")
    assert line(browser) == "2>3 pass" and item(browser)["level"] == "3"


def moves_about(browser):
    show(browser, "book")
    before = browser.run("return { ...look }")
    box = browser.run("const it = treeElement.getBoundingClientRect(); return [it.left, it.top, it.width, it.height]")
    x, y = round(box[0] + box[2] - 60), round(box[1] + box[3] / 2)
    browser.pointer("mouse", ("move", x, y), ("down",), ("move", x - 80, y + 30), ("up",))
    browser.settle()
    after = browser.run("return { ...look }")
    assert abs((after["x"] - before["x"]) * before["scale"] - 80) < 3, (before, after)
    assert line(browser) == ""
    browser.wheel(x, y, -300)
    browser.settle()
    assert browser.run("return look.scale") > before["scale"] * 1.3
    for key, grows in [("-", False), ("+", True)]:
        scale = browser.run("return look.scale")
        browser.press(key)
        assert (browser.run("return look.scale") > scale) is grows
    browser.press("0")
    assert abs(browser.run("return look.scale") - before["scale"]) < 1e-9
    # A click selects the node that lies there.
    browser.settle()
    at = browser.run("""
        const { left, top } = treeElement.getBoundingClientRect();
        return [(xOf(4) - look.x) * look.scale + look.width / 2 + left, (yOf(4) - look.y) * look.scale + look.height / 2 + top];""")
    browser.click(*at)
    assert browser.run("return state.selected") == 4
    # So does what a screen reader's cursor finds there.
    browser.settle()
    rect = browser.run("const it = document.getElementById('node-4').getBoundingClientRect(); return [it.left + it.width / 2, it.top + it.height / 2]")
    assert abs(rect[0] - at[0]) < 40 and rect[1] > 0, (rect, at)
    is_quiet(browser, "book")


def looks_right(browser):
    show(browser, "book")
    ground = "return getComputedStyle(document.body).backgroundColor"
    assert browser.run(ground) == "rgb(246, 246, 244)"
    browser.run("document.querySelector('#theme').click()")
    assert browser.run(ground) == "rgb(23, 24, 26)"
    browser.settle()
    assert browser.run("return [...context.getImageData(2, 200, 1, 1).data].slice(0, 3)") == [23, 24, 26]
    assert browser.run("return getComputedStyle(document.querySelector('#board polygon')).fill") != "none"
    browser.emulate("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark"}]})
    browser.run("delete document.documentElement.dataset.theme")
    assert browser.run(ground) == "rgb(23, 24, 26)"
    browser.emulate("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]})
    show(browser, "dice")
    assert browser.run("const x = look.x; select(200); return look.x !== x && calm.matches"), "it doesn't glide"
    browser.emulate("Emulation.setEmulatedMedia", {"features": []})


def stays_harmless(browser):
    show(browser, "hostile")
    browser.press("Down")
    assert len(words(browser, "#note")) > 700_000
    browser.press("Up")
    assert browser.run("return window.caught") is None
    found = browser.run("return [document.scripts.length, document.images.length, document.querySelectorAll('b').length]")
    assert found == [2, 0, 0], found
    title = browser.run("return document.querySelector('#title').textContent")
    assert title.startswith(HOSTILE) and "\\u{202e}" in title and "\u202e" not in title, title
    assert browser.run("return data.title === data.notes[0][1]")
    shown = browser.run("return document.querySelector('#note').textContent")
    assert HOSTILE in shown and 'onerror="window.caught=2"' in shown, shown
    # A tour is as harmless: what looks like markup is text, and no link leads anywhere but out or to a line.
    said = browser.run("return document.querySelector('#said').textContent")
    assert HOSTILE in said and "a link" in said, said
    assert browser.run("return [...document.querySelectorAll('#said a, #said button')].length") == 0
    assert browser.run("return document.querySelectorAll('[onclick], [onerror]').length") == 0
    browser.press("2")
    assert line(browser) == "<b>+%41#"
    link = browser.run("return location.hash")
    show(browser, "hostile", link)
    assert line(browser) == "<b>+%41#", "the link leads back"
    width = browser.run("return [document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1], width
    is_quiet(browser, "hostile")


def leads_through_a_tour(browser):
    show(browser, "tour")
    place = lambda: (words(browser, "#tour-place"), line(browser))
    assert place() == ("1 / 10", ""), place()
    assert words(browser, "#tour-title") == "The book's example"
    assert words(browser, "#said h3") == "Who wins this board?"
    assert browser.run("return state.hidden"), "the first step lets the reader guess"
    assert browser.run("return document.querySelector('#before').disabled")
    browser.press("PageDown", "PageDown", "PageDown")
    assert place() == ("4 / 10", "2>3 pass") and not browser.run("return state.hidden"), place()
    assert browser.run("return document.querySelector('#said strong').innerText") == "none"
    browser.press("PageUp")
    assert place() == ("3 / 10", "2>3"), place()
    browser.run("document.querySelectorAll('#steps button')[6].click()")
    assert place() == ("7 / 10", "2>3 pass 0>2"), place()
    # A link in the text leads through the tree; the step stays.
    browser.run("document.querySelectorAll('#said button')[1].click()")
    assert place() == ("7 / 10", "2>3 pass 0>2 1>3 pass"), place()
    browser.run("document.querySelector('#after').click()")
    assert place() == ("8 / 10", "2>3 pass 1>3 0>2"), place()
    assert browser.run("return document.querySelector('#steps [aria-current]').textContent").startswith("8.The same position")
    browser.press(*["PageDown"] * 5)
    assert place() == ("10 / 10", ""), place()
    assert browser.run("return document.querySelector('#after').disabled")
    browser.run("document.querySelector('#tour-fold').click()")
    assert browser.run("return document.querySelector('#said').offsetHeight") == 0
    browser.emulate("Emulation.setEmulatedMedia", {"media": "print"})
    printed = words(browser, "#all-said")
    assert "Who wins this board?" in printed and "So a is lost" in printed
    browser.emulate("Emulation.setEmulatedMedia", {"media": ""})
    is_quiet(browser, "tour")
    show(browser, "book")
    assert browser.run("return document.querySelector('#tour').hidden")
    show(browser, "tour", "#line=2%3E3")
    assert line(browser) == "2>3", "an address that names a line is followed"


def lies_as_in_the_window(browser):
    for name, expected in json.loads(FOLDER.joinpath("places.json").read_text()).items():
        show(browser, name)
        # It begins with as many plies as can be read at once.
        found = browser.run("tree.folded.fill(0); layout = layOut(); return layout.order.slice().sort((a, b) => a - b).map((node) => [xOf(node), yOf(node)])")
        assert len(found) == len(expected), name
        for node, (here, there) in enumerate(zip(found, expected)):
            near = abs(here[0] - there[0]) < 0.02 and abs(here[1] - there[1]) < 0.02
            assert near, (name, node, here, there)


def is_fluid(browser):
    show(browser, "large")
    assert browser.run("return tree.size") > 4900
    times = browser.run("""
        const times = [];
        for (const scale of [1, 0.6, 0.3, 0.21, 0.1, 0.02, 0.005, 0.003]) {
          look.scale = scale;
          look.y = layout.bounds.bottom / 2;
          for (let step = 0; step < 20; step++) {
            look.x += 9 / scale;
            const begun = performance.now();
            draw();
            times.push(performance.now() - begun);
          }
        }
        return times.sort((a, b) => a - b);""")
    print(f"   a frame with {browser.run('return tree.size')} nodes: median {times[80]:.1f} ms, worst {times[-1]:.1f} ms")
    assert times[80] < 16, times
    took = browser.run("const begun = performance.now(); toggleFold(1); return performance.now() - begun")
    print(f"   a fold: {took:.1f} ms")
    show(browser, "chain")
    browser.press("End")
    assert browser.run("return tree.ply[state.selected]") == 30_000
    browser.press("Home", "Space", "Space")
    assert browser.run("return layout.order.length") == 30_001
    assert "a large tree" in words(browser, "#about")
    is_quiet(browser, "chain")


def opens_on_the_best_line(browser):
    """Root and children in view and readable; the best line and two plies as far as there is room."""
    part = "return [look.scale, layout.order.length, layout.order.filter((node) => tree.best[node]).length]"
    for name, whole, line in [("book", True, 5), ("large", False, 7), ("full", False, 2)]:
        show(browser, name)
        scale, nodes, best = browser.run(part)
        assert scale >= 12 / 14.5 - 1e-9, (name, scale)
        assert (nodes == browser.run("return tree.size")) == whole and best == line, (name, nodes, best)
        outside = browser.run("""
            const { left, right } = seen(), matter = [0, ...childrenOf(0), ...layout.order.filter((node) => tree.best[node])];
            return matter.filter((node) => xOf(node) - nodeWidth(at(node)) / 2 < left || xOf(node) + nodeWidth(at(node)) / 2 > right);""")
        assert outside == [], (name, outside)
        top = browser.run("return (yOf(0) - NODE / 2 - seen().top) * look.scale - toolsHeight()")
        assert 0 <= top < 40, (name, top)
    # What a page hides it doesn't tell by what it shows first.
    show(browser, "hidden")
    assert browser.run("return tree.best.every((it) => !it)")


def searches(browser):
    show(browser, "large")
    field = "document.querySelector('#search')"
    found = "return document.querySelector('#found').innerText"

    def look_for(words):
        browser.run(f"{field}.value = arguments[0]; {field}.dispatchEvent(new Event('input'))", words)
        return browser.run(found)

    treeless = browser.run("return [look.x, look.y, layout.order.length]")
    browser.press("/")
    assert browser.run(f"return document.activeElement === {field}")
    # Letters and digits in the field are no commands.
    browser.press("5", ">", "2")
    browser.settle()
    moves = browser.run("return tree.parent.reduce((sum, above, node) => sum + (above >= 0 && notationOf(node).includes('5>2') ? 1 : 0), 0)")
    assert moves > 1 and browser.run(found) == f"{moves:,}", browser.run(found)
    assert browser.run("return [look.x, look.y, layout.order.length]") == treeless
    browser.press("Enter")
    assert browser.run(found) == f"1 of {moves:,}" and line(browser).endswith("5>2")
    browser.run("document.querySelector('#previous').click()")
    assert browser.run(found) == f"{moves:,} of {moves:,}"
    assert browser.run("return isShown(state.selected)"), "what is folded above a match is unfolded"
    assert look_for("5 → 2") == f"{moves:,}", "a move as it is shown"
    position = browser.run("return at(7).t")
    assert look_for(position.upper()) != "no match"
    assert look_for("5>2 pass 8>5") == "1", "a whole line"
    assert look_for("no such thing") == "no match"
    browser.run(f"{field}.focus()")
    browser.press("Escape")
    assert browser.run(found) == "" and browser.run("return document.activeElement === treeElement")
    is_quiet(browser, "large")
    show(browser, "tour")
    note = browser.run("const [node, , blocks] = JSON.parse(document.getElementById('data').textContent).notes[0]; return [node, notesWords(blocks)]")
    assert look_for(note[1].split("\n")[0][:30]) != "no match"
    browser.run("goToHit(1)")
    assert browser.run("return state.selected") == note[0]


def sheets(paper):
    return int(re.search(rb"/Type /Pages\s+/Count (\d+)", paper)[1])


def prints(browser):
    for name in ["book", "dice", "right", "large", "full"]:
        show(browser, name)
        browser.run("document.documentElement.dataset.theme = 'dark'")
        paper = browser.paper()
        FOLDER.joinpath(f"{name}.pdf").write_bytes(paper)
        assert paper.startswith(b"%PDF") and len(paper) > 15_000, len(paper)
        assert sheets(paper) == 1, (name, sheets(paper))
        assert browser.run("return document.querySelector('#paper').childElementCount") == 0
        browser.emulate("Emulation.setEmulatedMedia", {"media": "print"})
        assert browser.run("return getComputedStyle(document.documentElement).getPropertyValue('--text')").strip() == "#1d1d1b"
        browser.run("dispatchEvent(new Event('beforeprint'))")
        box = browser.run("const it = document.querySelector('#paper svg').getBoundingClientRect(); return [it.width, it.height, innerWidth]")
        assert 100 < box[0] <= box[2] and 30 < box[1] < 900, box
        shown = browser.run("return [document.querySelectorAll('#paper text').length, getComputedStyle(document.querySelector('#tree')).display]")
        assert shown[0] > 10 and shown[1] == "none", shown
        browser.emulate("Emulation.setEmulatedMedia", {"media": ""})
        is_quiet(browser, name)
    # Of all of a large tree marks are printed, in the window's part of it, and at once.
    show(browser, "large")
    browser.run("tree.folded.fill(0); layout = layOut(); fit()")
    took = browser.run("const begun = performance.now(); dispatchEvent(new Event('beforeprint')); return performance.now() - begun")
    drawn = browser.run("const it = document.querySelector('#paper canvas'); return [it.width, it.height]")
    print(f"   {browser.run('return tree.size')} nodes on paper: {took:.1f} ms")
    assert 300 < drawn[0] <= 4001 and took < 1000, (drawn, took)
    some = browser.run("""
        const it = document.querySelector('#paper canvas'), { data } = it.getContext('2d').getImageData(0, 0, it.width, it.height);
        return data.reduce((sum, value, place) => sum + (place % 4 === 3 && value ? 1 : 0), 0)""")
    assert some > 1000, some
    browser.run("dispatchEvent(new Event('afterprint')); zoom(look.width)")
    browser.run("dispatchEvent(new Event('beforeprint'))")
    assert browser.run("return document.querySelectorAll('#paper rect').length") < 2000


def works_on_a_phone(browser):
    show(browser, "dice")
    sizes = browser.run("return [document.documentElement.scrollWidth, innerWidth]")
    assert sizes[0] <= sizes[1] == 390, sizes
    small = browser.run("""
        return [...document.querySelectorAll('button, summary')].filter((it) => it.offsetParent)
          .map((it) => [it.innerText || it.getAttribute('aria-label'), it.offsetWidth, it.offsetHeight])
          .filter(([, width, height]) => width < 44 || height < 44);""")
    assert small == [], small
    tops = browser.run("return ['#board', '#tree', '#moves', '#ratings'].map((it) => document.querySelector(it).getBoundingClientRect().top)")
    assert tops == sorted(tops), tops
    box = browser.run("const it = treeElement.getBoundingClientRect(); return [it.left, it.top, it.width, it.height]")
    x, y = round(box[2] / 2), round(box[1] + box[3] * 0.6)
    scale = browser.run("return look.scale")
    fingers = [{"x": x - 20, "y": y, "id": 0}, {"x": x + 20, "y": y, "id": 1}]
    touch = lambda kind, points: browser.emulate("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    touch("touchStart", fingers)
    for far in (40, 60, 80):
        touch("touchMove", [{"x": x - far, "y": y, "id": 0}, {"x": x + far, "y": y, "id": 1}])
    touch("touchEnd", [])
    assert browser.run("return look.scale") > scale * 2, (scale, browser.run("return look.scale"))
    browser.run("look.scale = 0.6; select(childAt(tree, 0, 1))")
    browser.settle()
    at = browser.run("""
        const { left, top } = treeElement.getBoundingClientRect();
        return [(xOf(0) - look.x) * look.scale + look.width / 2 + left, (yOf(0) - look.y) * look.scale + look.height / 2 + top];""")
    browser.run("look.x = xOf(0); look.y = yOf(0); draw()")
    touch("touchStart", [{"x": x, "y": box[1] + box[3] / 2}])
    touch("touchEnd", [])
    assert browser.run("return state.selected") == 0, at
    is_quiet(browser, "dice")


def opens_on_a_phone(browser):
    """Node and best child in view and named, however wide the family is."""
    for name in ["book", "large", "full", "dice", "tour"]:
        show(browser, name)
        scale, best = browser.run("return [look.scale, down(0)]")
        assert scale >= 0.42, (name, scale)
        outside = browser.run("""
            const { left, right, top, bottom } = seen();
            return [0, arguments[0]].map(boxOf)
              .filter((it) => it.left < left || it.right > right || it.top < top || it.bottom > bottom);""", best)
        assert outside == [], (name, best, outside)
    # Whoever walks on reads as on any other page.
    browser.press("Down")
    browser.settle()
    assert browser.run("return look.scale") >= 12 / 14.5 - 1e-9


def is_read_without_scripts(browser):
    show_plain = address("book")
    browser.open(show_plain)
    text = browser.ask("GET", f"{browser.session}/source")
    assert "Best line: 2&gt;3 pass 0&gt;2 pass" in text, text[:2000]
    found = browser.ask("POST", f"{browser.session}/element", {"using": "css selector", "value": ".plain pre"})
    assert found, "what is in the page for readers without scripts is an element"


def main():
    with Browser(1440, 900) as browser:
        checks = [walks, folds, hides, shows_all_payoffs, follows_links, moves_about, looks_right, stays_harmless, leads_through_a_tour,
                  lies_as_in_the_window, opens_on_the_best_line, searches, is_fluid, prints]
        for check in checks:
            check(browser)
            print(f"ok {check.__name__}")
    with Browser(390, 844, phone=True) as browser:
        works_on_a_phone(browser)
        opens_on_a_phone(browser)
        show(browser, "tour")
        sizes = browser.run("return [document.documentElement.scrollWidth, innerWidth]")
        assert sizes[0] <= sizes[1] == 390, sizes
        print("ok works_on_a_phone")
    with Browser(1024, 700, scripts=False) as browser:
        is_read_without_scripts(browser)
        print("ok is_read_without_scripts")


main()
