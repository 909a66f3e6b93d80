/** What a contract has switched off of the common catalogues is told: what was not tried is no success. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { terminalSummary } from '../../src/report/views/terminal.ts';
import { scopesOf } from '../../src/plan/plan.ts';
import { wholeTarget } from '../../src/project/planning.ts';
import { REPORT_FILE } from '../../src/schema/report.ts';
import { disabledCasesOf } from '../../src/run/session-report.ts';
import { project } from '../plan/support.ts';
import { sampleReport } from './sample-report.ts';

const off = [{ service: 'library', row: 'access.in-query', reason: 'Downloads need it,\u001b[2J agreed in March.' }];
const sample = sampleReport();
const report = { ...sample, run: { ...sample.run, off } };

describe('a row that is switched off', () => {
  test('is in the report once for its service, whatever versions it has', () => {
    const at = { file: '', line: 1, column: 1 };
    const [row, reason] = ['access.in-query', 'agreed'];
    const contracts = project.contracts.map((c) => ({ ...c, catalogue: { add: [], off: [{ row, reason, at }] } }));
    const scopes = scopesOf({ ...project, contracts }, wholeTarget(project));
    expect(scopes.length).toBeGreaterThan(contracts.length);
    expect(disabledCasesOf(scopes)).toEqual({ off: contracts.map(({ service }) => ({ service, row, reason })) });
    expect(disabledCasesOf(scopesOf(project, wholeTarget(project)))).toEqual({});
  });

  test('is a member of the published form', () => {
    const ajv = new Ajv2020({ strict: true, allErrors: true });
    (formats as unknown as (instance: Ajv2020) => void)(ajv);
    const validate = ajv.compile(REPORT_FILE);
    expect(validate(JSON.parse(JSON.stringify(report))), ajv.errorsText(validate.errors)).toBe(true);
  });

  test('is a line in the terminal', () => {
    expect(terminalSummary(report)).toMatch(
      /^Disabled by the contract of library: access\.in-query \(Downloads need it,.* agreed in March\.\)$/m,
    );
    expect(terminalSummary(report)).not.toContain('\u001b');
    expect(terminalSummary(sample)).not.toContain('Not tried');
  });
});
