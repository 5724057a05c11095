// SPDX-License-Identifier: GPL-3.0-or-later
//
// index.js: the views of two runs, in the order of the navigation; as in ../index.js.
import { Findings } from './findings.jsx';
import { Flame } from './flame.jsx';
import { Functions } from './functions.jsx';
import { Objects } from './objects.jsx';
import { Overview } from './overview.jsx';
import { Settings } from './settings.jsx';
import { Source } from './source.jsx';
import { Timeline } from './timeline.jsx';

const always = () => true;

export const VIEWS = [
  { name: 'changes', title: 'Changes', view: Overview, available: always },
  { name: 'findings', title: 'Findings', view: Findings, available: (model) => Boolean(model.findings) },
  { name: 'functions', title: 'Functions', view: Functions, available: always },
  { name: 'flame', title: 'Flame graph', view: Flame, available: always },
  { name: 'source', title: 'Source', view: Source, available: always },
  { name: 'objects', title: 'Objects', view: Objects, available: (model) => Boolean(model.objects) },
  { name: 'timeline', title: 'Timeline', view: Timeline, available: (model) => Boolean(model.timeline) },
  { name: 'settings', title: 'Settings', view: Settings, available: always },
];
