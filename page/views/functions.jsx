// SPDX-License-Identifier: GPL-3.0-or-later
//
// functions.jsx: all functions in a table, with inclusive and exclusive costs of the chosen event, and, when
// asked for, of all others.
import { useMemo } from 'preact/hooks';
import { functionColour } from '../lib/colours.js';
import { count } from '../lib/format.js';
import {
  baseName,
  eventSum,
  fileName,
  functionCount,
  functionName,
  inclusiveCosts,
  moduleName,
  selfCosts,
} from '../lib/model.js';
import { orderOf } from '../lib/function-order.js';
import { filtered } from '../lib/order.js';
import { lowerNames } from '../lib/search.js';
import { Cost } from '../ui/cost.jsx';
import { Failsafe } from '../ui/failsafe.jsx';
import { Filter } from '../ui/filter.jsx';
import { Swatch } from '../ui/link.jsx';
import { FunctionDetail } from '../ui/function-detail.jsx';
import { charactersIn, Name } from '../ui/name.jsx';
import { costWidth, countWidth, nameLeast, useNarrow } from '../ui/narrow.js';
import { OtherEvents } from '../ui/other-events.jsx';
import { DataTable } from '../ui/table.jsx';

const DEFAULT_SORT = '-inclusive';

function columnsOf(model, state, rows, narrow) {
  const { event } = state;
  const total = eventSum(model, event);
  const costs = (kind, of) => (kind === 'self' ? selfCosts : inclusiveCosts)(model, of);
  const main = ['inclusive', 'self'].map((kind) => {
    const column = costs(kind, event);
    return {
      key: kind,
      title: kind === 'self' ? 'Self' : 'Inclusive',
      long: `${event}, ${kind === 'self' ? 'exclusive' : 'inclusive'} cost`,
      width: costWidth(narrow, total),
      numeric: true,
      costs: true,
      sortable: true,
      cell: (at) => <Cost value={column[rows[at]]} total={total} />,
    };
  });
  const others = state.columns
    ? model.events
        .filter(({ name }) => name !== event)
        .map(({ name, long }) => {
          const column = costs(state.columns, name);
          return {
            key: `${state.columns}.${name}`,
            title: name,
            long,
            width: countWidth(eventSum(model, name)),
            numeric: true,
            sortable: true,
            cell: (at) => count(column[rows[at]]),
          };
        })
    : [];
  return [
    {
      key: 'name',
      title: 'Function',
      width: 'rest',
      least: nameLeast(narrow, narrow ? 150 : 220, ...main.map(({ width }) => width)),
      sortable: true,
      cell: (at, width) => (
        <span class="function">
          <Swatch colour={functionColour(model, rows[at])} />
          <Name text={functionName(model, rows[at])} code length={charactersIn(width, narrow)} />
        </span>
      ),
    },
    ...main,
    ...others,
    {
      key: 'module',
      title: 'Module',
      width: 136,
      sortable: true,
      cell: (at) => <Name text={baseName(moduleName(model, rows[at]))} length={40} />,
    },
    {
      key: 'file',
      title: 'File',
      width: 150,
      sortable: true,
      cell: (at) => <Name text={baseName(fileName(model, rows[at]))} length={40} />,
    },
  ];
}

function Tools({ model, state, go, shown }) {
  return (
    <div class="tools">
      <Filter label="Filter functions" />
      <OtherEvents state={state} go={go} />
      <span class="status" role="status">
        {count(shown)} of {count(functionCount(model))} functions
        {state.function == null && shown > 0 && '; select one to see its calls and costs'}
      </span>
    </div>
  );
}

export function Functions({ model, state, go }) {
  const sort = state.sort ?? DEFAULT_SORT;
  const order = orderOf(model, sort, state.event);
  const rows = useMemo(() => filtered(order, () => lowerNames(model), state.filter ?? ''), [order, state.filter]);
  const position = state.function == null ? -1 : rows.indexOf(state.function);
  // Until a function is selected, the table has the whole width.
  const known = state.function != null && state.function >= 0 && state.function < functionCount(model);
  const narrow = useNarrow();
  const columns = columnsOf(model, state, rows, narrow);
  return (
    <>
      <Tools model={model} state={state} go={go} shown={rows.length} />
      <div class={known ? 'split' : 'split alone'}>
        <DataTable
          label="Functions"
          length={rows.length}
          columns={columns}
          position={position}
          sort={sort}
          onMove={(at, byKey) => go({ function: rows[at] }, { replace: byKey })}
          onOpen={(at) => go({ view: 'source', function: rows[at] })}
          onSort={(key) => go({ sort: key })}
          empty={state.filter ? 'No function has this in its name.' : 'The profile has no functions.'}
        />
        {known && (
          <Failsafe part="Selected function">
            <FunctionDetail index={state.function} />
          </Failsafe>
        )}
      </div>
    </>
  );
}
