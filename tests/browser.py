"""A real Chromium, driven over the WebDriver protocol with nothing but Python's own library."""

import base64
import json
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
KEYS = {
    "Escape": "\ue00c",
    "Up": "\ue013", "Down": "\ue015", "Left": "\ue012", "Right": "\ue014",
    "Home": "\ue011", "PageUp": "\ue00e", "PageDown": "\ue00f", "End": "\ue010", "Space": " ", "Tab": "\ue004", "Enter": "\ue007",
}
ARGUMENTS = [
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-dev-shm-usage", "--hide-scrollbars", "--force-device-scale-factor=1",
]


class Browser:
    """A window of Chromium with a profile of its own, which is thrown away."""

    def __init__(self, width, height, dark=False, calm=False, phone=False, scripts=True, storage=True):
        self.profile = tempfile.mkdtemp(prefix="doomtree-page-")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.driver = subprocess.Popen(
            ["chromedriver", f"--port={port}"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        self.base = f"http://127.0.0.1:{port}"
        arguments = ARGUMENTS + [f"--user-data-dir={self.profile}", f"--window-size={width},{height}"]
        if dark:
            arguments.append("--force-dark-mode")
        if calm:
            arguments.append("--force-prefers-reduced-motion")
        options = {
            "args": arguments,
            "binary": shutil.which("chromium") or shutil.which("chromium-browser"),
            "perfLoggingPrefs": {"enableNetwork": True},
        }
        if phone:
            options["mobileEmulation"] = {
                "deviceMetrics": {"width": width, "height": height, "pixelRatio": 2, "touch": True},
            }
        if not scripts:
            options["prefs"] = {"profile.managed_default_content_settings.javascript": 2}
        if not storage:
            options["prefs"] = {"profile.default_content_setting_values.cookies": 2}
        capabilities = {
            "browserName": "chrome",
            "goog:chromeOptions": options,
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
        }
        for _ in range(100):
            try:
                answer = self.ask("POST", "/session", {"capabilities": {"alwaysMatch": capabilities}})
                break
            except urllib.error.HTTPError:
                self.close()
                raise
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.1)
        else:
            self.close()
            raise RuntimeError("the driver of Chromium doesn't answer")
        self.session = f"/session/{answer['sessionId']}"
        self.emulate("Emulation.setFocusEmulationEnabled", {"enabled": True})
        if not phone:
            metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
            self.emulate("Emulation.setDeviceMetricsOverride", metrics)

    def ask(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.base + path, data=data, method=method, headers={"Content-Type": "application/json"})
        # Nothing on this way may go through a proxy.
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(error.read().decode()) from error

    def emulate(self, command, parameters):
        return self.ask("POST", f"{self.session}/goog/cdp/execute", {"cmd": command, "params": parameters})

    def open(self, address):
        self.ask("POST", f"{self.session}/url", {"url": address})

    def run(self, script, *arguments):
        return self.ask("POST", f"{self.session}/execute/sync", {"script": script, "args": list(arguments)})

    def press(self, *keys):
        """Real keys, to whatever has the focus."""
        actions = []
        for key in keys:
            value = KEYS.get(key, key)
            actions += [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
        keyboard = {"type": "key", "id": "keyboard", "actions": actions}
        self.ask("POST", f"{self.session}/actions", {"actions": [keyboard]})

    def pointer(self, kind, *steps):
        """A pointer's steps: ("move", x, y), ("down",), ("up",) or ("wait", milliseconds)."""
        made = []
        for step in steps:
            if step[0] == "move":
                made.append({"type": "pointerMove", "x": step[1], "y": step[2], "duration": 30})
            elif step[0] == "wait":
                made.append({"type": "pause", "duration": step[1]})
            else:
                made.append({"type": f"pointer{step[0].title()}", "button": 0})
        source = {"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": made}
        self.ask("POST", f"{self.session}/actions", {"actions": [source]})

    def click(self, x, y, kind="mouse"):
        self.pointer(kind, ("move", round(x), round(y)), ("down",), ("up",))

    def wheel(self, x, y, delta):
        step = {"type": "scroll", "x": x, "y": y, "deltaX": 0, "deltaY": delta, "duration": 0, "origin": "viewport"}
        source = {"type": "wheel", "id": "wheel", "actions": [step]}
        self.ask("POST", f"{self.session}/actions", {"actions": [source]})

    def picture(self, path):
        shot = self.ask("GET", f"{self.session}/screenshot")
        with open(path, "wb") as file:
            file.write(base64.b64decode(shot))

    def paper(self):
        return base64.b64decode(self.ask("POST", f"{self.session}/print", {"background": True}))

    def settle(self):
        """Waits until what was asked to be drawn is drawn."""
        wait = "const done = arguments[0]; setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => done(1))), 220);"
        self.ask("POST", f"{self.session}/execute/async", {"script": wait, "args": []})

    def complaints(self):
        """What the console was told, violations of the policy among it."""
        return self.ask("POST", f"{self.session}/se/log", {"type": "browser"})

    def requests(self):
        """The addresses that were asked for."""
        entries = self.ask("POST", f"{self.session}/se/log", {"type": "performance"})
        messages = [json.loads(entry["message"])["message"] for entry in entries]
        return [it["params"]["request"]["url"] for it in messages if it["method"] == "Network.requestWillBeSent"]

    def close(self):
        try:
            if hasattr(self, "session"):
                self.ask("DELETE", self.session)
        except (RuntimeError, OSError):
            pass
        self.driver.terminate()
        self.driver.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
