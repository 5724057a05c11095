// SPDX-License-Identifier: GPL-3.0-or-later
//
// index.js: the views, in the order of the navigation. A view is a component with the properties
// { model, state, go } in a file of its own; available(model) says whether the model has what it shows.
import { Functions } from './functions.jsx';
import { Timeline } from './timeline.jsx';

const always = () => true;

export const VIEWS = [
  { name: 'functions', title: 'Functions', view: Functions, available: always },
  { name: 'timeline', title: 'Timeline', view: Timeline, available: (model) => Boolean(model.timeline) },
];
