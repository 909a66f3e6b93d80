/** Text: everything that a service or a file wrote goes through these components and becomes text nodes, never markup. */
import { useState } from 'preact/hooks';
import type { ReportCheck } from '../../report/model.ts';
import { checkTitle } from '../../report/checks.ts';
import { splitInvisible } from '../data/format.ts';
import { checkHref } from '../data/route.ts';
import { diffWords } from '../data/text-diff.ts';
import { usePage } from './page.tsx';

/** Text with invisible characters made visible. */
export function Text({ children }: { readonly children: string }) {
  const part = ({ text, invisible }: ReturnType<typeof splitInvisible>[number]) =>
    invisible ? <span class="invisible">{text}</span> : text;
  return <>{splitInvisible(children).map(part)}</>;
}

export function Code({ children }: { readonly children: string }) {
  return (
    <code>
      <Text>{children}</Text>
    </code>
  );
}

/** Text of specifications and rules. Words between backticks are code. */
export function Prose({ children }: { readonly children: string }) {
  const parts = children.split(/`([^`]+)`/);
  return <>{parts.map((part, at) => (at % 2 === 1 ? <Code>{part}</Code> : <Text>{part}</Text>))}</>;
}

/** A JSON value as written in YAML or JSON. */
export function JsonValue({ of }: { readonly of: unknown }) {
  const isEmpty = of === undefined || of === null || of === '' || (Array.isArray(of) && of.length === 0);
  if (isEmpty) return <span class="dim">empty</span>;
  return <Code>{typeof of === 'string' ? of : JSON.stringify(of)}</Code>;
}

/** A link to the web. An address with another scheme, such as `javascript:`, stays text. */
export function WebLink({ to }: { readonly to: string }) {
  if (!/^https?:\/\//i.test(to)) return <span>{to}</span>;
  return (
    <a href={to} rel="noopener noreferrer" target="_blank">
      {to}
      <span class="sr-only"> (opens in a new window)</span>
    </a>
  );
}

interface ComparisonProps {
  readonly expected: string;
  readonly actual: string;
}

/** Expected and received text, with the differing words marked. */
export function Comparison({ expected, actual }: ComparisonProps) {
  const side = (own: string, other: string) => (
    <dd>
      <code>
        {diffWords(own, other).map(({ text, same }) => {
          const part = <Text>{text}</Text>;
          return same ? part : <mark>{part}</mark>;
        })}
      </code>
    </dd>
  );
  return (
    <dl class="comparison">
      <dt>Expected</dt>
      {side(expected, actual)}
      <dt>Received</dt>
      {side(actual, expected)}
    </dl>
  );
}

/** Title of a check, with the part that distinguishes it from other checks of its rule. */
export function CheckTitle({ check }: { readonly check: ReportCheck }) {
  const { main, aside = '' } = checkTitle(check, usePage().index.report.rules);
  return (
    <>
      <Text>{main}</Text>{' '}
      <span class="aside">
        <Text>{aside}</Text>
      </span>
    </>
  );
}

export function CheckLink({ check }: { readonly check: ReportCheck }) {
  return (
    <>
      <a class="row-title" href={checkHref(check)} data-item>
        <CheckTitle check={check} />
      </a>{' '}
      <code class="id">{check.id}</code>
    </>
  );
}

interface CopyProps {
  /** Name of the copied text, for screen readers. */
  readonly label: string;
  readonly text: string;
  /** Text of the button. */
  readonly name?: string;
}

/** A command or a text to copy. */
export function CodeBlock({ label, text }: CopyProps) {
  return (
    <figure class="code-block">
      <figcaption>
        {label} <CopyButton label={label} text={text} />
      </figcaption>
      <pre tabIndex={0} aria-label={label}>
        <Code>{text}</Code>
      </pre>
    </figure>
  );
}

export function CopyButton({ label, text, name = 'Copy' }: CopyProps) {
  const [result, setResult] = useState<string>();
  const copy = async (): Promise<void> => {
    // Browsers may deny clipboard access to a page from disk.
    setResult(
      await navigator.clipboard.writeText(text).then(
        () => 'Copied',
        () => 'The browser blocked it: select the text and copy it',
      ),
    );
    setTimeout(() => setResult(undefined), 2000);
  };
  return (
    <button type="button" class="button small no-print" aria-label={`Copy ${label}`} onClick={() => void copy()}>
      <span aria-live="polite">{result ?? name}</span>
    </button>
  );
}
