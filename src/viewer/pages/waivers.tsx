import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { groupBy } from '../../record/group-by.ts';
import type { ReportWaiver } from '../../report/model.ts';
import { usePage } from '../lib/context.ts';
import { alikeWaivers } from '../lib/alike.ts';
import type { AlikeWaivers } from '../lib/alike.ts';
import { filtersOf, textMatcher } from '../lib/filters.ts';
import { count, daysLeft, plural } from '../lib/format.ts';
import { href } from '../lib/route.ts';
import { todoItems, WAIVER_STATE } from '../lib/todo.ts';
import { CauseRow } from '../ui/item.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { SafeLink } from '../ui/safe-link.tsx';
import { Tag } from '../ui/tag.tsx';
import { Head } from '../ui/head.tsx';

const SOON = 7;

/** What is excused, by whom and until when; and the known issues themselves. */
export function Waivers(): JSX.Element {
  const { store, route } = usePage();
  const texts = textMatcher(filtersOf(route.params).q);
  const rows = store.report.waivers
    .filter((waiver) => texts([waiver.checks, waiver.reason, waiver.owner, waiver.state, waiver.link]))
    .sort((a, b) => Number(a.state === 'used') - Number(b.state === 'used') || a.daysLeft - b.daysLeft);
  const known = useMemo(() => todoItems(store, (check) => check.disposition === 'expected-failure', false), [store]);
  return (
    <>
      <PageTitle title="Waivers and known issues" note={plural(rows.length, 'waiver')} />
      {rows.length === 0 ? (
        <p class="empty">No waiver{store.report.waivers.length > 0 ? ' is like this' : ''}.</p>
      ) : (
        [...groupBy(rows, ({ owner }) => owner)].map(([owner, own]) => (
          <section key={owner}>
            <h2>
              {owner} <span class="dim">{plural(own.length, 'waiver')}</span>
            </h2>
            <table class="table stack waivers">
              <Head columns={['Checks', 'Reason', 'Expires', 'State', 'Excuses']} />
              <tbody>
                {alikeWaivers(own).map((alike) => (
                  <WaiverLine key={alike.first.checks} {...alike} />
                ))}
              </tbody>
            </table>
          </section>
        ))
      )}
      {known.length > 0 && (
        <section>
          <h2>Known issues</h2>
          <ul class="items">
            {known.map((item) => item.kind === 'cause' && <CauseRow key={item.cause.id} item={item} />)}
          </ul>
        </section>
      )}
    </>
  );
}

/** Waivers that read alike stand in one row: the checks of the first, and the others folded. */
function WaiverLine({ first: waiver, all }: AlikeWaivers): JSX.Element {
  const state = WAIVER_STATE[waiver.state];
  const { where, expected, actual } = waiver.symptom;
  const symptom = [
    where === undefined ? '' : `at ${where}`,
    expected === undefined ? '' : `expected “${expected}”`,
    actual === undefined ? '' : `received “${actual}”`,
  ]
    .filter((part) => part !== '')
    .join(', ');
  return (
    <tr>
      <td class="wide">
        <code class="id strong">{waiver.checks}</code>
        <span class="row-sub dim">
          {[waiver.service, waiver.spec?.join(', '), symptom]
            .filter((part) => part !== undefined && part !== '')
            .join(' · ')}
        </span>
        {all.length > 1 && (
          <details class="fold">
            <summary>{plural(all.length - 1, 'other waiver')} like it</summary>
            <ul class="plain-list">
              {all.slice(1).map((one) => (
                <li key={one.checks}>
                  <code class="id">{one.checks}</code> <Excused waivers={[one]} />
                </li>
              ))}
            </ul>
          </details>
        )}
      </td>
      <td data-label="Reason">
        {waiver.reason}
        {waiver.link !== undefined && (
          <span class="row-sub">
            <SafeLink to={waiver.link} />
          </span>
        )}
      </td>
      <td data-label="Expires" class="nowrap">
        {waiver.expires}
        <span class="row-sub">
          <Tag tone={waiver.daysLeft < 0 ? 'bad' : waiver.daysLeft <= SOON ? 'warn' : 'dim'}>
            {daysLeft(waiver.daysLeft)}
          </Tag>
        </span>
      </td>
      <td data-label="State">
        <Tag tone={state.tone}>{state.text}</Tag>
        {state.todo !== '' && <span class="row-sub">{state.todo}</span>}
      </td>
      <td data-label="Excuses">
        <Excused waivers={all} />
      </td>
    </tr>
  );
}

/** How many checks they excuse, with the way to them. */
function Excused({ waivers }: { readonly waivers: readonly ReportWaiver[] }): JSX.Element {
  const { store } = usePage();
  const many = waivers.reduce((sum, { excuses }) => sum + excuses.length, 0);
  if (many === 0) return <span class="zero">0</span>;
  const waiver = waivers.map((one) => store.report.waivers.indexOf(one)).join(',');
  return (
    <a href={href('checks', { waiver })} data-item>
      {count(many)}
      <span class="unseen-label">
        {' '}
        checks excused by{' '}
        {waivers
          .map(({ checks }) => checks)
          .slice(0, 3)
          .join(', ')}
      </span>
    </a>
  );
}
