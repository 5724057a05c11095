// SPDX-License-Identifier: GPL-3.0-or-later
//
// save.test.mjs: what figures draw as SVG, and the names of their files.
import assert from 'node:assert/strict';
import test from 'node:test';
import { SvgContext } from '../figures/svg_context.js';
import { figureName } from '../lib/save.js';

const context = (ratio = 1) => new SvgContext(200, 100, { measure: (text) => 7 * text.length, ratio });
const parts = (made) => made.toString().split('\n').slice(2, -2);

test('shapes are where they are drawn, in their colours', () => {
  const made = context();
  made.fillStyle = '#123456';
  made.fillRect(1, 2, 30, 4.125);
  made.fillRect(1, 2, 0, 4);
  made.globalAlpha = 0.5;
  made.strokeStyle = 'red';
  made.lineWidth = 2;
  made.setLineDash([4, 3]);
  made.beginPath();
  made.moveTo(0, 0.5);
  made.lineTo(10, 20);
  made.stroke();
  made.setLineDash([]);
  made.strokeRect(5, 6, 7, 8);
  made.beginPath();
  made.arc(10, 10, 3, 0, 7);
  made.fill();
  assert.deepEqual(parts(made), [
    '<rect x="1" y="2" width="30" height="4.13" fill="#123456"/>',
    '<path d="M0 0.5L10 20" fill="none" stroke="red" stroke-width="2" stroke-dasharray="4 3" opacity="0.5"/>',
    '<rect x="5" y="6" width="7" height="8" fill="none" stroke="red" stroke-width="2" opacity="0.5"/>',
    '<path d="M7 10a3 3 0 1 0 6 0a3 3 0 1 0 -6 0Z" fill="#123456" opacity="0.5"/>',
  ]);
  assert.match(made.toString(), /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="200" height="100" viewBox="0 0 200 100">/);
});

test('text is text, whatever is in it', () => {
  const made = context();
  made.textAlign = 'right';
  made.textBaseline = 'middle';
  made.font = '11px "DejaVu Sans"';
  made.fillStyle = '#000';
  made.fillText('</text><script>&"\u0001\ud800x', 9, 8);
  assert.deepEqual(parts(made), [
    '<text x="9" y="8" text-anchor="end" dominant-baseline="central" style="font: 11px &#34;DejaVu Sans&#34;; white-space: pre" fill="#000">&#60;/text&#62;&#60;script&#62;&#38;&#34;\ufffd\ufffdx</text>',
  ]);
  assert.equal(made.measureText('abc').width, 21);
});

test('what is saved comes back, what is clipped is clipped', () => {
  const made = context();
  made.save();
  made.fillStyle = 'blue';
  made.beginPath();
  made.rect(1, 1, 5, 5);
  made.clip();
  made.fillRect(0, 0, 9, 9);
  made.restore();
  made.fillRect(0, 0, 1, 1);
  assert.deepEqual(parts(made), ['<rect x="0" y="0" width="9" height="9" fill="blue" clip-path="url(#clip-0)"/>', '<rect x="0" y="0" width="1" height="1" fill="#000"/>']);
  assert.match(made.toString(), /<defs><clipPath id="clip-0"><path d="M1 1h5v5h-5Z"\/><\/clipPath><\/defs>/);
});

test('pixels of a screen with two per unit become an image of their size', () => {
  const made = context(2);
  made.save();
  made.setTransform(1, 0, 0, 1, 0, 0);
  made.drawImage({ width: 40, height: 20, toDataURL: () => 'data:image/png;base64,AA' }, 10, 6);
  made.restore();
  assert.deepEqual(parts(made), ['<image x="5" y="3" width="20" height="10" href="data:image/png;base64,AA"/>']);
});

test('the name of a file says which figure of which program', () => {
  assert.equal(figureName({ command: '/home/x/my app --n 3' }, 'flame-graph', 'svg'), 'flame-graph-my.svg');
  assert.equal(figureName({ command: './a*b(c).out 1' }, 'timeline', 'png'), 'timeline-a-b-c-.out.png');
  assert.equal(figureName({ command: '' }, 'timeline', 'png'), 'timeline-program.png');
  assert.equal(figureName({ command: '../..' }, 'timeline', 'png'), 'timeline-program.png');
  assert.equal(figureName({ runs: [{ command: 'old' }, { command: './new 2' }] }, 'flame-graph', 'svg'), 'flame-graph-compared-new.svg');
});
