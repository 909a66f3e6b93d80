/** What a look at a running service proposes, of the reference and of services that are otherwise. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { createWorld, listen, type WorldOptions } from '../../services/index.ts';
import { probeYaml } from '../../src/send/probe-yaml.ts';
import { probe, type ProbeResult } from '../../src/send/probe.ts';
import { writeTarget } from '../../src/serve/serve.ts';
import { testOfAll } from '../part.ts';
import { ROOT } from '../plan/support.ts';

const SR = 'student-reporting';

interface Otherwise {
  readonly faults?: WorldOptions['faults'];
  readonly variants?: readonly string[];
  /** What its target says otherwise. */
  readonly edit?: (text: string) => string;
}

async function seen({ faults = [], variants = [], edit }: Otherwise): Promise<ProbeResult> {
  const world = await createWorld({ instances: [{ service: SR, spec: '4.0.1' }], faults });
  world.setVariants(variants);
  const listening = await listen(world, {});
  const folder = mkdtempSync(path.join(tmpdir(), 'probe-'));
  try {
    const target = await writeTarget(folder, world, listening);
    if (edit !== undefined) writeFileSync(target, edit(readFileSync(target, 'utf8')));
    const specs = { services: [SR], specs: ['4.0.1'] };
    return await probe({ runId: 'probe', root: ROOT, target, out: `${ROOT}reports/probe`, ...specs }, {});
  } finally {
    await listening.close();
    rmSync(folder, { recursive: true });
  }
}

function proposed({ versions }: ProbeResult): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    versions.flatMap(({ proposals }) =>
      proposals.map(({ point, answer }) => [point.replace(`${SR}.`, ''), answer] as const),
    ),
  );
}

function evidenceOf({ versions }: ProbeResult, point: string): readonly string[] {
  return versions.flatMap(({ proposals }) =>
    proposals.flatMap((one) => (one.point === `${SR}.${point}` ? one.evidence : [])),
  );
}

test('the reference is what is assumed of it, and nothing but reads was sent', async () => {
  const probed = await seen({});
  const [version] = probed.versions;
  const scope = version?.scope ?? expect.fail('no version');
  const found = proposed(probed);
  for (const [point, answer] of Object.entries(found)) expect(answer, point).toEqual(scope.answer(`${SR}.${point}`));
  expect(Object.keys(found)).toEqual(
    expect.arrayContaining([
      'description.path',
      'definition.path',
      'definition.aligned',
      'students.paths',
      'statuses.success',
      'statuses.access',
      'pagination.response-current-header',
      'pagination.response-total-header',
      'pagination.elsewhere',
      'media.json',
      'media.not-acceptable',
      'access.no-store',
      'access.token-kind',
      'access.token-issuer',
      'query.unknown-ignored',
      'paths.strict',
      'methods.put',
    ]),
  );
  const sent = probed.versions.flatMap(({ exchanges }) => exchanges);
  expect(sent.length).toBeGreaterThan(50);
  expect(new Set(sent.map(({ request }) => request.method))).toEqual(new Set(['GET', 'HEAD', 'OPTIONS']));
  expect(sent.every(({ request }) => request.body === undefined)).toBe(true);
});

test('each proposal says what it rests on, and whether it is what is there', async () => {
  const probed = await seen({
    faults: ['student-reporting.version.definition-version-wrong'],
    variants: ['habit-opaque-tokens', 'habit-token-403', 'habit-query-400', 'habit-options-405'],
  });
  expect(proposed(probed)).toMatchObject({
    'definition.aligned': false,
    'access.token-kind': 'opaque',
    'statuses.access': [403],
    'query.unknown-ignored': false,
  });
  expect(proposed(probed)).not.toHaveProperty(['methods.put']);
  expect(proposed(probed)).not.toHaveProperty(['access.token-issuer']);
  expect(evidenceOf(probed, 'access.token-kind')).toEqual(['the token from the sign-in is not a JWT']);
  expect(evidenceOf(probed, 'statuses.access').join()).toMatch(/^GET \S+ without a token returned 403$/);
  expect(evidenceOf(probed, 'query.unknown-ignored').join()).toMatch(
    /^GET \S+ with an unknown parameter returned 400$/,
  );
  const text = probeYaml(probed);
  expect(parse(text)).toBeNull();
  expect(text).toContain('returned version 9.9.9; the tested version is 4.0.1');
  expect(text).toContain('differs from "jwt" (answer of the target)');
  expect(text).toMatch(
    /students\/list: GET as-declared: 200 application\/json; HEAD its-head: 200 .*OPTIONS its-methods: 405/,
  );
  const pasted = text.replaceAll(/^# /gm, '');
  const { answersIn } = parse(pasted) as { readonly answersIn: Readonly<Record<string, object>> };
  const whole = Object.entries(proposed(probed)).map(([point, answer]) => [`${SR}.${point}`, answer] as const);
  expect(answersIn['4.0.1']).toEqual(Object.fromEntries(whole));
  const one = text.replaceAll(/^# (?=answersIn:| {2}"4| {4}student-reporting.statuses.access:)/gm, '');
  expect(parse(one)).toEqual({
    answersIn: { '4.0.1': { 'student-reporting.statuses.access': proposed(probed)['statuses.access'] } },
  });
});

testOfAll('where the description and a list are elsewhere, it says so and guesses nothing', async () => {
  const probed = await seen({ variants: ['habit-sites'] });
  const found = probed.versions
    .flatMap(({ proposals }) => proposals)
    .filter(({ point }) => point === `${SR}.campuses.paths`);
  expect(found).toEqual([
    { point: `${SR}.campuses.paths`, evidence: ['GET /campuses returned 404: the path may differ'] },
  ]);
});

testOfAll('if no sign-in succeeds, it prints the reason and proposes nothing that depends on a token', async () => {
  const probed = await seen({ edit: (text) => text.replaceAll(/kid: .*/g, 'kid: "of-nobody"') });
  expect(proposed(probed)).not.toHaveProperty(['access.token-kind']);
  expect(probeYaml(probed)).toContain('no token: the sign-in failed');
});
