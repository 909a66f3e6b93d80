import type { JSX } from 'preact';
import { decisionWords, standingOf } from '../../report/standing.ts';
import type { IndexData, IndexRun } from '../../report/page/data.ts';
import { capital, duration, moment, plural } from '../lib/format.ts';
import { servicesOf } from '../lib/store.ts';
import { summarySentence, TONE_MARK } from '../lib/words.ts';
import { Mark, MarkWord } from '../ui/mark.tsx';
import { ThemeButton } from '../ui/theme-button.tsx';
import { Head } from '../ui/head.tsx';

/** Many targets at a glance, and the runs of each: the newest first. */
export function Runs({ data }: { readonly data: IndexData }): JSX.Element {
  const runs = [...data.runs].sort((a, b) => (a.startedAt < b.startedAt ? 1 : a.startedAt > b.startedAt ? -1 : 0));
  const targets = [...new Set(runs.map((run) => run.target))].sort();
  const latest = targets.flatMap((target) => runs.find((run) => run.target === target) ?? []);
  const services = servicesOf(latest.flatMap((run) => run.summaries));
  const columns = services.flatMap(({ service, specs }) => [...new Set(specs)].map((spec) => ({ service, spec })));
  return (
    <>
      <header class="top">
        <div class="top-row">
          <span class="brand">Plumbline</span>
          <p class="where">
            <strong>{plural(targets.length, 'target')}</strong> <span>{plural(runs.length, 'run')}</span>
          </p>
          <div class="top-buttons no-print">
            <ThemeButton />
          </div>
        </div>
      </header>
      <main tabIndex={-1}>
        <div class="page-title">
          <h1>Targets</h1>
          <p class="dim">The newest run of each.</p>
        </div>
        <table class="table stack">
          <thead>
            <tr>
              <th scope="col">Target</th>
              <th scope="col">May we release?</th>
              {columns.map(({ service, spec }) => (
                <th key={`${service} ${spec}`} scope="col">
                  {service} {spec}
                </th>
              ))}
              <th scope="col">Runs, newest first</th>
            </tr>
          </thead>
          <tbody>
            {latest.map((run) => (
              <tr key={run.target}>
                <th scope="row">
                  <RunLink run={run}>{run.target}</RunLink>
                </th>
                <td data-label="Release">
                  <Word run={run} />
                </td>
                {columns.map(({ service, spec }) => (
                  <ResultCell key={`${service} ${spec}`} run={run} service={service} spec={spec} />
                ))}
                <td data-label="Runs" class="run-row">
                  {runs
                    .filter((one) => one.target === run.target)
                    .slice(0, 14)
                    .map((one) => (
                      <RunDot key={one.id} run={one} />
                    ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <section>
          <h2>Runs</h2>
          <table class="table stack">
            <Head columns={['Started', 'Target', 'May we release?', 'Services', { number: 'Took' }]} />
            <tbody>
              {runs.map((run) => (
                <tr key={`${run.target} ${run.id}`}>
                  <th scope="row" class="nowrap">
                    <RunLink run={run}>{moment(run.startedAt)}</RunLink>
                  </th>
                  <td data-label="Target" class="nowrap">
                    {run.target}
                  </td>
                  <td data-label="Release">
                    <Word run={run} />
                  </td>
                  <td data-label="Services">
                    <ul class="spec-marks">
                      {run.summaries.map((summary) => (
                        <li key={`${summary.service} ${summary.spec}`}>
                          <MarkWord kind={TONE_MARK[standingOf(summary).tone]}>
                            {summary.service} {summary.spec}
                            <span class="unseen-label"> {standingOf(summary).text}</span>
                          </MarkWord>
                        </li>
                      ))}
                    </ul>
                  </td>
                  <td data-label="Took" class="number nowrap">
                    {duration(Date.parse(run.finishedAt) - Date.parse(run.startedAt))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </main>
    </>
  );
}

function RunLink({ run, children }: { readonly run: IndexRun; readonly children: string }): JSX.Element {
  const safe = run.href !== undefined && !/^[a-z][a-z0-9+.-]*:/i.test(run.href);
  return safe ? (
    <a href={run.href}>
      {children}
      <span class="unseen-label">
        {' '}
        {run.target}, {run.id}
      </span>
    </a>
  ) : (
    <>{children}</>
  );
}

function Word({ run }: { readonly run: IndexRun }): JSX.Element {
  return (
    <MarkWord kind={TONE_MARK[decisionWords(run).tone]}>
      <strong>{decisionWords(run).text}</strong>
    </MarkWord>
  );
}

function ResultCell({
  run,
  service,
  spec,
}: {
  readonly run: IndexRun;
  readonly service: string;
  readonly spec: string;
}): JSX.Element {
  const summary = run.summaries.find((one) => one.service === service && one.spec === spec);
  return (
    <td data-label={`${service} ${spec}`}>
      {summary === undefined ? (
        <span class="dim">not run</span>
      ) : (
        <span title={summarySentence(summary, 0)}>
          <MarkWord kind={TONE_MARK[standingOf(summary).tone]}>{capital(standingOf(summary).text)}</MarkWord>
        </span>
      )}
    </td>
  );
}

function RunDot({ run }: { readonly run: IndexRun }): JSX.Element {
  return (
    <span class="run-dot" title={`${moment(run.startedAt)}: ${decisionWords(run).text}`}>
      <Mark kind={TONE_MARK[decisionWords(run).tone]} />
      <span class="unseen-label">{decisionWords(run).text}, </span>
    </span>
  );
}
