/** The published form of `report.json`, held against reports that are made from the model. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect, test } from 'vitest';
import { REPORT_FILE } from '../../src/schema/report.ts';
import { sampleReport } from '../report/sample-report.ts';

const ajv = new Ajv2020({ strict: true, allErrors: true });
(formats as unknown as (instance: Ajv2020) => void)(ajv);
const validate = ajv.compile(REPORT_FILE);

test('a report has the published form', () => {
  const report: unknown = JSON.parse(JSON.stringify(sampleReport()));
  expect(validate(report), ajv.errorsText(validate.errors)).toBe(true);
});

test('a report with a member that the form does not know has not', () => {
  expect(validate({ ...sampleReport(), more: 1 })).toBe(false);
});
