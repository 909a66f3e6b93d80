/** Text: everything that a service or a file wrote goes through these components and becomes text nodes, never markup. */
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { ReportCheck } from '../../report/model.ts';
import { titleOf } from '../../report/titles.ts';
import { splitInvisible } from '../data/format.ts';
import { checkHref } from '../data/route.ts';
import { diff } from '../data/text-diff.ts';
import { usePage } from './page.tsx';

/** Text with invisible characters made visible. */
export function Text({ children }: { readonly children: string }): JSX.Element {
  const runs = splitInvisible(children);
  return (
    <>
      {runs.map(({ text, invisible }) =>
        invisible ? (
          <span class="invisible" title="an invisible character">
            {text}
          </span>
        ) : (
          text
        ),
      )}
    </>
  );
}

/** Text of specifications and rules. Words between backticks are code. */
export function Prose({ children }: { readonly children: string }): JSX.Element {
  return (
    <>
      {children.split(/`([^`]+)`/).map((part, at) =>
        at % 2 === 1 ? (
          <code>
            <Text>{part}</Text>
          </code>
        ) : (
          <Text>{part}</Text>
        ),
      )}
    </>
  );
}

/** A JSON value as written in YAML or JSON. */
export function JsonValue({ of }: { readonly of: unknown }): JSX.Element {
  const isEmpty = of === undefined || of === null || of === '' || (Array.isArray(of) && of.length === 0);
  if (isEmpty) return <span class="dim">none</span>;
  return (
    <code>
      <Text>{typeof of === 'string' ? of : JSON.stringify(of)}</Text>
    </code>
  );
}

/** A link to the web. An address with another scheme, such as `javascript:`, stays text. */
export function WebLink({ to }: { readonly to: string }): JSX.Element {
  if (!/^https?:\/\//i.test(to)) return <span>{to}</span>;
  return (
    <a href={to} rel="noopener noreferrer" target="_blank">
      {to}
      <span class="sr-only"> (opens a new window)</span>
    </a>
  );
}

/** Expected and received text, with the differing words marked. */
export function Comparison({
  expected,
  received,
}: {
  readonly expected: string;
  readonly received: string;
}): JSX.Element {
  const sides = useMemo(() => diff(expected, received), [expected, received]);
  const side = (name: 'expected' | 'actual'): JSX.Element => (
    <code class={`diff diff-${name}`}>
      {sides[name].map(({ text, same }) =>
        same ? (
          <Text>{text}</Text>
        ) : (
          <mark>
            <Text>{text}</Text>
          </mark>
        ),
      )}
    </code>
  );
  return (
    <dl class="comparison">
      <dt>Expected</dt>
      <dd>{side('expected')}</dd>
      <dt>Received</dt>
      <dd>{side('actual')}</dd>
    </dl>
  );
}

/** Title of a check, with the part that distinguishes it from other checks of its rule. */
export function CheckTitle({ check }: { readonly check: ReportCheck }): JSX.Element {
  const { main, aside } = titleOf(check, usePage().index.report.rules);
  return (
    <>
      <Text>{main}</Text>
      {aside !== undefined && (
        <span class="aside">
          {' '}
          <Text>{aside}</Text>
        </span>
      )}
    </>
  );
}

export function CheckLink({ check }: { readonly check: ReportCheck }): JSX.Element {
  return (
    <>
      <a class="row-title" href={checkHref(check)} data-item>
        <CheckTitle check={check} />
      </a>{' '}
      <code class="id">{check.id}</code>
    </>
  );
}

/** A command or a text to copy. */
export function CodeBlock({ label, text }: { readonly label: string; readonly text: string }): JSX.Element {
  return (
    <figure class="code-block">
      <figcaption>
        <span>{label}</span>
        <CopyButton text={text} label={label} />
      </figcaption>
      <pre tabIndex={0} aria-label={label}>
        <code>
          <Text>{text}</Text>
        </code>
      </pre>
    </figure>
  );
}

export function CopyButton({ text, label }: { readonly text: string; readonly label: string }): JSX.Element {
  const [state, setState] = useState<'Copy' | 'Copied' | 'Not allowed: select the text'>('Copy');
  const copy = async (): Promise<void> => {
    // A browser may refuse the clipboard to a page from disk.
    const copied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    setState(copied ? 'Copied' : 'Not allowed: select the text');
    setTimeout(() => setState('Copy'), 2000);
  };
  return (
    <button type="button" class="button small no-print" aria-label={`Copy ${label}`} onClick={() => void copy()}>
      <span aria-live="polite">{state}</span>
    </button>
  );
}
