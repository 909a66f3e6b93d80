import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { ReportCheck } from '../../report/model.ts';
import { usePage } from '../lib/context.ts';
import { count, run, daysLeft, plural } from '../lib/format.ts';
import { checkHref, href } from '../lib/route.ts';
import { failsSince } from '../lib/store.ts';
import type { Store } from '../lib/store.ts';
import type { Excuse } from '../lib/alike.ts';
import { WAIVER_STATE } from '../lib/todo.ts';
import type { CauseItem, WaiverItem } from '../lib/todo.ts';
import { markOf } from '../lib/words.ts';
import { Mark } from './mark.tsx';
import { Tag, Weight } from './tag.tsx';
import { Text } from './text.tsx';

const PLACES = 3;
const EXCUSES = 3;

/** One cause, as one item: what is wrong, how far it reaches, and the way to its card. */
export function CauseRow({ item }: { readonly item: CauseItem }): JSX.Element {
  const { store } = usePage();
  const { first, checks, cause } = item;
  const finding = first.findings[0];
  const since = useMemo(() => earliest(store, checks), [store, checks]);
  return (
    <li class="item">
      <Mark kind={markOf(first)} />
      <div class="item-main">
        <a class="item-title" data-item href={checkHref(first)}>
          <Text>{cause.title}</Text>
          {cause.kind === 'unexpected-pass' && ': it holds again'}
          {item.aside !== undefined && (
            <span class="aside">
              {' '}
              <Text>{item.aside}</Text>
            </span>
          )}
        </a>
        {finding !== undefined && (
          <p class="item-finding">
            <code>
              <Text>{finding.where}</Text>
            </code>{' '}
            expected{' '}
            <b>
              <Text>{brief(finding.expected)}</Text>
            </b>
            , received{' '}
            <b>
              <Text>{brief(finding.actual)}</Text>
            </b>
          </p>
        )}
        {item.party === 'owner' &&
          item.openPoints.map((point) => (
            <p key={point.id} class="item-finding">
              Open: <a href={href('open-points', { q: point.id })}>{point.question}</a>
            </p>
          ))}
        {item.next !== undefined && (
          <p class="item-finding">
            {item.next.hint} <code>{item.next.command}</code>
          </p>
        )}
        <Excuses item={item} />
      </div>
      <p class="item-meta">
        {item.appeared > 0 && <Tag tone="bad">{item.appeared === checks.length ? 'new' : `${item.appeared} new`}</Tag>}
        <Weight level={item.level} basis={item.basis} />
        {item.whose.map((whose) => (
          <span key={whose}>{whose}</span>
        ))}
        <span>
          {checks.length === 1 ? (
            `${first.endpoint}/${first.operation}`
          ) : (
            <a href={href('checks', { cause: item.causes })}>{plural(checks.length, 'check')}</a>
          )}
          {checks.length > 1 && ` on ${placesInWords(item.operations)}`}
          {item.holdsUp > 0 && (
            <>
              , holds up{' '}
              <a href={href('checks', { heldup: item.causes })}>
                {count(item.holdsUp)} more<span class="unseen-label"> checks because of {cause.title}</span>
              </a>
            </>
          )}
          {item.waived > 0 && item.party !== 'known' && `, ${item.waived} excused`}
        </span>
        {since !== undefined && <span>since the run of {run(since)}</span>}
      </p>
    </li>
  );
}

/** The first reasons that it is excused for; the rest is folded. */
function Excuses({ item }: { readonly item: CauseItem }): JSX.Element {
  const { excuses } = item;
  const rest = excuses.slice(EXCUSES);
  const lines = (some: readonly Excuse[]): JSX.Element[] =>
    some.map((excuse) => <ExcuseLine key={excuse.first.checks} item={item} excuse={excuse} />);
  return (
    <>
      {lines(excuses.slice(0, EXCUSES))}
      {rest.length > 0 && (
        <details class="fold">
          <summary>{plural(rest.length, 'other reason')}</summary>
          {lines(rest)}
        </details>
      )}
    </>
  );
}

function ExcuseLine({ item, excuse }: { readonly item: CauseItem; readonly excuse: Excuse }): JSX.Element {
  const { first, all, checks } = excuse;
  const over =
    all.length === 1 ? 'the waiver no longer holds; take it out.' : 'the waivers no longer hold; take them out.';
  return (
    <p class="item-finding">
      {first.owner}: {item.party === 'known' ? first.reason : over}{' '}
      {item.checks.length > 1 && `(${plural(checks, 'check')}) `}
      {item.party === 'known' && <Tag tone={first.daysLeft <= 7 ? 'warn' : 'dim'}>{daysLeft(first.daysLeft)}</Tag>}
    </p>
  );
}

/** The same in a line, for a list that only points on. */
export function CauseLine({ item }: { readonly item: CauseItem }): JSX.Element {
  const finding = item.first.findings[0];
  return (
    <li class="item item-line">
      <Mark kind={markOf(item.first)} />
      <p class="item-main">
        <a class="item-title" data-item href={checkHref(item.first)}>
          <Text>{item.cause.title}</Text>
        </a>{' '}
        <span class="item-finding">
          {finding !== undefined && (
            <>
              <code>
                <Text>{finding.where}</Text>
              </code>{' '}
              <b>
                <Text>{brief(finding.actual)}</Text>
              </b>
              ,{' '}
            </>
          )}
          {plural(item.checks.length, 'check')} in {item.whose.join('; ')}
        </span>
      </p>
    </li>
  );
}

export function WaiverRow({ item }: { readonly item: WaiverItem }): JSX.Element {
  const { waiver } = item;
  const state = WAIVER_STATE[waiver.state];
  return (
    <li class="item">
      <Mark kind="unexpected-pass" />
      <div class="item-main">
        <a class="item-title" data-item href={href('waivers', { q: waiver.checks })}>
          The waiver for <code>{waiver.checks}</code> is {state.text}
        </a>
        <p class="item-finding">
          {waiver.owner}: {state.todo}
        </p>
      </div>
      <p class="item-meta">
        <span>
          {waiver.expires}, {daysLeft(waiver.daysLeft)}
        </span>
      </p>
    </li>
  );
}

/** The first few by name; the link before it leads to all of them. */
function placesInWords(operations: readonly string[]): string {
  const shown = operations.length <= PLACES ? operations : operations.slice(0, PLACES - 1);
  return `${shown.join(', ')}${operations.length > shown.length ? ` and ${plural(operations.length - shown.length, 'other operation')}` : ''}`;
}

/** When the oldest of these failures began, where the history tells. */
function earliest(store: Store, checks: readonly ReportCheck[]): string | undefined {
  let since: string | undefined;
  for (const check of checks.slice(0, 200)) {
    const point = failsSince(store, check);
    if (point !== undefined && point !== 'this run' && (since === undefined || point.startedAt < since))
      since = point.startedAt;
  }
  return since;
}

function brief(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
