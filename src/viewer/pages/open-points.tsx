import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { usePage } from '../lib/context.ts';
import { filtersOf, textMatcher } from '../lib/filters.ts';
import { count, plural } from '../lib/format.ts';
import { href } from '../lib/route.ts';
import { sourceOf } from '../lib/store.ts';
import { isAnswered } from '../../report/points-seen.ts';
import type { PointState, ReportOpenPoint } from '../../report/model.ts';
import { FilterBar } from '../ui/filter-bar.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { Tag, type TagTone } from '../ui/tag.tsx';
import { Value } from '../ui/value.tsx';
import { Head } from '../ui/head.tsx';

/** What the documents leave open: what was assumed and why, or what the target's owner answered. */
export function OpenPoints(): JSX.Element {
  const { store, route } = usePage();
  const filters = filtersOf(route.params);
  const failing = useMemo(() => {
    const counts = new Map<string, number>();
    for (const check of store.report.checks) {
      if (check.verdict !== 'fail') continue;
      for (const id of store.restsOn(check)) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    return counts;
  }, [store]);
  const texts = textMatcher(filters.q);
  const rows = store.report.openPoints
    .filter(
      (point) =>
        (filters.service === undefined || point.service === filters.service) &&
        texts([point.id, point.question, point.reason, point.section]),
    )
    .sort((a, b) => (failing.get(b.id) ?? 0) - (failing.get(a.id) ?? 0));
  const answered = rows.filter(isAnswered).length;
  return (
    <>
      <PageTitle
        title="Open points"
        note={`${plural(rows.length, 'open point')}, ${count(answered)} answered, ${count(rows.length - answered)} assumed`}
      />
      <FilterBar menus={['service']} />
      {rows.length === 0 ? (
        <p class="empty">No open point is like this.</p>
      ) : (
        <table class="table stack points">
          <Head columns={['Question', 'State', 'Value', 'Why this default', 'Checks']} />
          <tbody>
            {rows.map((point) => (
              <tr key={point.id}>
                <td class="wide">
                  <span class="row-text">{point.question}</span>
                  <span class="row-sub">
                    <code class="id">{point.id}</code> <span class="dim">{sourceOf(point)}</span>
                  </span>
                </td>
                <td data-label="State">
                  <State point={point} />
                </td>
                <td data-label="Value">
                  <Answers point={point} />
                </td>
                <td data-label="Why">{point.reason}</td>
                <td data-label="Checks">
                  <a href={href('checks', { openpoint: point.id })} data-item>
                    {count(point.checks)}
                    <span class="unseen-label"> checks rest on {point.id}</span>
                  </a>
                  {(failing.get(point.id) ?? 0) > 0 && (
                    <>
                      ,{' '}
                      <a href={href('checks', { openpoint: point.id, verdict: 'fail' })}>
                        {count(failing.get(point.id) ?? 0)} fail<span class="unseen-label"> of {point.id}</span>
                      </a>
                    </>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

/** Green stands for an answer that something was tried with, and that was seen to be right. */
const STATES: Readonly<Record<PointState, { readonly tone: TagTone; readonly text: string }>> = {
  open: { tone: 'warn', text: 'assumed' },
  agrees: { tone: 'good', text: 'answered, agrees' },
  differs: { tone: 'bad', text: 'answered, checks fail' },
  unjudged: { tone: 'dim', text: 'answered, not judged' },
  unasked: { tone: 'dim', text: 'answered, not asked' },
  unused: { tone: 'warn', text: 'answered, used by nothing' },
};

function State({ point }: { readonly point: ReportOpenPoint }): JSX.Element {
  const { kind, seen = [], places = [] } = point;
  // A report of an earlier version does not say what came of it.
  const state = point.state === undefined ? undefined : STATES[point.state];
  const answered = isAnswered(point);
  return (
    <>
      {state === undefined ? (
        <Tag tone={answered ? 'plain' : 'warn'}>{answered ? 'answered' : 'assumed'}</Tag>
      ) : (
        <Tag tone={state.tone}>
          {answered && kind === 'confirm' ? state.text.replace('answered', 'confirmed') : state.text}
        </Tag>
      )}
      {answered &&
        seen.map(({ spec, checks, pass, fail }) => (
          <span key={spec} class="row-sub dim">
            {spec}: {count(pass)} pass
            {fail > 0 && (
              <>
                ,{' '}
                <a href={href('checks', { openpoint: point.id, spec, verdict: 'fail' })} data-item>
                  {count(fail)} fail
                </a>
              </>
            )}
            {checks > pass + fail && `, ${plural(checks - pass - fail, 'other')}`}
          </span>
        ))}
      {kind === 'confirm' && places.length > 0 && (
        <span class="row-sub dim">
          {answered ? 'confirmed as it stands in' : 'not answered, taken as drafted in'} {places.join(', ')}
        </span>
      )}
    </>
  );
}

function Answers({ point }: { readonly point: ReportOpenPoint }): JSX.Element {
  const { kind, answer, answersIn, default: usual } = point;
  if (kind === 'confirm')
    return (
      <span>
        {isAnswered(point) ? 'as the contract says' : 'as the contract drafts it; edit it there if it is not so'}
      </span>
    );
  const own = Object.entries(answersIn ?? {});
  return (
    <>
      {(answer !== undefined || own.length === 0) && <Value of={answer ?? usual} />}
      {own.map(([spec, said]) => (
        <span key={spec} class="row-sub">
          {spec}: <Value of={said} />
        </span>
      ))}
      {isAnswered(point) && (
        <span class="row-sub dim">
          default {own.length > 0 ? 'is' : 'was'} <Value of={usual} />
        </span>
      )}
    </>
  );
}
