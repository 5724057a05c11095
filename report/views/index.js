// SPDX-License-Identifier: GPL-3.0-or-later
//
// index.js: the views, in the order of the navigation. A view is a component with the properties
// { model, state, go } in a file of its own; available(model) says whether the model has what it shows.
import { Flame } from './flame.jsx';
import { Functions } from './functions.jsx';
import { Settings } from './settings.jsx';
import { Source } from './source.jsx';
import { Summary } from './summary.jsx';
import { Timeline } from './timeline.jsx';
import { Tree } from './tree.jsx';

const always = () => true;

export const VIEWS = [
  { name: 'summary', title: 'Summary', view: Summary, available: always },
  { name: 'functions', title: 'Functions', view: Functions, available: always },
  { name: 'flame', title: 'Flame graph', view: Flame, available: always },
  { name: 'tree', title: 'Call tree', view: Tree, available: always },
  { name: 'source', title: 'Source', view: Source, available: always },
  { name: 'timeline', title: 'Timeline', view: Timeline, available: (model) => Boolean(model.timeline) },
  { name: 'settings', title: 'Settings', view: Settings, available: always },
];
