// SPDX-License-Identifier: GPL-3.0-or-later
//
// code_key.jsx: names of the most frequent functions, with their colours in the panel of code.
//
// Usage: <CodeKey scene={scene} beside={layout} />     beside the panel of code
//        <CodeKey scene={scene} />                     as a line of its own
import { useMemo } from 'preact/hooks';
import { functionColours } from '../../figures/palette.js';
import { shortened } from '../../lib/format.js';
import { Name } from '../../ui/name.jsx';
import { useColours } from '../../ui/theme.js';
import { timelineFunction } from './scene.js';

const FEW = 5; // as many as there are lines beside the panel
const AWAY_px = 8;

export function CodeKey({ scene, beside }) {
  const colours = useColours();
  const shown = useMemo(() => [...functionColours(scene.counts, colours)].slice(0, FEW), [scene, colours]);
  if (!shown.length) return null;
  const panel = beside?.panels.find(({ name }) => name === 'code');
  const place = panel && {
    left: `${panel.x + panel.width + AWAY_px}px`,
    top: `${panel.y}px`,
    width: `${beside.right - 2 * AWAY_px}px`,
    height: `${panel.height}px`,
  };
  return (
    <ul class={`code-key${panel ? ' beside' : ''}`} style={place} aria-label="Colours of the most frequent functions">
      {shown.map(([fn, colour]) => (
        <li key={fn}>
          <span class="swatch" style={{ background: colour }} aria-hidden="true" />
          <Name text={shortened(timelineFunction(scene.model, fn).name, 60)} />
        </li>
      ))}
    </ul>
  );
}
