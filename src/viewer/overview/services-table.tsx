import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Basis, Level, Summary } from '../../report/model.ts';
import { standingOf } from '../../report/standing.ts';
import { usePage } from '../lib/context.ts';
import { capital, count } from '../lib/format.ts';
import { href } from '../lib/route.ts';
import { LEVEL_ORDER } from '../lib/store.ts';
import type { Store } from '../lib/store.ts';
import { summarySentence, TONE_MARK } from '../lib/words.ts';
import { MarkWord } from '../ui/mark.tsx';

/** MAY rarely binds anybody: a level at which nothing fails anywhere has no column, MUST apart. */
function levelsShown(summaries: readonly Summary[]): Level[] {
  return LEVEL_ORDER.filter(
    (level) =>
      level === 'MUST' ||
      summaries.some((summary) => Object.values(summary.failing[level] ?? {}).some((failing) => failing > 0)),
  );
}

const BASES: readonly Basis[] = ['documented', 'standard', 'confirmed', 'practice', 'assumed'];

/** One verdict per service and spec version, with what it rests on. */
export function ServicesTable(): JSX.Element {
  const { store } = usePage();
  const more = useMemo(() => extras(store), [store]);
  const levels = levelsShown(store.report.summaries);
  const compared = store.data.baseline !== undefined;
  return (
    <div class="scroll">
      <table class="table stack compact services">
        <caption class="unseen-label">Verdict per service and spec version</caption>
        <thead>
          <tr>
            <th scope="col">Service</th>
            <th scope="col">Version</th>
            <th scope="col">Verdict</th>
            {levels.map((level) => (
              <th key={level} scope="col">
                {level} fails
              </th>
            ))}
            <th scope="col" class="number">
              Not judged
            </th>
            <th scope="col" class="number">
              Excused
            </th>
            <th scope="col" class="number">
              Checks
            </th>
            {compared && <th scope="col">Since baseline</th>}
          </tr>
        </thead>
        <tbody>
          {store.report.summaries.map((summary) => {
            const { service, spec, counts } = summary;
            const extra = more.get(`${service}@${spec}`) ?? { requirements: 0, appeared: 0, fixed: 0, stopped: 0 };
            const open = counts.verdicts.inconclusive + counts.verdicts.untested;
            const standing = standingOf(summary);
            return (
              <tr key={`${service}@${spec}`}>
                <th scope="row">
                  <a href={href('matrix', { service })}>{service}</a>
                </th>
                <td data-label="Version">
                  <a href={href('checks', { service, spec })} data-item>
                    {spec}
                  </a>
                </td>
                <td class="verdict">
                  <MarkWord kind={TONE_MARK[standing.tone]}>
                    <strong>{capital(standing.text)}</strong>
                  </MarkWord>
                  <span class="dim"> {summarySentence(summary, extra.requirements)}</span>
                </td>
                {levels.map((level) => (
                  <FailsCell key={level} summary={summary} level={level} />
                ))}
                <td class="number" data-label="Not judged">
                  {open === 0 ? (
                    <Zero />
                  ) : (
                    <a href={href('checks', { service, spec, disposition: 'undetermined' })}>{count(open)}</a>
                  )}
                </td>
                <td class="number" data-label="Excused">
                  {counts.dispositions['expected-failure'] === 0 ? (
                    <Zero />
                  ) : (
                    <a href={href('checks', { service, spec, disposition: 'expected-failure' })}>
                      {count(counts.dispositions['expected-failure'])}
                    </a>
                  )}
                </td>
                <td class="number" data-label="Checks">
                  {count(counts.checks)}
                </td>
                {compared && (
                  <td data-label="Since baseline">
                    <Delta {...extra} service={service} spec={spec} />
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Zero(): JSX.Element {
  return <span class="zero">0</span>;
}

function FailsCell({ summary, level }: { readonly summary: Summary; readonly level: Level }): JSX.Element {
  const { service, spec } = summary;
  const bases = summary.failing[level] ?? {};
  const present = BASES.filter((basis) => (bases[basis] ?? 0) > 0);
  return (
    <td data-label={`${level} fails`} class="fails">
      {present.length === 0 ? (
        <Zero />
      ) : (
        present.map((basis) => (
          <a key={basis} href={href('checks', { service, spec, level, basis, disposition: 'nonconforming' })}>
            {count(bases[basis] ?? 0)} <span class={`basis basis-${basis}`}>{basis}</span>
          </a>
        ))
      )}
    </td>
  );
}

interface Extra {
  requirements: number;
  appeared: number;
  fixed: number;
  stopped: number;
}

function Delta({
  appeared,
  fixed,
  stopped,
  service,
  spec,
}: Extra & { readonly service: string; readonly spec: string }): JSX.Element {
  if (appeared + fixed + stopped === 0) return <span class="zero">no change</span>;
  return (
    <span class="delta">
      {appeared > 0 && (
        <a class="worse" href={href('checks', { service, spec, change: 'appeared' })}>
          +{count(appeared)} new
        </a>
      )}
      {fixed > 0 && (
        <a class="better" href={href('checks', { service, spec, change: 'fixed' })}>
          −{count(fixed)} fixed
        </a>
      )}
      {stopped > 0 && <a href={href('changes')}>{count(stopped)} not judged now</a>}
    </span>
  );
}

function extras(store: Store): Map<string, Extra> {
  const map = new Map<string, Extra>(
    store.report.summaries.map(({ service, spec }) => [
      `${service}@${spec}`,
      { requirements: 0, appeared: 0, fixed: 0, stopped: 0 },
    ]),
  );
  const seen = new Set<string>();
  for (const check of store.report.checks) {
    if (check.disposition !== 'nonconforming') continue;
    const place = `${check.service}@${check.spec}`;
    if (seen.has(`${place} ${check.requirement}`)) continue;
    seen.add(`${place} ${check.requirement}`);
    const extra = map.get(place);
    if (extra !== undefined) extra.requirements++;
  }
  for (const kind of ['appeared', 'fixed', 'stopped'] as const) {
    for (const ref of store.data.baseline?.[kind] ?? []) {
      const extra = map.get(`${ref.service}@${ref.spec}`);
      if (extra !== undefined) extra[kind]++;
    }
  }
  return map;
}
