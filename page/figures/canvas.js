// SPDX-License-Identifier: GPL-3.0-or-later
//
// canvas.js: what figures need of a canvas: pixels of the screen, text, and layers of many samples.
//
// Usage:
//   const ctx = sized(canvas, 800, 300);           // draws in CSS pixels, crisp on every screen
//   text(ctx, 'loads', 10, 20, { colour, align: 'right', weight: 600, halo });
//   shorten(ctx, name, 120);                       // fits into 120 pixels, with an ellipsis
//   const layer = pixelLayer(ctx, box); ... layer.put();

const FONT = 'system-ui, "Segoe UI", "Helvetica Neue", "Noto Sans", sans-serif';

export function font(size = 12, weight = 400) {
  return `${weight} ${size}px ${FONT}`;
}

export function sized(canvas, width, height) {
  const ratio = window.devicePixelRatio || 1;
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== w || canvas.height !== h) Object.assign(canvas, { width: w, height: h });
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const ctx = canvas.getContext('2d');
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.clearRect(0, 0, width, height);
  return ctx;
}

export function text(
  ctx,
  what,
  x,
  y,
  { colour, align = 'left', baseline = 'middle', size = 12, weight = 400, halo } = {},
) {
  ctx.font = font(size, weight);
  ctx.textAlign = align;
  ctx.textBaseline = baseline;
  if (halo) {
    ctx.strokeStyle = halo;
    ctx.lineWidth = 3;
    ctx.lineJoin = 'round';
    ctx.strokeText(what, x, y);
  }
  ctx.fillStyle = colour;
  ctx.fillText(what, x, y);
}

export function widthOf(ctx, what, size = 12, weight = 400) {
  ctx.font = font(size, weight);
  return ctx.measureText(what).width;
}

// The text, or as much of it as fits with an ellipsis; '' if that is nothing.
export function shorten(ctx, what, room, size = 12, weight = 400) {
  if (widthOf(ctx, what.slice(0, 200), size, weight) <= room && what.length <= 200) return what;
  let low = 0;
  let high = Math.min(what.length, 200);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (widthOf(ctx, `${what.slice(0, middle)}…`, size, weight) <= room) low = middle;
    else high = middle - 1;
  }
  return low > 0 ? `${what.slice(0, low).trimEnd()}…` : '';
}

// A line of one pixel of the screen, not blurred over two.
export function hairline(ctx, x1, y1, x2, y2, colour, dash = []) {
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1;
  ctx.setLineDash(dash);
  ctx.beginPath();
  const snap = (v) => Math.round(v) + 0.5;
  ctx.moveTo(x1 === x2 ? snap(x1) : x1, y1 === y2 ? snap(y1) : y1);
  ctx.lineTo(x1 === x2 ? snap(x1) : x2, y1 === y2 ? snap(y1) : y2);
  ctx.stroke();
  ctx.setLineDash([]);
}

// Pixels of the screen over a box, to write into and then to put over what is drawn there already.
let spare = null;
export function pixelLayer(ctx, box) {
  const ratio = window.devicePixelRatio || 1;
  const width = Math.max(1, Math.round(box.width * ratio));
  const height = Math.max(1, Math.round(box.height * ratio));
  if (!spare) spare = document.createElement('canvas');
  Object.assign(spare, { width, height });
  const image = new ImageData(width, height);
  return {
    ratio,
    width,
    height,
    pixels: new Uint32Array(image.data.buffer),
    put() {
      spare.getContext('2d').putImageData(image, 0, 0);
      ctx.save();
      ctx.setTransform(1, 0, 0, 1, 0, 0);
      ctx.drawImage(spare, Math.round(box.x * ratio), Math.round(box.y * ratio));
      ctx.restore();
    },
  };
}
