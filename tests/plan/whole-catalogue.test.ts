/** A file of the catalogue may hold the whole of what is tried on its operations. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadCatalogues } from '../../src/load/load-catalogue.ts';
import { ProblemList } from '../../src/load/problem-list.ts';
import { SCENARIOS } from '../../src/rules/registry.ts';
import { excludedOperations } from '../../src/rules/row-rules.ts';
import { problemsOf, projectWith } from '../load/support.ts';
import { casesOf, planned, project, ROOT } from './support.ts';

describe('a catalogue that holds the whole of what is tried', () => {
  const row = (id: string): string => `
  ${id}:
    title: What is odd is refused
    when: it is ${id}
    why: It is odd, and nobody wants it.
    fails: "takes it: {status}"`;
  const open = `catalogue: open\nexpect: { refused: value }\ncases:${row('open.named')}${row('open.other')}\n`;
  const whole = (also: string): string =>
    `catalogue: whole\napplies: { operation: token }\nexpect: { refused: value }\nalso: ${also}\ncases:${row('whole.own')}\n`;
  const read = (also: string) => {
    const root = projectWith({ 'contracts/odd/open.yaml': open, 'contracts/odd/whole.yaml': whole(also) });
    const problems = new ProblemList();
    const catalogues = loadCatalogues(root, path.join(root, 'contracts', 'odd'), problems);
    const rows = catalogues.flatMap((one) => one.rows);
    const told = problemsOf(() => problems.throwIfAny()).map(({ code, line = 0, hint }) => [code, line, hint]);
    return { barred: rows.map((one) => [one.id, excludedOperations(one, catalogues)]), told };
  };

  test('bars the rows of others from its operations, but for those that it names', () => {
    expect(read('{ open.named: it is open.named }')).toEqual({
      barred: [
        ['open.named', []],
        ['open.other', [{ operation: 'token' }]],
        ['whole.own', []],
      ],
      told: [],
    });
  });

  test('names rows that there are, in their words', () => {
    expect(read('{ open.name: it is open.named, open.other: something else }').told).toEqual([
      ['unknown-row', 4, 'did you mean "open.named"?'],
      ['row-otherwise', 4, 'use the same text'],
    ]);
  });

  test.each(project.contracts.filter(({ token }) => token !== undefined).map(({ service }) => service))(
    'a person finds all that is tried on the token endpoint of %s in two files and the token scenarios',
    (service) => {
      const inFile = (file: string): ReadonlySet<string> => {
        const { cases = {}, also = {} } = parse(readFileSync(path.join(ROOT, file), 'utf8')) as Record<string, object>;
        return new Set([...Object.keys(cases), ...Object.keys(also)]);
      };
      const files = ['contracts/common/token.yaml', `contracts/${service}/token.yaml`];
      const scenarios = SCENARIOS.filter(({ catalogue }) => catalogue === 'token').map(({ id }) => id);
      const rows = [...files.map(inFile), new Set(scenarios)];
      const gives = new Set(
        Object.values(planned().plan.operations)
          .filter(({ kind }) => kind === 'token')
          .map((o) => `${o.endpoint}/${o.name}`),
      );
      const tried = casesOf(planned().plan).filter(
        ({ group }) => group.service === service && gives.has(`${group.endpoint}/${group.operation}`),
      );
      const strange = tried.flatMap(({ planned: { id } }) => {
        const name = id.split('/')[4] ?? '';
        return rows.some((known) => known.has(name)) ? [] : [name];
      });
      // Every group with malformed requests ends with a read that the service still responds.
      expect([...new Set(strange)].filter((name) => name !== 'still-responds')).toEqual([]);
      // The other service asks the same identity provider, by the contract of the first.
      expect(tried.length > 0).toBe(service === 'student-reporting');
    },
  );
});
