/** What a look at a running service proposes, of the reference and of one that is otherwise. */
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { probeYaml } from '../../src/explain/probe-yaml.ts';
import { probe, type Probed } from '../../src/send/probe.ts';
import { startServing } from '../../src/serve/serve.ts';
import { ROOT } from '../plan/support.ts';

async function seen(fault: readonly string[]): Promise<Probed> {
  const served = await startServing({ fault: [...fault] });
  try {
    return await probe(
      {
        runId: 'probe',
        root: ROOT,
        target: served.target,
        out: `${ROOT}reports/probe`,
        gated: true,
        services: ['student-reporting'],
        specs: ['4.0.1'],
      },
      {},
    );
  } finally {
    await served.stop();
  }
}

function proposed({ versions }: Probed): Readonly<Record<string, unknown>> {
  return Object.fromEntries(versions.flatMap(({ proposals }) => proposals.map((one) => [one.point, one.answer])));
}

test('the reference is what is assumed of it, and nothing but reads was sent', async () => {
  const probed = await seen([]);
  expect(proposed(probed)).toEqual({
    'student-reporting.description.path': '/',
    'student-reporting.definition.path': '/openapi.json',
    'student-reporting.definition.aligned': true,
    'student-reporting.statuses.access': [401],
    'student-reporting.pagination.response-current-header': 'tcsi-pagination-current-page',
    'student-reporting.pagination.response-total-header': 'tcsi-pagination-total-pages',
  });
  expect(probed.exchanges.length).toBeGreaterThan(10);
  expect(new Set(probed.exchanges.map(({ request }) => request.method))).toEqual(new Set(['GET']));
});

test('another service is another proposal, as YAML that decides nothing until the # is gone', async () => {
  const probed = await seen([
    'student-reporting.token.refused-403',
    'student-reporting.version.definition-version-wrong',
  ]);
  expect(proposed(probed)).toMatchObject({ 'student-reporting.definition.aligned': false });
  const text = probeYaml(probed);
  expect(parse(text)).toBeNull();
  expect(text).toContain('says version 9.9.9, and 4.0.1 is tested');
  const answers = parse(text.replaceAll(/^# {0,1}(?= *(answersIn|"|student-|#))/gm, '').replace(/^Seen.*/m, '')) as {
    readonly answersIn: Readonly<Record<string, object>>;
  };
  expect(answers.answersIn['4.0.1']).toEqual(proposed(probed));
});
