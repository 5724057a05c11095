// SPDX-License-Identifier: GPL-3.0-or-later
//
// index.js: the views, in the order of the navigation. A view is a component with the properties
// { model, state, go } in a file of its own; available(model) says whether the model has what it shows.
import { causesOf } from '../lib/cycles.js';
import { Curves } from './curves.jsx';
import { Cycles } from './cycles.jsx';
import { Dependences } from './dependences.jsx';
import { Findings } from './findings.jsx';
import { Flame } from './flame.jsx';
import { Functions } from './functions.jsx';
import { Objects } from './objects.jsx';
import { Sandwich } from './sandwich.jsx';
import { Sets } from './sets.jsx';
import { Settings } from './settings.jsx';
import { Source } from './source.jsx';
import { Summary } from './summary.jsx';
import { Timeline } from './timeline.jsx';
import { Tree } from './tree.jsx';

const always = () => true;

export const VIEWS = [
  { name: 'summary', title: 'Summary', view: Summary, available: always },
  { name: 'findings', title: 'Findings', view: Findings, available: (model) => Boolean(model.findings) },
  { name: 'cycles', title: 'Cycles', view: Cycles, available: (model) => causesOf(model).length > 0 },
  { name: 'functions', title: 'Functions', view: Functions, available: always },
  { name: 'flame', title: 'Flame graph', view: Flame, available: always },
  { name: 'sandwich', title: 'Sandwich', view: Sandwich, available: always },
  { name: 'tree', title: 'Call tree', view: Tree, available: always },
  { name: 'source', title: 'Source', view: Source, available: always },
  { name: 'objects', title: 'Objects', view: Objects, available: (model) => Boolean(model.objects?.list.length) },
  { name: 'dependences', title: 'Dependences', view: Dependences, available: (model) => Boolean(model.dependences) },
  { name: 'timeline', title: 'Timeline', view: Timeline, available: (model) => Boolean(model.timeline) },
  { name: 'sets', title: 'Cache sets', view: Sets, available: (model) => Boolean(model.sets) },
  { name: 'curves', title: 'Miss curves', view: Curves, available: (model) => Boolean(model.curves) },
  { name: 'settings', title: 'Settings', view: Settings, available: always },
];
