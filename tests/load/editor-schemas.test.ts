/** What editors hold the files of a project against: contracts as they are written, with open points at the places of values. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parseYaml } from '../../src/load/yaml-parser.ts';
import { SCHEMA_FILES } from '../../src/schema/files.ts';
import { ROOT } from './support.ts';
import { editorSchemaOf } from '../../src/init/files.ts';

const { forEditors } = (await import('../../scripts/editor-schemas.js' as string)) as {
  readonly forEditors: (name: string, schema: object) => object;
};

const ajv = new Ajv2020({ strict: false, validateSchema: false, formats: { regex: true } });
for (const [name, schema] of Object.entries(SCHEMA_FILES)) ajv.addSchema(forEditors(name, schema), name);

function mistakes(kind: string, data: unknown): readonly string[] {
  const validate = ajv.getSchema(`${kind}.schema.json`) ?? expect.fail(kind);
  return validate(data) === true ? [] : (validate.errors ?? []).map((e) => `${e.instancePath} ${e.message ?? ''}`);
}

const contracts = readdirSync(path.join(ROOT, 'contracts'), { recursive: true, encoding: 'utf8' })
  .map((file) => `contracts/${file.split(path.sep).join('/')}`)
  .flatMap((file) => {
    const kind = file.endsWith('.yaml') && !file.startsWith('contracts/common/') ? editorSchemaOf(file) : undefined;
    return kind === undefined ? [] : [[file, kind] as const];
  });

const read = (file: string): unknown => parseYaml(readFileSync(path.join(ROOT, file), 'utf8')).data;

describe('in an editor', () => {
  test.each(contracts)('%s has no mistake', (file, kind) => {
    expect(mistakes(kind, read(file))).toEqual([]);
  });

  test('a mistake beside an open value, and one within it, are seen', () => {
    const written = read('contracts/student-reporting/campuses.yaml') as {
      readonly operations: Readonly<Record<string, object>>;
    };
    const { create, ...others } = written.operations;
    const changed = (more: object): unknown => ({
      ...written,
      operations: { ...others, create: { ...create, ...more } },
    });
    expect(mistakes('endpoint', changed({}))).toEqual([]);
    expect(mistakes('endpoint', changed({ method: 5 }))).not.toEqual([]);
    expect(mistakes('endpoint', changed({ path: { openPiont: 'x' } }))).not.toEqual([]);
  });
});
