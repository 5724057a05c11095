// SPDX-License-Identifier: GPL-3.0-or-later
//
// ui.mjs: what tests do with the page, and what they read from it.
//
// Usage: const ui = new Ui(page);
//        await ui.view('Functions'); await ui.event('D1mr');
//        await ui.rows();                  // texts of the cells in sight: [['main', '1,000', ...], ...]
//        number('1,234')                   // 1234
import assert from 'node:assert/strict';

// A number as the page shows it, grouped by commas, with a true minus.
export function number(text) {
  const plain = text
    .replace(/,/g, '')
    .replace('\u2212', '-')
    .replace(/%$/, '');
  assert.match(plain, /^-?\d+(\.\d+)?$/, `"${text}" is no number`);
  return Number(plain);
}

// What a cell of ui/cost.jsx shows, as rows() gives it: the number and the percentage.
export function cost(text) {
  const [value, percent] = text.split('|');
  assert.ok(percent, `"${text}" is no cost`);
  return { value: number(value), percent };
}

export class Ui {
  constructor(page) {
    this.page = page;
  }

  // Until what has been changed is on the screen.
  async painted() {
    await this.page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0)))),
    );
  }

  async view(title) {
    const link = await this.page.evaluateHandle(
      (wanted) => [...document.querySelectorAll('nav a')].find((a) => a.textContent === wanted),
      title,
    );
    assert.ok(link.asElement(), `the navigation has no ${title}`);
    await link.asElement().click();
    await this.page.waitForFunction((wanted) => document.querySelector('main h1')?.textContent === wanted, {}, title);
    await this.painted();
  }

  async event(name) {
    await this.page.select('.event select', name);
    await this.painted();
  }

  async texts(selector) {
    return this.page.$$eval(selector, (all) => all.map((each) => each.textContent));
  }

  // The selected row of a table.
  async selected() {
    return this.page.$eval(
      'tr[aria-selected="true"] td',
      (cell) => cell.querySelector('.name[title]')?.title || cell.textContent,
    );
  }

  async text(selector) {
    return this.page.$eval(selector, (each) => each.textContent);
  }

  // The rows of the tables in `within` that are in the document; for a cost, "number|percentage"; of source lines the text alone; names whole.
  async rows(within = 'main') {
    return this.page.$eval(within, (place) => {
      // of abbreviated names, and without the place beside an object's
      const whole = (cell) => {
        const object = cell.querySelector('.object-name .name');
        return object ? object.title || object.textContent : cell.querySelector('.name[title]')?.title || cell.textContent;
      };
      const text = (cell) =>
        cell.querySelector('code.line')?.textContent ??
        (cell.querySelector('.cost')
          ? [...cell.querySelectorAll('.value, .percent')].map((each) => each.textContent).join('|')
          : whole(cell));
      return [...place.querySelectorAll('tbody tr:not(.space)')].map((row) => [...row.children].map(text));
    });
  }

  async press(...keys) {
    for (const key of keys) await this.page.keyboard.press(key);
    await this.painted();
  }

  // What a button saves, in place of the browser's folder: { name, type, text, width, height, colours }; colours: of an image, how many.
  async saved(selector) {
    await this.page.evaluate(() => {
      window.saved = null;
      HTMLAnchorElement.prototype.click = function click() {
        window.saved.name = this.download;
      };
      URL.createObjectURL = (blob) => {
        window.saved = { blob };
        return 'blob:kept';
      };
    });
    await this.page.click(selector);
    await this.page.waitForFunction(() => window.saved?.name);
    return this.page.evaluate(async () => {
      const { blob, name } = window.saved;
      const text = blob.type === 'image/svg+xml' ? await blob.text() : '';
      const image = new Image();
      image.src = text
        ? `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`
        : `data:image/png;base64,${btoa([...new Uint8Array(await blob.arrayBuffer())].map((byte) => String.fromCharCode(byte)).join(''))}`;
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
      const context = canvas.getContext('2d');
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      const colours = new Map();
      for (let i = 0; i < data.length; i += 4) {
        const colour = data.slice(i, i + 4).join(' ');
        colours.set(colour, (colours.get(colour) ?? 0) + 1);
      }
      return { name, type: blob.type, text, width: image.width, height: image.height, colours: [...colours].sort((a, b) => b[1] - a[1]) };
    });
  }

  async hash() {
    return Object.fromEntries(await this.page.evaluate(() => [...new URLSearchParams(location.hash.slice(1))]));
  }

  async back() {
    await this.page.evaluate(() => history.back());
    await this.painted();
    await this.painted();
  }
}
