#!/usr/bin/env python3
"""Puts PNG pictures of one size together to an animated one (APNG), which browsers play.

Usage: animate.py TO SECONDS:FILE...
"""

import struct
import sys
import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def chunks(path):
    """Names and contents of a file's chunks."""
    with open(path, "rb") as file:
        data = file.read()
    at = len(SIGNATURE)
    while at < len(data):
        length, name = struct.unpack(">I4s", data[at:at + 8])
        yield name, data[at + 8:at + 8 + length]
        at += 12 + length


def main():
    to, *frames = sys.argv[1:]
    out = []
    number = 0

    def put(name, content):
        out.append(struct.pack(">I4s", len(content), name) + content
                   + struct.pack(">I", zlib.crc32(name + content)))

    def put_numbered(name, content):
        nonlocal number
        put(name, struct.pack(">I", number) + content)
        number += 1

    head = None
    for place, frame in enumerate(frames):
        seconds, path = frame.split(":", 1)
        own = dict(reversed([part for part in chunks(path) if part[0] != b"IDAT"]))
        pixels = b"".join(content for name, content in chunks(path) if name == b"IDAT")
        if head is None:
            head = own[b"IHDR"]
            put(b"IHDR", head)
            put(b"acTL", struct.pack(">II", len(frames), 0))
        if own[b"IHDR"] != head or b"PLTE" in own:
            sys.exit(f"{path}: another size or another kind of colors than the first picture")
        wide, high = struct.unpack(">II", head[:8])
        delay = round(float(seconds) * 100)
        put_numbered(b"fcTL", struct.pack(">IIIIHHBB", wide, high, 0, 0, delay, 100, 0, 0))
        if place == 0:
            put(b"IDAT", pixels)
        else:
            put_numbered(b"fdAT", pixels)
    put(b"IEND", b"")
    with open(to, "wb") as file:
        file.write(SIGNATURE + b"".join(out))


if __name__ == "__main__":
    main()
