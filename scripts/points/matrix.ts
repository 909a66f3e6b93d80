/**
 * What an answer comes to: with another one than its default, a reference service that is right for it passes, and the
 * reference as it is does not.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { answerable } from '../../services/index.ts';
import type { Json } from '../../src/model/json.ts';
import type { OpenPoint, Project, Spec } from '../../src/load/model.ts';
import type { Check, Group } from '../../src/plan/model.ts';
import { loadTarget } from '../../src/load/load-target.ts';
import { projectOf } from '../../src/project/make-plan.ts';
import { type TestBedSettings, TestBed } from '../../src/prove/test-bed.ts';
import type { CheckResult } from '../../src/verdict/model.ts';
import { ALLOWED } from './allowed.ts';
import { blocking } from './judged.ts';
import { otherValue, SPECS } from './other-values.ts';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

export interface Point {
  readonly spec: Spec;
  readonly point: OpenPoint;
}

export interface Shown {
  readonly version: string;
  readonly answer: Json;
  /** Checks that rest on the point, once it is answered so. */
  readonly checks: number;
  /** Those of them that are not confirmed. */
  readonly unconfirmed: readonly string[];
  /** Those that the service which is right for the answer does not pass: `verdict id`. */
  readonly wrong: readonly string[];
  /** Those that it passes. */
  readonly green: readonly string[];
  /** Those that ask nothing of it, each with the reason; empty where the answer leaves the check out of the plan. */
  readonly silent: ReadonlyMap<string, string>;
  /** Those that the reference, as it is, fails. */
  readonly red: readonly string[];
}

export function points(project: Project = projectOf(ROOT)): readonly Point[] {
  return project.specs.flatMap((spec) => spec.openPoints.map((point) => ({ spec, point })));
}

/** By how a point is shown: a service that is right for another answer, one that is right for it alone, or not at all. */
export function wayOf({ point }: Point): 'answered' | 'allowed' | 'confirmed' | 'unshown' {
  if (point.kind === 'confirm') return 'confirmed';
  if (answerable.includes(point.id)) return 'answered';
  return point.id in ALLOWED ? 'allowed' : 'unshown';
}

/** What holds while a point is shown of which nothing is seen otherwise. */
const WHILE: Readonly<Record<string, Omit<TestBedSettings, 'faults'>>> = {
  'student-reporting.statuses.unavailable': { degraded: true },
  // An hour of the day at which the two zones have different dates.
  'student-reporting.dates.zone': { later: 9 * 3_600_000 },
};

/** @param most groups that are run at most: a part of them is enough where each is like the others */
export async function shown(one: Point, most = Infinity): Promise<Shown> {
  return wayOf(one) === 'allowed' ? allowed(one, most) : answered(one, most);
}

interface Opened {
  readonly stand: TestBed;
  readonly version: string;
  readonly answer: Json;
}

async function open({ spec, point }: Point, answer: Json): Promise<Opened> {
  const version = SPECS[point.id] ?? spec.versions.at(-1)?.id ?? '';
  const { answers } = loadTarget('reference', ROOT, {}, projectOf(ROOT));
  const selection = { services: [spec.service], specs: [version] };
  const stand = await TestBed.open(ROOT, { ...answers, [point.id]: answer }, selection);
  return { stand, version, answer };
}

/** On a service that is right for the answer, and on the reference as it is. */
async function answered(one: Point, most: number): Promise<Shown> {
  const { id } = one.point;
  const { stand, version, answer } = await open(one, otherValue(one.point) ?? null);
  try {
    const groups = spread(
      stand.plan.groups.flatMap((group) => resting(group, id)),
      most,
    );
    const checks = groups.flatMap(checksOf);
    const asked = new Set(checks.map((check) => check.id));
    const right = await stand.run(groups, { ...WHILE[id], faults: [], answers: { [id]: answer } });
    const asItIs = await stand.run(groups, { ...WHILE[id], faults: [] });
    const mine = right.filter(({ check }) => asked.has(check));
    return {
      version,
      answer,
      checks: asked.size,
      unconfirmed: checks.filter(({ basis }) => basis !== 'confirmed' && basis !== 'practice').map((check) => check.id),
      ...told(asked, mine),
      red: [...new Set(asItIs.filter(isRed).flatMap(({ check }) => (asked.has(check) ? [check] : [])))],
    };
  } finally {
    await stand.close();
  }
}

/** A service that is right for the answer alone: what the default has it fail is not asked of it any more. */
async function allowed(one: Point, most: number): Promise<Shown> {
  const { id } = one.point;
  const faults = [ALLOWED[id]?.fault ?? ''];
  const held = await open(one, one.point.default);
  const free = await open(one, otherValue(one.point) ?? null);
  try {
    const groups = spread(
      held.stand.plan.groups.flatMap((group) => resting(group, id)),
      most,
    );
    const checks = groups.flatMap(checksOf);
    const asked = new Set(checks.map((check) => check.id));
    const red = (await held.stand.run(groups, { faults })).filter((r) => isRed(r) && asked.has(r.check));
    const meant = new Set(red.map(({ check }) => check));
    const still = free.stand.plan.groups.flatMap((group) => only(group, ({ id: check }) => meant.has(check)));
    const left = (await free.stand.run(still, { faults })).filter((r) => meant.has(r.check));
    return {
      version: free.version,
      answer: free.answer,
      checks: asked.size,
      unconfirmed: checks.filter(({ basis }) => basis !== 'confirmed' && basis !== 'practice').map((check) => check.id),
      ...told(meant, left),
      red: [...meant],
    };
  } finally {
    await held.stand.close();
    await free.stand.close();
  }
}

/** What came of checks on a service that is right for the answer: a check is green where it passes anywhere, and is wrong nowhere. */
function told(meant: ReadonlySet<string>, results: readonly CheckResult[]): Pick<Shown, 'green' | 'silent' | 'wrong'> {
  const wrong = results.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'inapplicable');
  const green = new Set(results.filter(({ verdict }) => verdict === 'pass').map(({ check }) => check));
  for (const { check } of wrong) green.delete(check);
  const isWrong = new Set(wrong.map(({ check }) => check));
  const reasons = new Map(results.map(({ check, cause }) => [check, cause ?? '']));
  return {
    green: [...green],
    silent: new Map(
      [...meant].filter((id) => !green.has(id) && !isWrong.has(id)).map((id) => [id, reasons.get(id) ?? '']),
    ),
    wrong: wrong.map(({ verdict, check }) => `${verdict} ${check}`),
  };
}

/** Groups that take long, and say nothing of what an answer changes. */
const ELSEWHERE: readonly string[] = ['raw', 'load', 'undeclared', 'past-the-cap', 'methods'];
/** Endpoints that stand for those that are like them: with and without a list, pages, a parent, an array, a record at all. */
const STANDING: readonly string[] = [
  'campuses',
  'courses-on-campus-tac-offers',
  'identity-provider',
  'partners',
  'published-definition',
  'service-description',
  'student-citizenships',
  'unit-enrolments',
];

/**
 * What fails on a service that is right for another answer, and would block it although its owner has answered nothing: `level basis id`.
 * @param stand with a plan for a target without answers, of the version that the point is shown in
 * @param isMeant groups that are run: what an answer changes may be met anywhere
 */
export async function blocked(
  { point: { id }, point }: Point,
  stand: TestBed,
  isMeant: (group: Group) => boolean = () => true,
): Promise<readonly string[]> {
  const groups = stand.plan.groups.filter(
    (group) => STANDING.includes(group.endpoint) && !ELSEWHERE.includes(group.aspect) && isMeant(group),
  );
  const results = await stand.run(groups, { ...WHILE[id], faults: [], answers: { [id]: otherValue(point) ?? null } });
  return blocking(groups, results).map(({ level, basis, id: check }) => `${level} ${basis} ${check}`);
}

/** For a target that has answered nothing. */
export function unanswered({ spec, point }: Point): Promise<TestBed> {
  const version = SPECS[point.id] ?? spec.versions.at(-1)?.id ?? '';
  return TestBed.open(ROOT, {}, { services: [spec.service], specs: [version] });
}

/** What of it is not as it should be, in words. */
export function whatIsWrong({ checks, green, silent, red, unconfirmed, wrong }: Shown): readonly string[] {
  return [
    ...(checks === 0 ? ['no check rests on it'] : []),
    ...(green.length + silent.size === 0 ? ['nothing passes on a service that is right for the answer'] : []),
    ...(red.length === 0 ? ['nothing is red on a service that is not'] : []),
    ...unconfirmed.slice(0, 3).map((id) => `it is not confirmed: ${id}`),
    ...wrong.slice(0, 5).map((one) => `on a service that is right for the answer: ${one}`),
  ];
}

/** It fails, or cannot be judged because what it needs is refused. */
function isRed({ verdict }: CheckResult): boolean {
  return verdict === 'fail' || verdict === 'inconclusive';
}

/**
 * The cases of a group whose checks rest on the point. What is published of the service does not follow an answer that is
 * about something else.
 */
function resting(group: Group, id: string): readonly Group[] {
  if (group.endpoint === 'published-definition' && !id.includes('.definition.')) return [];
  return only(group, ({ restsOn }) => restsOn.includes(id));
}

function only(group: Group, isMeant: (check: Check) => boolean): readonly Group[] {
  const cases = group.cases.flatMap((one) => {
    const checks = one.checks.filter(isMeant);
    return checks.length === 0 ? [] : [{ ...one, checks }];
  });
  const passive = group.passive.filter(isMeant);
  if (cases.length === 0 && passive.length === 0) return [];
  return [
    { ...group, cases: cases.length === 0 ? group.cases.map((one) => ({ ...one, checks: [] })) : cases, passive },
  ];
}

function checksOf(group: Group): readonly Check[] {
  return [...group.cases.flatMap(({ checks }) => checks), ...group.passive];
}

/** As many as are wanted, from all over the list: those first that have cases of their own. */
function spread(groups: readonly Group[], most: number): readonly Group[] {
  if (groups.length <= most) return groups;
  const all = [...groups].sort((a, b) => Number(hasChecks(b)) - Number(hasChecks(a)));
  const among = all.filter(hasChecks).length >= most ? all.filter(hasChecks) : all;
  return among.filter((_group, index) => index % Math.ceil(among.length / most) === 0);
}

function hasChecks({ cases }: Group): boolean {
  return cases.some(({ checks }) => checks.length > 0);
}
