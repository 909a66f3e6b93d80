/** What no binding names proves that the contract is kept, and what standards ask comes with the program. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { explainId } from '../../src/explain/explain-project.ts';
import { explainText } from '../../src/explain/explain-text.ts';
import { lintAll } from '../../src/lint/lint-project.ts';
import { checksOf } from '../../src/plan/plan.ts';
import { planWhole } from '../../src/project/planning.ts';
import { updateLocks } from '../../src/versions/locks.ts';
import { library } from '../cli/library.ts';
import { edit } from '../cli/support.ts';

const BOOKS = 'contracts/library/books.yaml';
const BINDINGS = 'contracts/library/bindings.yaml';
/** Nothing is bound; one declared case proves the one sentence of its document. */
const UNBOUND = {
  [BINDINGS]: 'practices: []\n',
  'specs/library/requirements/books.yaml':
    'requirements:\n  library.books.title: { text: A book has a title., level: MUST, basis: documented, section: "§4" }\n',
};

describe('lint', () => {
  it('asks for no binding where the contract itself is what counts', () => {
    const root = library(UNBOUND);
    expect(lintAll(root, []).problems).toEqual([]);
    const { plan } = planWhole(root);
    const read = checksOf(plan).find(({ id }) => id === 'library/books/read/outcome.accepted');
    expect(read).toMatchObject({ requirement: 'library.contract.books', level: 'MUST', basis: 'assumed' });
    const { id = '' } =
      checksOf(plan).find(
        ({ spec, basis, restsOn }) => spec === '1.10' && basis === 'assumed' && restsOn.length === 0,
      ) ?? {};
    expect(explainText(explainId(root, id, undefined)).replaceAll(/\s+/g, ' ')).toContain(
      'write "rest: { basis: documented }" in contracts/library/bindings.yaml',
    );
    expect(checksOf(plan).find(({ rule }) => rule === 'http.date')?.requirement).toBe('http.date');
    edit(path.join(root, BINDINGS), 'practices: []', 'rest: { level: SHOULD, basis: documented }');
    updateLocks(root);
    expect(checksOf(planWhole(root).plan).find(({ id }) => id === read?.id)).toMatchObject({
      level: 'SHOULD',
      basis: 'documented',
    });
  });

  it('tells one more length once, whatever is tried of it', () => {
    const root = library(UNBOUND);
    edit(path.join(root, BOOKS), 'isbn: { type: string,', 'isbn: { type: string, maxLength: 13,');
    edit(
      path.join(root, BOOKS),
      'title: { type: string, required: true, maxLength: 100 }',
      'title: { type: string, required: true, maxLength: 90 }',
    );
    expect(lintAll(root, []).problems.map(({ message }) => message)).toEqual([
      'library 1.9: field books.isbn changed: added maxLength 13',
      'library 1.9, 1.10: field books.title changed: maxLength 100 → maxLength 90',
    ]);
  });

  it('tells a row of the service that is tried on nothing', () => {
    const row = (operation: string): string =>
      `add:\n  blank-title:\n    when: a title is blank\n    applies: { operation: ${operation} }\n    set: { title: " " }\n    expect: { refused: value, field: title }\n    requirement: library.books.title\n`;
    const told = (text: string): readonly string[] =>
      lintAll(library({ ...UNBOUND, 'contracts/library/catalogue.yaml': text }), []).problems.map(({ code }) => code);
    expect(told(row('create'))).not.toContain('row-unmet');
    expect(told(row('replace'))).toContain('row-unmet');
  });

  it('is clean for two services of different kinds in one project', () => {
    const root = library({
      'specs/clock/versions.yaml': 'service: clock\ntitle: Clock\nsource: its label\nversions: [{ id: "1" }]\n',
      'specs/clock/requirements/clock.yaml': 'requirements: {}\n',
      'contracts/clock/errors.yaml': 'families: {}\nrefusals: { unauthenticated: { statuses: [401] } }\n',
      'contracts/clock/security.yaml': 'type: apiKey\nin: header\nname: X-Clock-Key\n',
      'contracts/clock/time.yaml':
        'endpoint: time\ntitle: Time\nfields: { time: { type: string, readOnly: true } }\noperations:\n  read: { method: GET, path: /time, response: plain, success: [200] }\n',
    });
    expect(lintAll(root, []).problems).toEqual([]);
    expect(checksOf(planWhole(root).plan).some(({ id }) => id === 'clock/time/read/access.wrong-key/other')).toBe(true);
  });
});
