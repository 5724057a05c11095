// SPDX-License-Identifier: GPL-3.0-or-later
//
// svg_context.js: what draws on a canvas draws an SVG with it: the part of CanvasRenderingContext2D that figures use.
//
// Usage: const context = new SvgContext(800, 300, { measure: (text, font) => width_px, ratio: devicePixelRatio });
//        drawFigure(context, ...);
//        context.toString()         // '<svg xmlns=...>...</svg>'
// Pixels of a layer (figures/canvas.js) become an image in it. setTransform() only scales.
const escaped = (text) =>
  String(text)
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')
    .replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const round = (value) => String(Math.round(value * 100) / 100);
const attributes = (all) =>
  Object.entries(all)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => ` ${name}="${typeof value === 'number' ? round(value) : escaped(value)}"`)
    .join('');

const ANCHORS = { center: 'middle', right: 'end', end: 'end' };
const BASELINES = { middle: 'central', top: 'text-before-edge', bottom: 'text-after-edge' };

export class SvgContext {
  constructor(width, height, { measure, ratio = 1 }) {
    Object.assign(this, { width, height, measure, ratio, unit: 1, parts: [], clips: [], saved: [], path: [], dash: [], clipped: undefined });
    Object.assign(this, { fillStyle: '#000', strokeStyle: '#000', lineWidth: 1, globalAlpha: 1, lineJoin: 'miter' });
    Object.assign(this, { font: '10px sans-serif', textAlign: 'left', textBaseline: 'alphabetic', direction: 'ltr' });
  }

  put(name, own, inner) {
    const all = { ...own, opacity: this.globalAlpha === 1 ? undefined : this.globalAlpha, 'clip-path': this.clipped };
    this.parts.push(inner === undefined ? `<${name}${attributes(all)}/>` : `<${name}${attributes(all)}>${inner}</${name}>`);
  }

  stroked() {
    return {
      fill: 'none',
      stroke: this.strokeStyle,
      'stroke-width': this.lineWidth,
      'stroke-linejoin': this.lineJoin === 'miter' ? undefined : this.lineJoin,
      'stroke-dasharray': this.dash.length ? this.dash.map(round).join(' ') : undefined,
    };
  }

  fillRect(x, y, width, height) {
    if (width > 0 && height > 0) this.put('rect', { x, y, width, height, fill: this.fillStyle });
  }

  strokeRect(x, y, width, height) {
    this.put('rect', { x, y, width: Math.max(0, width), height: Math.max(0, height), ...this.stroked() });
  }

  clearRect() {}

  beginPath() {
    this.path = [];
  }

  moveTo(x, y) {
    this.path.push(`M${round(x)} ${round(y)}`);
  }

  lineTo(x, y) {
    this.path.push(`${this.path.length ? 'L' : 'M'}${round(x)} ${round(y)}`);
  }

  rect(x, y, width, height) {
    this.path.push(`M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}Z`);
  }

  // Whole circles alone.
  arc(x, y, radius) {
    const r = round(radius);
    this.path.push(`M${round(x - radius)} ${round(y)}a${r} ${r} 0 1 0 ${round(2 * radius)} 0a${r} ${r} 0 1 0 ${round(-2 * radius)} 0Z`);
  }

  closePath() {
    this.path.push('Z');
  }

  stroke() {
    if (this.path.length) this.put('path', { d: this.path.join(''), ...this.stroked() });
  }

  fill() {
    if (this.path.length) this.put('path', { d: this.path.join(''), fill: this.fillStyle });
  }

  clip() {
    const id = `clip-${this.clips.length}`;
    this.clips.push(`<clipPath id="${id}"><path d="${this.path.join('')}"/></clipPath>`);
    this.clipped = `url(#${id})`;
  }

  setLineDash(dash) {
    this.dash = dash;
  }

  setTransform(scale) {
    this.unit = scale / this.ratio;
  }

  save() {
    const { fillStyle, strokeStyle, lineWidth, lineJoin, globalAlpha, font, textAlign, textBaseline, direction, dash, clipped, unit } = this;
    this.saved.push({ fillStyle, strokeStyle, lineWidth, lineJoin, globalAlpha, font, textAlign, textBaseline, direction, dash, clipped, unit });
  }

  restore() {
    Object.assign(this, this.saved.pop() ?? {});
  }

  measureText(text) {
    return { width: this.measure(text, this.font) };
  }

  text(what, x, y, look) {
    const place = { x, y, 'text-anchor': ANCHORS[this.textAlign], 'dominant-baseline': BASELINES[this.textBaseline] };
    this.put('text', { ...place, style: `font: ${this.font}; white-space: pre`, ...look }, escaped(what));
  }

  fillText(what, x, y) {
    this.text(what, x, y, { fill: this.fillStyle });
  }

  strokeText(what, x, y) {
    this.text(what, x, y, this.stroked());
  }

  drawImage(image, x, y) {
    const { unit } = this;
    this.put('image', { x: x * unit, y: y * unit, width: image.width * unit, height: image.height * unit, href: image.toDataURL('image/png') });
  }

  toString() {
    const size = `width="${round(this.width)}" height="${round(this.height)}" viewBox="0 0 ${round(this.width)} ${round(this.height)}"`;
    return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>\n<defs>${this.clips.join('')}</defs>\n${this.parts.join('\n')}\n</svg>\n`;
  }
}
