// SPDX-License-Identifier: GPL-3.0-or-later
//
// tree.jsx: the call tree as a table that opens and closes: the flame graph for those who want figures, or
// cannot see it. `node` in the address is the selected row.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { functionColour } from '../lib/colours.js';
import { count } from '../lib/format.js';
import { baseName, functionName, moduleName, once } from '../lib/model.js';
import { hasChildren, heaviest, hotPath, nodeCount, pathTo, ROOT, treeOf, visibleNodes } from '../lib/tree.js';
import { Cost } from '../ui/cost.jsx';
import { Estimated } from '../ui/estimated.jsx';
import { Link, Swatch } from '../ui/link.jsx';
import { charactersIn, Name } from '../ui/name.jsx';
import { DataTable } from '../ui/table.jsx';
import { costWidth, nameLeast, useNarrow } from '../ui/narrow.js';

// Deeper levels than `most` say their number instead.
const indents = (narrow) => (narrow ? { px: 9, most: 5 } : { px: 15, most: 16 });

// Open nodes stay open while other views are looked at.
function useExpanded(model, tree) {
  const kept = once(model, 'expanded', () => ({ nodes: new Set(hotPath(tree, ROOT)) }));
  const [nodes, setNodes] = useState(kept.nodes);
  const set = (change) => {
    const next = new Set(kept.nodes);
    change(next);
    kept.nodes = next;
    setNodes(next);
  };
  return [nodes, set];
}

function NodeName({ model, tree, shown, open, toggle, indent, width, narrow }) {
  const { node, depth } = shown,
    index = tree.function[node];
  const level = depth - 1;
  const before = indent.px * Math.min(level, indent.most) + 18 + (level > indent.most ? 24 : 0);
  return (
    <span class="function tree-name" style={{ paddingLeft: `${indent.px * Math.min(level, indent.most)}px` }}>
      {hasChildren(model, node) ? (
        <button type="button" class="twist" tabIndex={-1} aria-label={open ? 'Close' : 'Open'} onClick={toggle}>
          {open ? '▾' : '▸'}
        </button>
      ) : (
        <span class="twist" />
      )}
      {level > indent.most && <span class="depth">{level}</span>}
      <Swatch colour={functionColour(model, index)} />
      <Name text={functionName(model, index)} code length={charactersIn(width - before, narrow)} />
    </span>
  );
}

export function Tree({ model, state, go }) {
  const tree = treeOf(model, state.event);
  const narrow = useNarrow();
  const [expanded, setExpanded] = useExpanded(model, tree);
  const node = useMemo(() => {
    if (state.node != null && state.node >= 0 && state.node < nodeCount(model)) return state.node;
    return state.function == null ? null : heaviest(tree, state.function);
  }, [tree, state.node, state.function]);
  // The selected node is to be seen: all above it are open.
  useEffect(() => {
    const closed =
      node === null
        ? []
        : pathTo(tree, node)
            .slice(1, -1)
            .filter((each) => !expanded.has(each));
    if (closed.length) setExpanded((open) => closed.forEach((each) => open.add(each)));
  }, [node, tree]);
  const shown = useMemo(() => visibleNodes(tree, expanded), [tree, expanded]);
  const position = node === null ? -1 : shown.findIndex((each) => each.node === node);
  const select = (next, byKey) => go({ node: next, function: tree.function[next] }, { replace: byKey });
  const toggle = (each) => setExpanded((open) => (open.has(each) ? open.delete(each) : open.add(each)));
  const openPath = () => {
    const path = hotPath(tree, node ?? ROOT);
    setExpanded((open) => [...(node === null ? [] : [node]), ...path].forEach((each) => open.add(each)));
    if (path.length) select(path[path.length - 1], false);
  };
  const pressed = (event) => {
    if (position < 0 || !/^Arrow(Left|Right)$/.test(event.key)) return false;
    const open = expanded.has(node),
      inner = hasChildren(model, node);
    if (event.key === 'ArrowRight' && inner) open ? select(tree.children(node)[0], true) : toggle(node);
    if (event.key === 'ArrowLeft')
      open && inner ? toggle(node) : tree.parent[node] >= 0 && select(tree.parent[node], true);
    return true;
  };
  const cost = (title, key, column) => ({
    key,
    title,
    width: costWidth(narrow, tree.total),
    numeric: true,
    costs: true,
    cell: (at) => <Cost value={column[shown[at].node]} total={tree.total} />,
  });
  const columns = [
    {
      key: 'name',
      title: 'Function',
      width: 'rest',
      least: nameLeast(narrow, narrow ? 180 : 320, costWidth(narrow, tree.total), costWidth(narrow, tree.total)),
      cell: (at, width) => (
        <NodeName
          model={model}
          tree={tree}
          shown={shown[at]}
          open={expanded.has(shown[at].node)}
          toggle={() => toggle(shown[at].node)}
          indent={indents(narrow)}
          width={width}
          narrow={narrow}
        />
      ),
    },
    cost('Inclusive', 'inclusive', tree.inclusive),
    cost('Self', 'self', tree.self),
    {
      key: 'module',
      title: 'Module',
      width: 150,
      cell: (at) => <Name text={baseName(moduleName(model, tree.function[shown[at].node]))} length={40} />,
    },
  ];
  return (
    <>
      <div class="tools">
        <button type="button" onClick={openPath}>
          Open the costliest path
        </button>
        <button
          type="button"
          onClick={() => {
            setExpanded((open) => open.clear());
            go({ node: null, function: null });
          }}
        >
          Close all
        </button>
        <Link to={{ view: 'flame' }}>As a flame graph</Link>
        <span class="status" role="status">
          {count(shown.length)} of {count(nodeCount(model))} nodes
        </span>
      </div>
      <Estimated model={model} />
      <DataTable
        label={`Call tree by ${state.event}`}
        length={shown.length}
        columns={columns}
        position={position}
        level={(at) => shown[at].depth}
        expanded={(at) => (hasChildren(model, shown[at].node) ? expanded.has(shown[at].node) : undefined)}
        onMove={(at, byKey) => select(shown[at].node, byKey)}
        onOpen={(at) => toggle(shown[at].node)}
        onKey={pressed}
        empty="The profile has no calls."
      />
    </>
  );
}
