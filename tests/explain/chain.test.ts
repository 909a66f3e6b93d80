/** What a check rests on is told as a chain: its requirement, the open points it was made with, their answers, and what it so weighs. */
import { expect, test } from 'vitest';
import { explainId } from '../../src/explain/explain-project.ts';
import { explainKnown, type ExplainedCheck, type Explanation, type ExplainContext } from '../../src/explain/explain.ts';
import { explainText } from '../../src/explain/explain-text.ts';
import type { Json } from '../../src/model/json.ts';
import { testOfAll } from '../part.ts';
import { answering, planned, project, ROOT } from '../plan/support.ts';

const CHECK = 'student-reporting/courses-on-campus-tac-offers/create/outcome.refused/array-refused';

testOfAll('explain shows requirement, points used, answers and basis, in this order', () => {
  const text = explainText(explainId(ROOT, CHECK, undefined));
  const chain = [
    'Basis in 4.0.1',
    'assumed until the target answers each open question below, then confirmed.',
    'open question student-reporting.tac-offers.old-form-refused',
    'assumption   true',
    'vendor-test  confirms it',
    'used in      specs/student-reporting/requirements/tac-offers.yaml',
    'confirmed for reference, vendor-test',
    'Rule',
  ];
  let from = 0;
  for (const part of chain) {
    const found = text.indexOf(part, from);
    expect(found, part).toBeGreaterThanOrEqual(from);
    from = found + part.length;
  }
});

const PAGED = 'student-reporting/campuses/list/page.order/5';
const PAGE = 'student-reporting.pagination.request-page-header';

/** As it is for a target that answers for one version what it does not answer for the other. */
function knowing(answers: Readonly<Record<string, Json>>): ExplainContext {
  const target = { ...answering({}), target: 'acme', answersIn: { '4.0.1': answers } };
  const { plan, scopes } = planned({ services: ['student-reporting'], specs: ['3.0.8', '4.0.1'], only: PAGED }, target);
  return { specs: project.specs, scopes, plan, targets: [target] };
}

function explained(id: string, version: string | undefined, known: ExplainContext): Explanation {
  return explainKnown(id, known, version) ?? expect.fail(`no ${id}`);
}

const one = knowing({ [PAGE]: 'x-page' });

function asked(explanation: Explanation): ExplainedCheck {
  return explanation.kind === 'check' ? explanation : expect.fail('this is a check');
}

test('an answer for one version is told of that version, and of no other', () => {
  const chain = (version: string): string => explainText(explained(PAGED, version, one));
  expect(chain('4.0.1')).toContain('Basis in 4.0.1\n');
  expect(chain('4.0.1')).toMatch(
    new RegExp(`open question ${PAGE}\n[^\n]+\n +assumption +"tcsi-pagination-page"\n +acme +answers "x-page"`),
  );
  expect(chain('4.0.1')).toContain('assumed until the target answers each open question below, then confirmed.');
  expect(chain('3.0.8')).toContain('Basis in 3.0.8\n');
  expect(chain('3.0.8')).not.toContain('acme');
});

test('where all that it rests on is answered for a version, it is confirmed in that version alone', () => {
  const { restsOn } = asked(explained(PAGED, '4.0.1', one));
  const all = knowing(Object.fromEntries(restsOn.map(({ id, default: value }) => [id, value])));
  const there = asked(explained(PAGED, '4.0.1', all));
  expect(there).toMatchObject({ basis: 'confirmed', confirmedBy: ['acme'] });
  expect(explainText(there)).toContain('confirmed: the target answers each open question below.');
  expect(asked(explained(PAGED, '3.0.8', all))).toMatchObject({ basis: 'assumed', confirmedBy: [] });
});

test('an open point tells what is answered for single versions', () => {
  const text = explainText(explained(PAGE, undefined, one));
  expect(text).toContain('the target acme, for 4.0.1, answers "x-page"');
});

test('the basis of a check that the run can verify is one sentence with its consequence', () => {
  const { plan, scopes } = planned({ services: ['partner-onboarding'] }, answering({}));
  const known: ExplainContext = { specs: project.specs, scopes, plan, targets: [] };
  const text = explainText(
    explained('partner-onboarding/partners/delete-channels/lifecycle.empties', undefined, known),
  );
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    'Basis in 1.0.0 assumed until other checks of the run verify each assumption below, then documented. Only then a failure blocks. open question',
  );
  // The basis has one place, and the only answer of the question is not shown as an assumption.
  expect(text).not.toMatch(/^ +(basis|assumption) /m);
  expect(text).toMatch(/verified by +other checks of partners\/create \(fields\)/);
});
