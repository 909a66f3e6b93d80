/** An entry of a list can be the answer to an open point, as any other value can. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Json } from '../../src/model/json.ts';
import { loadProject } from '../../src/load/load-project.ts';
import type { Check } from '../../src/plan/model.ts';
import { makePlan } from '../../src/project/make-plan.ts';
import { wholeTarget } from '../../src/project/planning.ts';
import { library } from '../cli/library.ts';
import { problemsOf } from '../load/support.ts';
import { checksOf } from './support.ts';
import path from 'node:path';

const POINT = 'library.other-status';

/** The library, whose values are refused with one status that is known, and with one that is not. */
function projectWith(byDefault: string): string {
  const root = library();
  const edit = (file: string, change: (text: string) => string): void =>
    writeFileSync(path.join(root, file), change(readFileSync(path.join(root, file), 'utf8')));
  edit('contracts/library/errors.yaml', (text) =>
    text.replace('statuses: [422]', `form: library.all, statuses: [422, { openPoint: ${POINT} }]`),
  );
  edit(
    'specs/library/open-points.yaml',
    (text) =>
      `${text}  ${POINT}:\n    question: With which other status is a value refused?\n    default: ${byDefault}\n    reason: Seen in a client.\n    section: "§4"\n`,
  );
  return root;
}

test('what looks at the list rests on it, and has the answer', () => {
  const project = loadProject(projectWith('400'));
  const resting = (answers: Readonly<Record<string, Json>>): readonly Check[] =>
    checksOf(makePlan(project, wholeTarget(project, answers)).plan).filter(({ restsOn }) => restsOn.includes(POINT));
  const [before, after] = [resting({}), resting({ [POINT]: 409 })];
  expect(before.map(({ id }) => id).filter((id) => id.endsWith('/form'))).not.toEqual([]);
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  for (const { basis } of before) expect(basis).toBe('assumed');
  const form = (checks: readonly Check[]): string =>
    JSON.stringify(checks.find(({ id }) => id.endsWith('/form'))?.params);
  expect(form(before)).toContain('[422,400]');
  expect(form(after)).toContain('[422,409]');
});

test('a default that does not fit there is told', () => {
  const root = projectWith('teapot');
  expect(problemsOf(() => loadProject(root))).toMatchObject([
    { code: 'open-point-default', file: 'specs/library/open-points.yaml' },
  ]);
});
