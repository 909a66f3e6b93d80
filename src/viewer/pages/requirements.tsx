import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { OffRow, ReportRequirement } from '../../report/model.ts';
import { usePage } from '../lib/context.ts';
import { filtersOf, textMatcher } from '../lib/filters.ts';
import { count, plural } from '../lib/format.ts';
import { requirementRows } from '../lib/requirement-rows.ts';
import type { RequirementRow } from '../lib/requirement-rows.ts';
import { href } from '../lib/route.ts';
import { sourceOf } from '../lib/store.ts';
import { FilterBar } from '../ui/filter-bar.tsx';
import { MarkWord } from '../ui/mark.tsx';
import { pageOf, Pager } from '../ui/pager.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { Prose } from '../ui/prose.tsx';
import { RestsOn } from '../ui/rests-on.tsx';
import { Weight } from '../ui/tag.tsx';
import { Head } from '../ui/head.tsx';

type Coverage = 'covered' | 'excluded' | 'uncovered';
const COVERAGE: readonly Coverage[] = ['covered', 'excluded', 'uncovered'];

/** Every sentence of the specifications: checked, or excluded with a reason. */
export function Requirements(): JSX.Element {
  const { store, route } = usePage();
  const filters = filtersOf(route.params);
  const wanted = route.params['coverage'];
  const all = useMemo(() => requirementRows(store), [store]);
  const found = useMemo(() => {
    const texts = textMatcher(filters.q);
    return all.filter(
      (row) =>
        (filters.service === undefined || row.service === filters.service) &&
        (filters.requirement === undefined || row.id === filters.requirement) &&
        (filters.level === undefined || row.latest.level === filters.level) &&
        (filters.basis === undefined || row.latest.basis === filters.basis) &&
        (filters.spec === undefined ||
          row.cells.some((cell) => cell.spec === filters.spec && cell.requirement !== undefined)) &&
        (filters.verdict === undefined ||
          row.cells.some(
            (cell) =>
              (filters.spec === undefined || cell.spec === filters.spec) &&
              cell.requirement?.verdict === filters.verdict,
          )) &&
        texts([row.id, row.latest.text, row.latest.section, row.latest.excluded]),
    );
  }, [all, JSON.stringify(filters)]);
  const rows = found.filter((row) => wanted === undefined || coverageOf(row.latest) === wanted);
  const { rows: shown, page, pages } = pageOf(rows, route);
  return (
    <>
      <PageTitle title="Requirements" note={plural(rows.length, 'requirement')}>
        <p class="switch no-print">
          <CoverageLink value={undefined} label={`all ${count(found.length)}`} current={wanted} />
          {COVERAGE.map((value) => {
            const number = found.filter((row) => coverageOf(row.latest) === value).length;
            return value === 'uncovered' && number === 0 ? null : (
              <CoverageLink key={value} value={value} label={`${count(number)} ${value}`} current={wanted} />
            );
          })}
        </p>
      </PageTitle>
      <FilterBar menus={['service', 'spec', 'level', 'basis', 'verdict']} />
      {shown.length === 0 ? (
        <p class="empty">No requirement is like this.</p>
      ) : (
        <table class="table stack requirements">
          <Head columns={['Requirement', 'Weight', 'Source', 'How the service does']} />
          <tbody>
            {shown.map((row) => (
              <RequirementLine key={`${row.service} ${row.id}`} row={row} />
            ))}
          </tbody>
        </table>
      )}
      <Pager route={route} page={page} pages={pages} />
      <SwitchedOff rows={store.report.run.off ?? []} />
    </>
  );
}

/** What any service is tried with, and this one is not. */
function SwitchedOff({ rows }: { readonly rows: readonly OffRow[] }): JSX.Element | null {
  if (rows.length === 0) return null;
  return (
    <section>
      <h2>Not tried</h2>
      <p class="dim">What the contract has switched off of what any service is tried with.</p>
      <table class="table stack compact">
        <Head columns={['Row', 'Service', 'Why it is not tried']} />
        <tbody>
          {rows.map(({ service, row, reason }) => (
            <tr key={`${service} ${row}`}>
              <th scope="row">
                <code class="id">{row}</code>
              </th>
              <td data-label="Service">{service}</td>
              <td data-label="Why">{reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function coverageOf(requirement: ReportRequirement): Coverage {
  if (requirement.excluded !== undefined) return 'excluded';
  return requirement.checks > 0 ? 'covered' : 'uncovered';
}

function CoverageLink({
  value,
  label,
  current,
}: {
  readonly value: Coverage | undefined;
  readonly label: string;
  readonly current: string | undefined;
}): JSX.Element {
  const { route } = usePage();
  return (
    <a
      href={href('requirements', { ...route.params, coverage: value, page: undefined })}
      {...(value === current ? { 'aria-current': 'true' as const } : {})}
    >
      {label}
    </a>
  );
}

function RequirementLine({ row }: { readonly row: RequirementRow }): JSX.Element {
  const { store } = usePage();
  const { latest } = row;
  const checks = row.cells.reduce((sum, { requirement }) => sum + (requirement?.checks ?? 0), 0);
  // Somebody says it, and how it is asked is a guess all the same.
  const guessed = latest.basis === 'assumed' ? 0 : (store.guessed.get(`${row.service} ${row.id}`) ?? 0);
  return (
    <tr>
      <td class="wide">
        <span class="row-text">
          <Prose>{latest.text}</Prose>
        </span>
        <span class="row-sub">
          <code class="id">{row.id}</code> <span class="dim">{row.service}</span>
        </span>
        <RestsOn points={latest.openPoints} />
      </td>
      <td data-label="Weight">
        <Weight level={latest.level} basis={latest.basis} />
        {guessed > 0 && (
          <span class="row-sub dim">
            <a href={href('checks', { service: row.service, requirement: row.id, basis: 'assumed' })}>
              {count(guessed)} of {count(checks)}
            </a>{' '}
            checks rest on a guess
          </span>
        )}
      </td>
      <td data-label="Source">{sourceOf(latest)}</td>
      <td data-label="Service">
        {latest.excluded !== undefined ? (
          <span>
            <b>Excluded.</b> {latest.excluded}
          </span>
        ) : (
          <ul class="spec-marks">
            {row.cells.map(
              ({ spec, requirement }) =>
                requirement !== undefined && (
                  <li key={spec}>
                    <a
                      class="mark-link"
                      href={href('checks', { service: row.service, spec, requirement: row.id })}
                      data-item
                    >
                      <MarkWord kind={requirement.verdict ?? 'untested'}>
                        {spec}
                        <span class="unseen-label"> {requirement.verdict ?? 'untested'}</span>
                      </MarkWord>{' '}
                      <span class="dim">{count(requirement.checks)}</span>
                    </a>
                  </li>
                ),
            )}
          </ul>
        )}
      </td>
    </tr>
  );
}
