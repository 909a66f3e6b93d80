/** Lists of reference data are a target's: samples in their place are asked of nobody. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadTarget } from '../../src/load/load-target.ts';
import type { Target } from '../../src/load/model.ts';
import { makePlan } from '../../src/project/make-plan.ts';
import { problemsOf, projectWith } from '../load/support.ts';
import { answering, checksOf, project, ROOT } from './support.ts';

const POINT = 'student-reporting.languages.reference-data';

function codesTried(of: Target): readonly string[] {
  const { plan } = makePlan(project, of, { services: ['student-reporting'], specs: ['4.0.1'] });
  return checksOf(plan).flatMap(({ id }) => /each-listed\/language_spoken_at_home_code\/(.+)$/.exec(id)?.[1] ?? []);
}

test('the sample codes are not asked of a service whose list nobody gave', () => {
  expect(codesTried(answering({}))).toEqual([]);
  expect(codesTried(answering({ [POINT]: ['1201', '9799'] }))).toEqual(['1201', '9799']);
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
  expect(codesTried(target)).toEqual(['1201', '4202', '9799']);
});

test('a file that is not there, or holds no list, is told', () => {
  expect(problemsOf(() => loadTarget(written(undefined), ROOT, { TOKEN: 'x' }, project))[0]).toMatchObject({
    code: 'file-missing',
  });
  expect(problemsOf(() => loadTarget(written('a: 1\n'), ROOT, { TOKEN: 'x' }, project))[0]).toMatchObject({
    code: 'wrong-value',
  });
});
