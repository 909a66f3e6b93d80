import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { groupBy } from '../../report/group-by.ts';
import type { ReportWaiver } from '../../report/model.ts';
import { usePage } from '../lib/context.ts';
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
    .map((waiver, index) => ({ waiver, index }))
    .filter(({ waiver }) => texts([waiver.checks, waiver.reason, waiver.owner, waiver.state, waiver.link]))
    .sort(
      (a, b) =>
        Number(a.waiver.state === 'used') - Number(b.waiver.state === 'used') || a.waiver.daysLeft - b.waiver.daysLeft,
    );
  const known = useMemo(() => todoItems(store, (check) => check.disposition === 'expected-failure', false), [store]);
  return (
    <>
      <PageTitle title="Waivers and known issues" note={plural(rows.length, 'waiver')} />
      {rows.length === 0 ? (
        <p class="empty">No waiver{store.report.waivers.length > 0 ? ' is like this' : ''}.</p>
      ) : (
        [...groupBy(rows, ({ waiver }) => waiver.owner)].map(([owner, own]) => (
          <section key={owner}>
            <h2>
              {owner} <span class="dim">{plural(own.length, 'waiver')}</span>
            </h2>
            <table class="table stack waivers">
              <Head columns={['Checks', 'Reason', 'Expires', 'State', 'Excuses']} />
              <tbody>
                {own.map(({ waiver, index }) => (
                  <WaiverLine key={index} waiver={waiver} index={index} />
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

function WaiverLine({ waiver, index }: { readonly waiver: ReportWaiver; readonly index: number }): JSX.Element {
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
        {waiver.excuses.length === 0 ? (
          <span class="zero">0</span>
        ) : (
          <a href={href('checks', { waiver: String(index) })} data-item>
            {count(waiver.excuses.length)}
            <span class="unseen-label"> checks excused by {waiver.checks}</span>
          </a>
        )}
      </td>
    </tr>
  );
}
