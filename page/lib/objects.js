// SPDX-License-Identifier: GPL-3.0-or-later
//
// objects.js: questions to the model about memory objects.
//
// Usage: objectById(model, 12), objectLabel(model, 12)
//        objectColumns(model)              // [{ key: 'D1m', title: 'D1 misses', of: (cost) => ..., text: (value) => '1,234' }, ...]
//        functionNamed(model, 'main', '/src/a.c')    // its index in model.functions, or undefined
import { count } from './format.js';
import { DATA_LEVELS, dataMisses } from './levels.js';
import { once } from './model.js';
import { quotient, quotientText } from './quotients.js';

export const objectById = (model, id) =>
  once(model, 'objects by id', () => new Map((model.objects?.list ?? []).map((object) => [object.id, object]))).get(id);

export function objectLabel(model, id) {
  if (id == null || id < 0) return '(no object)';
  const object = objectById(model, id);
  return String(object?.label ?? object?.name ?? `object ${id}`);
}

// The function of the profile with this name, in this file if there is one there.
export function functionNamed(model, name, file) {
  const named = once(model, 'functions by name and file', () => {
    const found = new Map();
    model.functions.name.forEach((each, i) => {
      for (const key of [`${each}\n${model.files[model.functions.file[i]]}`, each])
        if (!found.has(key)) found.set(key, i);
    });
    return found;
  });
  return named.get(`${name}\n${file}`) ?? named.get(name);
}

// What the misses of an object add to the estimated cycles.
function cyclesColumn({ events, cycles }) {
  const factors = Object.entries(cycles ?? {}).map(([name, factor]) => [events.indexOf(name), factor]);
  return {
    key: 'CEst',
    title: 'Miss cycles',
    long: 'Cycles that its misses add, as estimated',
    of: (cost) => factors.reduce((sum, [place, factor]) => sum + factor * (cost[place] ?? 0), 0),
  };
}

const SUMS = [
  ['accesses', 'Accesses', ['Dr', 'Dw']],
  ...DATA_LEVELS.map((level) => [`${level}m`, `${level} misses`, dataMisses(level)]),
];

// The part of the bytes loaded that is never used, of each level: quotients, which have no total.
function unusedColumns({ events, rates = [] }) {
  const known = (rate, cost) => Object.keys({ ...rate.of, ...rate.by }).every((event) => cost[events.indexOf(event)] != null);
  return rates.map((rate) => ({
    key: rate.key,
    title: rate.title,
    long: rate.long,
    of: (cost) => (known(rate, cost) ? quotient(rate, (event) => cost[events.indexOf(event)]) : null),
    text: (value) => quotientText(rate, value),
    total: null,
  }));
}

// Estimated cycles and sums of loads and stores first, then every event of the file, each with the sum of all objects; at the end what
// is unused.
export function objectColumns(model) {
  return once(model, 'object columns', () => {
    const { events, list } = model.objects;
    const sums = SUMS.filter(([, , parts]) => parts.every((part) => events.includes(part))).map(
      ([key, title, parts]) => {
        const places = parts.map((part) => events.indexOf(part));
        return {
          key,
          title,
          long: `${parts.join(' + ')}`,
          of: (cost) => places.reduce((sum, place) => sum + (cost[place] ?? 0), 0),
        };
      },
    );
    const plain = events.map((name, e) => ({
      key: name,
      title: name,
      long: model.events.find((each) => each.name === name)?.long,
      of: (cost) => cost[e] ?? 0,
    }));
    const cycles = Object.keys(model.objects.cycles ?? {}).length ? [cyclesColumn(model.objects)] : [];
    const counted = [...cycles, ...sums, ...plain].map((column) => ({
      ...column,
      text: count,
      total: list.reduce((sum, object) => sum + column.of(object.cost), 0),
    }));
    return [...counted, ...unusedColumns(model.objects)];
  });
}
