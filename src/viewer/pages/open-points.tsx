import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { usePage } from '../lib/context.ts';
import { filtersOf, textMatcher } from '../lib/filters.ts';
import { count, plural, value } from '../lib/format.ts';
import { href } from '../lib/route.ts';
import { requirementKey, sourceOf } from '../lib/store.ts';
import { FilterBar } from '../ui/filter-bar.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { Tag } from '../ui/tag.tsx';
import { Head } from '../ui/head.tsx';

/** What the documents leave open: what was assumed and why, or what the target's owner answered. */
export function OpenPoints(): JSX.Element {
  const { store, route } = usePage();
  const filters = filtersOf(route.params);
  const failing = useMemo(() => {
    const counts = new Map<string, number>();
    for (const check of store.report.checks) {
      if (check.verdict !== 'fail') continue;
      for (const id of store.requirements.get(requirementKey({ ...check, id: check.requirement }))?.openPoints ?? [])
        counts.set(id, (counts.get(id) ?? 0) + 1);
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
  const answered = rows.filter((point) => point.answer !== undefined).length;
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
        <table class="table stack">
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
                  {point.answer === undefined ? <Tag tone="warn">assumed</Tag> : <Tag tone="good">answered</Tag>}
                </td>
                <td data-label="Value">
                  <code>{value(point.answer ?? point.default)}</code>
                  {point.answer !== undefined && (
                    <span class="row-sub dim">
                      default was <code>{value(point.default)}</code>
                    </span>
                  )}
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
