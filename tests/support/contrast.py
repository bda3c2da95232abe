"""How well the lines of a map stand out, measured on the picture: what anti-aliasing leaves of a thin line counts."""

from __future__ import annotations

import base64
import statistics
from typing import Any, Final

WANTED: Final = 3.0  # WCAG 1.4.11: lines that one has to see
MEASURE: Final = """async ([picture, css, left, top]) => {
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width, image.height];
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  pen.drawImage(image, 0, 0);
  const { data } = pen.getImageData(0, 0, image.width, image.height);
  const light = (x, y) => {
    const at = 4 * (Math.round(y) * image.width + Math.round(x));
    const [r, g, b] = [0, 1, 2].map((n) => data[at + n] / 255)
      .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const edges = [...document.querySelectorAll(css)].flatMap((each) => {
    const matrix = each.getScreenCTM();
    const lines = (each.getAttribute("d") ?? "").split("M").filter(Boolean).map((line) => line.split(/[LZ]/));
    const corners = (each.getAttribute("points") ?? "").split(" ").filter(Boolean);
    const pairs = corners.length > 1 ? corners.map((from, n) => [from, corners[(n + 1) % corners.length]]) : lines;
    return pairs.filter(([, to]) => to).map((ends) => ends.slice(0, 2).map((end) => {
      const [x, y] = end.split(",").map(Number);
      const at = new DOMPoint(x, y).matrixTransform(matrix);
      return { x: at.x - left, y: at.y - top };
    }));
  });
  return edges.flatMap(([a, b]) => {
    const far = Math.hypot(b.x - a.x, b.y - a.y);
    const [dx, dy] = [(b.y - a.y) / far, (a.x - b.x) / far];
    const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    const inside = middle.x > 12 && middle.y > 12 && middle.x < image.width - 12 && middle.y < image.height - 12;
    if (!inside || far < 8) return [];
    const across = (n) => light(middle.x + n * dx, middle.y + n * dy);
    const line = Math.max(across(-1), across(-0.5), across(0), across(0.5), across(1));
    const ground = [across(-5), across(5)].sort((p, q) => p - q)[0];
    return [(line + 0.05) / (ground + 0.05)];
  });
}"""

UNCOVERED: Final = """([css, left, top, width, height]) =>
  document.elementFromPoint(left + width / 2, top + height / 2)?.closest(css) != null"""


def contrast_of(page: Any, css: str, area_css: str) -> float:
    """The median contrast of these lines with the ground beside them, as it is painted."""
    page.locator(area_css).first.scroll_into_view_if_needed()
    area = page.locator(area_css).first.bounding_box()
    place = [area[side] for side in ("x", "y", "width", "height")]
    assert page.evaluate(UNCOVERED, [area_css, *place]), (
        f"something lies over {area_css}, and would be measured instead"
    )
    picture = base64.b64encode(page.screenshot(clip=area)).decode()
    found = page.evaluate(MEASURE, [picture, css, area["x"], area["y"]])
    assert len(found) > 50, f"only {len(found)} lines of {css} are in sight"
    return float(statistics.median(found))
