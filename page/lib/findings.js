// SPDX-License-Identifier: GPL-3.0-or-later
//
// findings.js: words for findings.
//
// Usage: TYPES[finding.type]                // ['Conflict misses', what that is]
//        savingText(model, finding)         // "about 1.2 M cycles, 12.5% of those that are estimated for the program"
//        noneText(model.findings)           // why there are none, in a sentence
import { count, short } from './format.js';

export const TYPES = {
  conflict: ['Conflict misses', 'hits in a fully associative cache of the same size'],
  capacity: ['Capacity misses', 'the data do not fit between two uses'],
  'false-sharing': ['False sharing', 'threads use different bytes of a line'],
  'true-sharing': ['True sharing', 'threads use the same bytes'],
};

export const percentText = (value) => (value == null ? '\u2013' : `${Number(value).toFixed(1)}%`);

// Possible misses of sharing may cost more than those that were simulated.
const wholeText = (model, finding) =>
  finding.saving_of_cycles > (model.findings.program?.estimated_cycles ?? Infinity)
    ? `the ${short(finding.saving_of_cycles)} that the program would then take`
    : 'those that are estimated for the program';

// null: without a model of the processor nobody knows.
export function savingText(model, finding) {
  if (model.findings.program?.cycles_are_modelled === false) return null;
  const saved = `${finding.saving_is_bound === false ? 'about' : 'up to'} ${short(finding.saving_cycles)} cycles`;
  return `${saved}, ${percentText(finding.saving_percent)} of ${wholeText(model, finding)}`;
}

export function noneText({ program }) {
  if (program?.too_short)
    return `The run is too short to say what is wrong with it: ${program.cycles_are_modelled === false ? 'starting a program takes most of it' : `${count(program.estimated_cycles)} cycles are estimated`}. Let it do more work.`;
  const misses =
    program?.load_misses_percent == null
      ? ''
      : `: ${percentText(program.load_misses_percent)} of the loads and ${percentText(program.store_misses_percent)} of the stores miss D1`;
  return `No cache miss of this run is serious${misses}.`;
}
