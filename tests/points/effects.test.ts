/** Every open point is worth answering: another answer than its default changes what is sent, expected or asked at all. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/model/json.ts';
import type { OpenPoint } from '../../src/load/model.ts';
import type { Check, Plan } from '../../src/plan/model.ts';
import { planAll } from '../../src/project/make-plan.ts';
import { everyNth, testOfAll } from '../part.ts';
import { answering, checksOf, planned, project } from '../plan/support.ts';
import { ELSEWHERE, otherValue, SPECS } from '../../scripts/points/other-values.ts';

function planOf(service: string, spec: string, answers: Readonly<Record<string, Json>>, endpoint?: string): Plan {
  const only = endpoint === undefined ? {} : { only: `${service}/${endpoint}/**` };
  return planned({ services: [service], specs: [spec], ...only }, answering(answers)).plan;
}

/** What is sent and expected, by case; what it weighs is left out. */
function shape(plan: Plan): ReadonlyMap<string, string> {
  const bare = ({ basis: _basis, restsOn: _rests, ...check }: Check): object => check;
  return new Map([
    ...plan.groups.flatMap((group) =>
      group.cases.map((one) => [one.id, JSON.stringify({ ...one, checks: one.checks.map(bare) })] as const),
    ),
    ...plan.groups.flatMap((group) => group.passive.map((check) => [check.id, JSON.stringify(bare(check))] as const)),
    ...Object.entries(plan.operations).map(([id, operation]) => [id, JSON.stringify(operation)] as const),
  ]);
}

const withoutAnswers = (service: string, spec: string): Plan => planOf(service, spec, {});

const shapes = new Map<string, ReadonlyMap<string, string>>();

/** The shape of one endpoint without answers. */
function shapeBefore(service: string, spec: string, endpoint: string): ReadonlyMap<string, string> {
  const key = `${service}@${spec}/${endpoint}`;
  const known = shapes.get(key) ?? shape(planOf(service, spec, {}, endpoint));
  shapes.set(key, known);
  return known;
}

/** `npm test` plans one in twenty. */
const PARTS = 20;

/** What is confirmed of requirements of which no check can be made. */
function isUntestable(point: OpenPoint, service: string): boolean {
  const spec = project.specs.find((one) => one.service === service);
  const naming = spec?.requirements.filter(({ openPoints }) => openPoints.includes(point.id)) ?? [];
  return point.kind === 'confirm' && naming.length > 0 && naming.every(({ excluded }) => excluded !== undefined);
}

describe.each(project.specs.map((spec) => [spec.service, spec] as const))('%s', (service, spec) => {
  const latest = spec.versions.at(-1)?.id ?? expect.fail('no version');
  const asked = spec.openPoints.filter((point) => !isUntestable(point, service));
  const values = asked.filter(({ kind, id }) => kind === 'value' && ELSEWHERE[id] === undefined);

  test.each(asked.map((point) => [point.id, point] as const))('on %s some check rests', (id) => {
    const versions = [latest, ...spec.versions.map((version) => version.id)];
    const rests = (version: string): boolean =>
      checksOf(withoutAnswers(service, version)).some(({ restsOn }) => restsOn.includes(id));
    expect(versions.some(rests)).toBe(true);
  });

  test.each(values.map((point) => [point.id, point] as const))('%s has another value to be tried with', (id, point) => {
    expect(otherValue(point), `write one into other-values.ts for ${id}`).toBeDefined();
    expect(otherValue(point)).not.toEqual(point.default);
  });

  test.each(everyNth(values, PARTS).map((point) => [point.id, point] as const))(
    'another answer to %s is another plan',
    (id, point) => {
      const other = otherValue(point);
      const version = SPECS[id] ?? latest;
      const checks = checksOf(withoutAnswers(service, version));
      const resting = checks.filter(({ restsOn }) => restsOn.includes(id));
      // Endpoints whose checks rest on the open question come first: their plans probably differ.
      const endpoints = new Set([...resting, ...checks].map(({ endpoint }) => endpoint));
      const isOther = (endpoint: string): boolean => {
        const before = shapeBefore(service, version, endpoint);
        const now = shape(planOf(service, version, { [id]: other ?? null }, endpoint));
        return [...new Set([...before.keys(), ...now.keys()])].some((one) => before.get(one) !== now.get(one));
      };
      expect([...endpoints].some(isOther)).toBe(true);
    },
  );
});

testOfAll('with every open question answered, no check of any version is assumed', () => {
  const points = project.specs.flatMap(({ openPoints }) => openPoints);
  const answers = Object.fromEntries(points.map((point) => [point.id, point.default]));
  const checks = checksOf(planAll(project, answering(answers)).plan);
  expect(checks.filter(({ basis }) => basis === 'assumed').map(({ spec, id }) => `${spec} ${id}`)).toEqual([]);
  for (const { id, basis, restsOn } of checks)
    if (restsOn.length > 0) expect(['confirmed', 'practice'], id).toContain(basis);
});
