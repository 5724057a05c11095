// SPDX-License-Identifier: GPL-3.0-or-later
//
// answers.jsx: four answers on top of the start page: what costs most, where, why, and what to do. Each leads to the view that shows it.
import { answersOf } from '../../lib/answers.js';
import { noneText, percentText, savingText, TYPES } from '../../lib/findings.js';
import { capital, percent, visible } from '../../lib/format.js';
import { baseName, eventOf, once } from '../../lib/model.js';
import { CodePlace } from '../../ui/code.jsx';
import { FunctionLink, Link } from '../../ui/link.jsx';
import { Name } from '../../ui/name.jsx';

const PARTS = 3; // causes and kinds that are named
const LINE_characters = 160;

function Answer({ question, children }) {
  return (
    <section class="card answer">
      <h2>{question}</h2>
      {children}
    </section>
  );
}

const whole = (share) => percent(share, 1);
// "Misses of LL" behind other words: "misses of LL".
const inSentence = (title) => title.slice(0, 1).toLowerCase() + title.slice(1);
const list = (parts) =>
  parts
    .slice(0, PARTS)
    .map(({ words, share }) => `${words} ${whole(share)}`)
    .join(', ');

function What({ model, what }) {
  const { name, long } = eventOf(model, model.events[0]?.name);
  if (!what) return <p class="soft">Nothing has costs in this profile.</p>;
  return (
    <>
      <p class="headline">
        <FunctionLink index={what.index} view="functions" length={60} />
      </p>
      <p>
        {whole(what.share)} of all {visible(inSentence(long ?? name))}, without what it calls.{' '}
        <Link class="way" to={{ view: 'flame', function: what.index, node: null }}>
          Who calls it
        </Link>
      </p>
    </>
  );
}

function Where({ model, what, where }) {
  if (!where)
    return (
      <p class="soft">
        {what ? 'Its lines are not known: compile with -g.' : 'There are no lines.'}
      </p>
    );
  return (
    <>
      <p class="headline">
        <Link to={{ view: 'source', file: where.file, line: where.line, function: what.index }}>
          <Name text={`${baseName(model.files[where.file])}:${where.line}`} length={60} />
        </Link>
      </p>
      {where.text && (
        <pre class="answer-line">
          <bdi>{visible(where.text.slice(0, LINE_characters))}</bdi>
        </pre>
      )}
      <p>{whole(where.share)} of what the function costs.</p>
    </>
  );
}

// Where misses are what costs: of which kinds they are.
function Misses({ what, kinds }) {
  if (!kinds) return <p class="soft">The profile does not say of which kinds these misses are: run with --miss-classes=yes.</p>;
  const [{ words, share }, ...rest] = kinds.parts;
  return (
    <>
      <p class="headline">
        <Link to={{ view: 'functions', function: what.index }}>
          {words} misses {whole(share)}
        </Link>
      </p>
      <p>Of the misses of {kinds.level} by data.</p>
      {rest.length > 0 && <p>Then {list(rest)}.</p>}
    </>
  );
}

function Why({ what, why }) {
  if (!why) return <p class="soft">The profile does not say: run with --cache-sim=yes, or with --cycles=yes.</p>;
  if (why.misses) return <Misses {...{ what, kinds: why.kinds }} />;
  const [{ words, share, parts }, ...rest] = why.parts;
  const to = why.causes ? { view: 'cycles' } : { view: 'functions', function: what.index };
  return (
    <>
      <p class="headline">
        <Link to={to}>
          {words} {whole(share)}
        </Link>
      </p>
      {parts && <p>That is {list(parts)}.</p>}
      {rest.length > 0 && <p>Then {list(rest)}.</p>}
      {why.kinds && (
        <p>
          Its misses of {why.kinds.level} are {list(why.kinds.parts)}.
        </p>
      )}
    </>
  );
}

// Where a cause that no finding is about costs more than any finding.
function OfCause({ model, where, todo }) {
  const { words, percent: share, text, code } = model.remedy;
  return (
    <>
      <p class="headline">
        <Link to={{ view: 'cycles' }}>
          {visible(capital(words))}, {percentText(share)} of all cycles
        </Link>
      </p>
      {code && where?.line !== code.line && (
        <p class="answer-place">
          {code.percent === 100 ? 'In' : `${percentText(code.percent)} of them in`} <CodePlace name={code.function} file={code.file} line={code.line} />
          {code.for && `, called for ${visible(code.for)}`}
        </p>
      )}
      <p class="remedy">{visible(capital(text))}.</p>
      {model.findings && (todo ? <p><Link class="way" to={{ view: 'findings', type: null }}>Then {inSentence(TYPES[todo.finding.type]?.[0] ?? todo.finding.type)}</Link></p> : <p class="soft">{noneText(model.findings)}</p>)}
    </>
  );
}

function Todo({ model, where, todo }) {
  if (model.remedy) return <OfCause {...{ model, where, todo }} />;
  if (todo) {
    const { finding, isOfWhat } = todo;
    const [code] = finding.code ?? [];
    // A finding of the function may be of another line than that which costs most.
    const isOfWhere = isOfWhat && where?.line === code?.line;
    const saving = savingText(model, finding);
    return (
      <>
        <p class="headline">
          <Link to={{ view: 'findings', type: null }}>{TYPES[finding.type]?.[0] ?? finding.type}</Link>
        </p>
        {!isOfWhere && code && (
          <p class="answer-place">
            <span>{isOfWhat ? 'In another line:' : 'Elsewhere:'}</span> <CodePlace name={code.function} file={code.file} line={code.line} />
          </p>
        )}
        <p class="remedy">{visible(finding.remedy ?? '')}</p>
        {saving && <p>Saves {saving}.</p>}
      </>
    );
  }
  if (model.findings) {
    return (
      <>
        <p>{noneText(model.findings)}</p>
        <p class="soft">
          <Link class="way" to={{ view: 'findings' }}>
            Findings
          </Link>
        </p>
      </>
    );
  }
  const missing = (model.missing ?? []).find(({ view }) => view === 'findings');
  return (
    <p>
      {visible(missing?.text ?? 'The run has no findings.')}
      {missing?.option && (
        <>
          {' '}
          Run with <code>{visible(missing.option)}</code>. <Link class="way" to={{ view: 'settings' }}>
            What else is missing
          </Link>
        </>
      )}
    </p>
  );
}

export function Answers({ model }) {
  const { what, where, why, todo } = once(model, 'answers', () => answersOf(model));
  return (
    <div class="answers">
      <Answer question="What costs most">
        <What {...{ model, what }} />
      </Answer>
      <Answer question="Where">
        <Where {...{ model, what, where }} />
      </Answer>
      <Answer question="Why">
        <Why {...{ what, why }} />
      </Answer>
      <Answer question="What to do">
        <Todo {...{ model, where, todo }} />
      </Answer>
    </div>
  );
}
