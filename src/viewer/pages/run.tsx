import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { timingsOf } from '../../report/page/cited.ts';
import type { OperationTiming } from '../../report/page/data.ts';
import { readExchanges } from '../lib/blocks.ts';
import { usePage } from '../lib/context.ts';
import { capital, count, duration, moment } from '../lib/format.ts';
import { href } from '../lib/route.ts';
import { selectionWords } from '../lib/words.ts';
import { leftAdvice, leftWords } from '../../report/left-behind.ts';
import { Command } from '../ui/command.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { Head } from '../ui/head.tsx';
import { Text } from '../ui/text.tsx';

const MOST = 25;

/** The run itself: when and where, with what, and what was slow. */
export function RunPage(): JSX.Element {
  const { store } = usePage();
  const { run, decision } = store.report;
  const facts: readonly (readonly [string, string])[] = [
    ['Run', run.id],
    ['Target', run.target],
    ['Started', moment(run.startedAt)],
    ['Took', duration(Date.parse(run.finishedAt) - Date.parse(run.startedAt))],
    ['Exchanges', count(run.exchanges)],
    ['Policy', decision.policy],
    ...selectionWords(run).map((words) => ['Narrowed to', words.replace(/^only /, '')] as const),
    ['Plan', run.planHash],
    ['Plumbline', run.plumbline],
  ];
  return (
    <>
      <PageTitle title="Run" />
      <div class="two">
        <section>
          <h2>This run</h2>
          <Facts facts={facts} />
        </section>
        <section>
          <h2>Environment</h2>
          <Facts facts={Object.entries(run.environment)} />
        </section>
      </div>
      <SeenBefore />
      <LeftBehind />
      <Slowest />
    </>
  );
}

function Facts({ facts }: { readonly facts: readonly (readonly [string, string])[] }): JSX.Element {
  return (
    <dl class="pairs">
      {facts.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What was looked at before anything was tried: where it stopped the run, the first thing to read. */
function SeenBefore(): JSX.Element | null {
  const { preflight } = usePage().store.report.run;
  if (preflight === undefined) return null;
  const { stops = [], warnings = [] } = preflight;
  return (
    <section>
      <h2>What the preflight saw</h2>
      {stops.length + warnings.length === 0 ? (
        <p class="dim">Address, clock, sign-in and version of each service: nothing was out of order.</p>
      ) : (
        <ul class="plain-list">
          {stops.map(({ service, specs, cause, hint }) => (
            <li key={`${service} ${cause}`}>
              <strong>
                {service} {specs.join(', ')}
              </strong>{' '}
              could not be judged: <Text>{cause}</Text>. <Text>{hint}</Text>
            </li>
          ))}
          {warnings.map((warning) => (
            <li key={warning}>
              <Text>{warning}</Text>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function LeftBehind(): JSX.Element | null {
  const { run } = usePage().store.report;
  const { leftovers = [] } = run;
  if (leftovers.length === 0) return null;
  const { text, command } = leftAdvice(run);
  return (
    <section>
      <h2>Left behind</h2>
      <p class="dim">
        {capital(leftWords(leftovers))}. {text}
        {command === undefined ? '.' : ':'}
      </p>
      {command !== undefined && (
        <Command label="tries again, in the folder that the run was started in" text={command} />
      )}
      <table class="table stack compact">
        <Head columns={['What', 'Service', { number: 'How many' }, 'Why', 'Identifiers']} />
        <tbody>
          {leftovers.map(({ service, spec, endpoint, count: many, why, changed, ids }) => (
            <tr key={`${service} ${spec} ${endpoint} ${why}`}>
              <th scope="row">{endpoint}</th>
              <td data-label="Service">
                {service} {spec}
              </td>
              <td data-label="How many" class="number">
                {count(many)}
              </td>
              <td data-label="Why">{changed === true ? `changed, and not put back: ${why}` : why}</td>
              <td data-label="Identifiers">
                {ids.join(', ')}
                {changed !== true && ids.length < many ? ' …' : ''}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Slowest(): JSX.Element | null {
  const { store } = usePage();
  const given = store.data.timings;
  const [timings, setTimings] = useState<readonly OperationTiming[]>(given ?? []);
  useEffect(() => {
    if (given === undefined) void readExchanges().then((exchanges) => setTimings(timingsOf([...exchanges.values()])));
  }, [given]);
  if (timings.length === 0) return null;
  return (
    <section>
      <h2>Slowest operations</h2>
      {given === undefined && <p class="dim">Counted from the exchanges in this page alone.</p>}
      <table class="table stack compact">
        <Head
          columns={[
            'Operation',
            'Service',
            { number: 'Exchanges' },
            { number: 'Median' },
            { number: '95 of 100 within' },
            { number: 'Slowest' },
          ]}
        />
        <tbody>
          {timings.slice(0, MOST).map((timing) => (
            <tr key={`${timing.service} ${timing.spec} ${timing.operation}`}>
              <th scope="row">
                <Operation timing={timing} />
              </th>
              <td data-label="Service">
                {timing.service} {timing.spec}
              </td>
              <td data-label="Exchanges" class="number">
                {count(timing.exchanges)}
              </td>
              <td data-label="Median" class="number">
                {duration(timing.medianMs)}
              </td>
              <td data-label="95 of 100" class="number">
                {duration(timing.p95Ms)}
              </td>
              <td data-label="Slowest" class="number">
                {duration(timing.slowestMs)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Operation({ timing }: { readonly timing: OperationTiming }): JSX.Element {
  const [endpoint, operation] = timing.operation.split('/', 2);
  return (
    <a href={href('checks', { service: timing.service, spec: timing.spec, endpoint, operation })} data-item>
      {timing.operation}
    </a>
  );
}
