/** Lists of reference data are a target's: samples in their place are asked of nobody. */
import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadTarget } from '../../src/load/load-target.ts';
import type { Plan, Step } from '../../src/plan/model.ts';
import type { Json } from '../../src/model/json.ts';
import { problemsOf, projectWith } from '../load/support.ts';
import { answering, checksOf, planned, plannedEndpoints, project, ROOT } from './support.ts';
import path from 'node:path';

const POINT = 'student-reporting.languages.reference-data';

/** Endpoints whose records have a code of a list. */
const LISTED = ['students', 'student-disabilities', 'student-citizenships', 'courses-on-campus-tac-offers'];

function codesTried(plan: Plan): readonly string[] {
  return checksOf(plan).flatMap(
    ({ id }) => /create\/input\.each-listed\/language_spoken_at_home_code\/(.+)$/.exec(id)?.[1] ?? [],
  );
}

/** What a target answers in place of each list: by the field whose codes they are. */
const LISTS: Readonly<Record<string, readonly [string, readonly string[]]>> = {
  language_spoken_at_home_code: [POINT, ['0001', '0002']],
  disability_code: ['student-reporting.disabilities.reference-data', ['71', '72', '73']],
  citizen_resident_code: ['student-reporting.citizenships.codes', ['A', 'B', 'C']],
  tac_offer_code: ['student-reporting.tac-offers.codes', ['X', 'Y', 'W']],
};

const unanswered = planned({ specs: ['4.0.1'] }, answering({})).plan;
const answered = plannedEndpoints(LISTED, answering(Object.fromEntries<Json>(Object.values(LISTS))));

test('the sample codes are not asked of a service whose list nobody gave', () => {
  expect(codesTried(unanswered)).toEqual([]);
  expect(codesTried(answered)).toEqual(['0001', '0002']);
});

/** A target that names its list as a file, in a folder of its own. */
function written(list: string | undefined): string {
  const folder = projectWith();
  if (list !== undefined) writeFileSync(path.join(folder, 'languages.yaml'), list);
  const target = path.join(folder, 'target.yaml');
  writeFileSync(
    target,
    `target: acme\nenvironment: test\nservices:\n  student-reporting: { baseUrl: "http://127.0.0.1:1", spec: ["4.0.1"], bearer: { env: TOKEN } }\nanswers: { ${POINT}: { file: languages.yaml } }\n`,
  );
  return target;
}

test('a target names a file that holds the list', () => {
  const target = loadTarget(written('["1201", "4202", "9799"]\n'), ROOT, { TOKEN: 'x' }, project);
  expect(codesTried(plannedEndpoints(['students'], target))).toEqual(['1201', '4202', '9799']);
});

test('a file that is not there, or holds no list, is told', () => {
  expect(problemsOf(() => loadTarget(written(undefined), ROOT, { TOKEN: 'x' }, project))[0]).toMatchObject({
    code: 'file-missing',
  });
  expect(problemsOf(() => loadTarget(written('a: 1\n'), ROOT, { TOKEN: 'x' }, project))[0]).toMatchObject({
    code: 'wrong-value',
  });
});

/** The codes of a field that are sent, by the case or group that sends them. */
function sent(plan: Plan, field: string): ReadonlyMap<string, readonly string[]> {
  const of = (steps: readonly Step[]): readonly string[] =>
    steps.flatMap(({ request }) =>
      [...JSON.stringify(request.body ?? null).matchAll(new RegExp(`"${field}":"([^"]*)"`, 'g'))].map(
        ([, code = '']) => code,
      ),
    );
  const all = plan.groups.flatMap((group) => [
    [group.id, of(group.setup)] as const,
    ...group.cases.map((one) => [one.id, of(one.steps)] as const),
  ]);
  // What is to be refused is another thing.
  return new Map(
    all.filter(
      ([id, codes]) =>
        codes.length > 0 && !/not-in-list|near-code|no-trace-inside|batch-(?:judged|refused)|\/with-unknown-/.test(id),
    ),
  );
}

test('no record, whole or changed member by member, carries a sample as long as nobody gave the list', () => {
  const sample = project.specs.flatMap((spec) => spec.openPoints).find(({ id }) => id === POINT)?.default as Json[];
  for (const [id, codes] of sent(unanswered, 'language_spoken_at_home_code'))
    expect(
      sample.filter((code) => codes.includes(String(code))),
      id,
    ).toEqual([]);
});

test.each(Object.entries(LISTS))('records and cases carry codes of the list that is given: %s', (field, [, list]) => {
  const carried = sent(answered, field);
  expect(carried.size).toBeGreaterThan(3);
  const odd = [...carried].filter(
    ([id, codes]) => !id.includes('/validation/') && codes.some((code) => !list.some((known) => known === code)),
  );
  expect(odd).toEqual([]);
});
