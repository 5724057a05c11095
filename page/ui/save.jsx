// SPDX-License-Identifier: GPL-3.0-or-later
//
// save.jsx: buttons that save a figure as SVG and PNG.
//
// Usage: <SaveAs figure="flame-graph" source={() => ({ width, height, draw: (context) => ... })} />
//        <SaveAs figure="roofline" source={() => ({ element: svg })} />         an SVG of the page
//        <SaveAs figure="miss-curves" source={() => ({ canvas })} kinds={['png']} />
import { SvgContext } from '../figures/svg_context.js';
import { figureName } from '../lib/save.js';
import { useReport } from './report.js';

const surface = () => getComputedStyle(document.documentElement).getPropertyValue('--surface').trim();

// --- SVG

function drawnSvg({ width, height, draw }) {
  const ruler = document.createElement('canvas').getContext('2d');
  const measure = (text, font) => {
    ruler.font = font;
    return ruler.measureText(text).width;
  };
  const context = new SvgContext(width, height, { measure, ratio: devicePixelRatio || 1 });
  context.fillStyle = surface();
  context.fillRect(0, 0, width, height);
  draw(context);
  return context.toString();
}

// What style sheets say of an element of the page; a file has none.
const STYLES = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linejoin', 'opacity', 'paint-order', 'font-family', 'font-size', 'font-weight', 'text-anchor', 'dominant-baseline'];

function copied(element) {
  const copy = element.cloneNode(true);
  const originals = [element, ...element.querySelectorAll('*')];
  [copy, ...copy.querySelectorAll('*')].forEach((each, i) => {
    const style = getComputedStyle(originals[i]);
    for (const name of STYLES) each.style.setProperty(name, style.getPropertyValue(name));
    for (const name of ['href', 'class', 'tabindex', 'role', 'aria-label']) each.removeAttribute(name);
  });
  return copy;
}

function elementSvg(element) {
  const copy = copied(element);
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  Object.entries({ width: '100%', height: '100%', fill: surface() }).forEach(([name, value]) => ground.setAttribute(name, value));
  copy.prepend(ground);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return new XMLSerializer().serializeToString(copy);
}

const svgOf = (source) => (source.element ? elementSvg(source.element) : drawnSvg(source));

// --- PNG

function blank(width, height) {
  const ratio = devicePixelRatio || 1;
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
  const context = canvas.getContext('2d');
  context.fillStyle = surface();
  context.fillRect(0, 0, canvas.width, canvas.height);
  return { canvas, context, ratio };
}

function imageOf(svg) {
  return new Promise((done, failed) => {
    const image = new Image();
    image.onload = () => done(image);
    image.onerror = () => failed(new Error('the figure cannot be drawn'));
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  });
}

async function pngOf(source) {
  const { canvas: own, element, draw } = source;
  const { width, height } = element ? element.getBoundingClientRect() : own ? { width: own.clientWidth, height: own.clientHeight } : source;
  const { canvas, context, ratio } = blank(width, height);
  if (own) context.drawImage(own, 0, 0, canvas.width, canvas.height);
  else if (element) context.drawImage(await imageOf(elementSvg(element)), 0, 0, canvas.width, canvas.height);
  else {
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    draw(context);
  }
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
}

// --- Buttons

function download(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export function SaveAs({ figure, source, kinds = ['svg', 'png'] }) {
  const { model } = useReport();
  const save = async (kind) => {
    const from = source();
    const blob = kind === 'svg' ? new Blob([svgOf(from)], { type: 'image/svg+xml' }) : await pngOf(from);
    download(blob, figureName(model, figure, kind));
  };
  return (
    <span class="save-as" role="group" aria-label="Save this figure">
      Save as{' '}
      {kinds.map((kind) => (
        <button type="button" key={kind} onClick={() => save(kind)}>
          {kind.toUpperCase()}
        </button>
      ))}
    </span>
  );
}
