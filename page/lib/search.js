// SPDX-License-Identifier: GPL-3.0-or-later
//
// search.js: functions and memory objects whose names contain what was typed.
//
// Usage: found(model, 'matvec', 30)     // [{ kind: 'function', index: 12, name: 'matvec(...)' }, ...]
// Functions come in the order of the model, that is by inclusive cost; names that begin with the text first.
import { once } from './model.js';

export const lowerNames = (model) =>
  once(model, 'lower names', () => model.functions.name.map((name) => name.toLowerCase()));

const objectNames = (model) =>
  once(model, 'object names', () =>
    (model.objects?.list ?? []).map((object) => String(object.label ?? object.name ?? '').toLowerCase()),
  );

export function found(model, text, most) {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  const first = [],
    later = [];
  const take = (kind, names, show) => {
    for (let i = 0; i < names.length && first.length < most; i++) {
      const at = names[i].indexOf(wanted);
      if (at >= 0 && (at === 0 || later.length < most)) (at === 0 ? first : later).push({ kind, ...show(i) });
    }
  };
  take('function', lowerNames(model), (i) => ({ index: i, name: model.functions.name[i] }));
  take('object', objectNames(model), (i) => ({
    index: model.objects.list[i].id,
    name: String(model.objects.list[i].label ?? model.objects.list[i].name),
  }));
  return [...first, ...later].slice(0, most);
}
