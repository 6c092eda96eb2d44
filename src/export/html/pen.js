// Two pens with the same strokes: one paints on a canvas, one makes the elements of a picture that
// can be printed and scaled. Inks are names; the style says what they look like.

const FONT = 'Inter, "Segoe UI", system-ui, Roboto, "Helvetica Neue", Arial, sans-serif';
const SVG = "http://www.w3.org/2000/svg";
// Half the height of capitals, as a share of a font's size.
const BASELINE = 0.36;

const colours = new Map();
function ink(name) {
  let colour = colours.get(name);
  if (!colour) {
    colour = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
    colours.set(name, colour);
  }
  return colour;
}

const fontOf = (size, strong) => `${strong ? 600 : 400} ${size}px ${FONT}`;
const measuring = document.createElement("canvas").getContext("2d");

class CanvasPen {
  constructor(context) { this.context = context; }

  // Draws something elsewhere and in another size.
  within(x, y, scale, draw) {
    this.context.save();
    this.context.translate(x, y);
    this.context.scale(scale, scale);
    draw(this);
    this.context.restore();
  }

  finish(fill, line, width, dash) {
    const { context } = this;
    if (fill) {
      context.fillStyle = ink(fill);
      context.fill();
    }
    if (line) {
      context.strokeStyle = ink(line);
      context.lineWidth = width;
      if (dash) context.setLineDash([dash, dash]);
      context.stroke();
      if (dash) context.setLineDash([]);
    }
  }

  box(x, y, width, height, round, fill, line, stroke, dash) {
    this.context.beginPath();
    this.context.roundRect(x, y, width, height, round);
    this.finish(fill, line, stroke, dash);
  }

  polygon(points, fill, line, stroke) {
    const { context } = this;
    context.beginPath();
    points.forEach(([x, y], index) => (index ? context.lineTo(x, y) : context.moveTo(x, y)));
    context.closePath();
    this.finish(fill, line, stroke);
  }

  disc(x, y, radius, fill) {
    this.context.beginPath();
    this.context.arc(x, y, radius, 0, 2 * Math.PI);
    this.finish(fill);
  }

  path(points, line, stroke, dash) {
    const { context } = this;
    context.beginPath();
    context.moveTo(...points[0]);
    if (points.length === 4 && points.isCurve) {
      context.bezierCurveTo(...points[1], ...points[2], ...points[3]);
    } else {
      for (const point of points.slice(1)) context.lineTo(...point);
    }
    this.finish(null, line, stroke, dash);
  }

  // A path as pictures write it.
  raw(d, line, stroke, dash) {
    this.context.strokeStyle = ink(line);
    this.context.lineWidth = stroke;
    this.context.setLineDash(dash ? [dash, dash] : []);
    this.context.stroke(new Path2D(d));
    this.context.setLineDash([]);
  }

  // `room` is what the text may take; another font than the one it was measured in is squeezed.
  text(x, y, anchor, text, size, fill, strong, room) {
    const { context } = this;
    context.font = fontOf(size, strong);
    context.textAlign = ["left", "center", "right"][anchor];
    context.direction = "ltr";
    context.fillStyle = ink(fill);
    context.fillText(text, x, y + BASELINE * size, room ?? textWidth(text, size) * 1.05);
  }
}

class SvgPen {
  constructor(parent) { this.parent = parent; }

  within(x, y, scale, draw) {
    draw(new SvgPen(this.add("g", { transform: `translate(${x} ${y}) scale(${scale})` })));
  }

  add(name, attributes) {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    this.parent.append(element);
    return element;
  }

  paints(fill, line, width, dash) {
    const attributes = { fill: fill ? `var(--${fill})` : "none" };
    if (line) {
      attributes.stroke = `var(--${line})`;
      attributes["stroke-width"] = width;
      if (dash) attributes["stroke-dasharray"] = dash;
    }
    return attributes;
  }

  box(x, y, width, height, rx, fill, line, stroke, dash) {
    return this.add("rect", { x, y, width, height, rx, ...this.paints(fill, line, stroke, dash) });
  }

  polygon(points, fill, line, stroke, dash) {
    return this.add("polygon", { points: points.join(" "), ...this.paints(fill, line, stroke, dash) });
  }

  disc(cx, cy, r, fill) { return this.add("circle", { cx, cy, r, ...this.paints(fill) }); }

  path(points, line, stroke, dash) {
    const [from, ...rest] = points;
    const d = points.isCurve ? `M${from}C${rest.join(" ")}` : `M${from}L${rest.join(" ")}`;
    return this.raw(d, line, stroke, dash);
  }

  raw(d, line, stroke, dash) { return this.add("path", { d, ...this.paints(null, line, stroke, dash) }); }

  text(x, y, anchor, text, size, fill, strong, room) {
    const element = this.add("text", {
      x, y: y + BASELINE * size, "font-size": size, "text-anchor": ["start", "middle", "end"][anchor],
      ...(strong ? { "font-weight": 600 } : {}), ...this.paints(fill),
    });
    element.textContent = text;
    measuring.font = fontOf(size, strong);
    const most = room ?? textWidth(text, size) * 1.05;
    if (measuring.measureText(text).width > most) {
      element.setAttribute("textLength", most);
      element.setAttribute("lengthAdjust", "spacingAndGlyphs");
    }
    return element;
  }
}

function curve(points) {
  points.isCurve = true;
  return points;
}

const pointsOf = (text) => text.split(" ").map((point) => point.split(",").map(Number));

// Draws shapes as the file holds them.
function drawShapes(pen, shapes) {
  for (const [kind, ...it] of shapes) {
    if (kind === "p") pen.polygon(pointsOf(it[0]), ...it.slice(1));
    else if (kind === "b") pen.box(...it);
    else if (kind === "c") pen.disc(...it);
    else if (kind === "t") pen.text(...it);
    else pen.raw(...it);
  }
}

function picture(left, top, width, height) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
  svg.setAttribute("aria-hidden", "true");
  return svg;
}
