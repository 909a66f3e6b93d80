import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { usePage } from '../lib/context.ts';
import { filtersOf, textMatcher } from '../lib/filters.ts';
import { plural } from '../lib/format.ts';
import { requirementRows } from '../lib/requirement-rows.ts';
import type { RequirementCell, RequirementRow } from '../lib/requirement-rows.ts';
import { href } from '../lib/route.ts';
import { FilterBar } from '../ui/filter-bar.tsx';
import { MarkWord } from '../ui/mark.tsx';
import { pageOf, Pager } from '../ui/pager.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { Prose } from '../ui/prose.tsx';
import { RestsOn } from '../ui/rests-on.tsx';
import { Tag, Weight } from '../ui/tag.tsx';
import { Head } from '../ui/head.tsx';

/** What each version changed, and how the service does in each. */
export function Versions(): JSX.Element {
  const { store, route } = usePage();
  const filters = filtersOf(route.params);
  const all = route.params['all'] === 'yes';
  const rows = useMemo(() => {
    const several = new Set(store.services.filter((one) => one.specs.length > 1).map((one) => one.service));
    const texts = textMatcher(filters.q);
    return requirementRows(store).filter(
      (row) =>
        several.has(row.service) &&
        (all || row.differs) &&
        (filters.service === undefined || row.service === filters.service) &&
        (filters.level === undefined || row.latest.level === filters.level) &&
        (filters.basis === undefined || row.latest.basis === filters.basis) &&
        (filters.verdict === undefined || row.verdicts.some((verdict) => verdict === filters.verdict)) &&
        (filters.requirement === undefined || row.id === filters.requirement) &&
        texts([row.id, row.latest.text, row.latest.section, ...row.cells.map((cell) => cell.requirement?.change)]),
    );
  }, [store, all, JSON.stringify(filters)]);
  const { rows: shown, page, pages } = pageOf(rows, route);
  const services = store.services.filter((one) => shown.some((row) => row.service === one.service));
  return (
    <>
      <PageTitle title="Versions" note={`${plural(rows.length, 'requirement')}${all ? '' : ' that differ'}`}>
        <p class="switch no-print">
          <a
            href={href('versions', { ...route.params, all: undefined, page: undefined })}
            {...(all ? {} : { 'aria-current': 'true' as const })}
          >
            Only what differs
          </a>
          <a
            href={href('versions', { ...route.params, all: 'yes', page: undefined })}
            {...(all ? { 'aria-current': 'true' as const } : {})}
          >
            All requirements
          </a>
        </p>
      </PageTitle>
      <FilterBar menus={['service', 'level', 'basis', 'verdict']} />
      {rows.length === 0 && (
        <p class="empty">
          {store.services.every((one) => one.specs.length < 2)
            ? 'No service has more than one version in this report.'
            : 'No requirement is like this.'}
        </p>
      )}
      {services.map(({ service, specs }) => (
        <section key={service}>
          <h2>{service}</h2>
          <table class="table stack compact versions">
            <Head columns={['Requirement', ...specs]} />
            <tbody>
              {shown
                .filter((row) => row.service === service)
                .map((row) => (
                  <VersionRow key={row.id} row={row} />
                ))}
            </tbody>
          </table>
        </section>
      ))}
      <Pager route={route} page={page} pages={pages} />
    </>
  );
}

function VersionRow({ row }: { readonly row: RequirementRow }): JSX.Element {
  return (
    <tr>
      <th scope="row" class="wide">
        <span class="row-text">
          <Prose>{row.latest.text}</Prose>
        </span>
        <span class="row-sub">
          <Weight level={row.latest.level} basis={row.latest.basis} />{' '}
          <a href={href('requirements', { requirement: row.id })} data-item>
            <code class="id">{row.id}</code>
          </a>
        </span>
        <RestsOn points={row.latest.openPoints} />
        {row.cells.map(
          ({ spec, requirement }) =>
            requirement?.change !== undefined && (
              <span key={spec} class="row-change">
                <b>{spec}</b> {requirement.change}
              </span>
            ),
        )}
      </th>
      {row.cells.map((cell) => (
        <VersionCell key={cell.spec} row={row} cell={cell} />
      ))}
    </tr>
  );
}

function VersionCell({ row, cell }: { readonly row: RequirementRow; readonly cell: RequirementCell }): JSX.Element {
  const { requirement, change, spec } = cell;
  return (
    <td data-label={spec} class={change === undefined ? '' : 'has-change'}>
      {change !== undefined && <Tag tone={change === 'removed' ? 'dim' : 'strong'}>{change}</Tag>}
      {requirement === undefined ? (
        change === undefined && <span class="dim">not in it</span>
      ) : requirement.excluded !== undefined ? (
        <span class="dim">excluded</span>
      ) : (
        <a class="mark-link" href={href('checks', { service: row.service, spec, requirement: row.id })}>
          <MarkWord kind={requirement.verdict ?? 'untested'} />
        </a>
      )}
    </td>
  );
}
