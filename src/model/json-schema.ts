import addFormatsModule from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { compilePattern } from './pattern.ts';

/** The JSON Schema (2020-12) compiler that both loading and judging use. */

const addFormats = addFormatsModule as unknown as (ajv: Ajv2020) => void;

const linear = Object.assign((pattern: string) => compilePattern(pattern), { code: 're2' });

/** `isSound`: the schema is known to be valid, so compiling the meta schema is skipped. */
export function schemaCompiler({ isSound = false } = {}): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    validateSchema: !isSound,
    strict: true,
    strictRequired: false,
    strictTypes: false,
    strictTuples: false,
    // Names such as `constructor` are inherited by every object.
    ownProperties: true,
    // Most schemas validate a few responses, so optimizing costs more than it saves.
    code: { regExp: linear as never, optimize: false },
  });
  addFormats(ajv);
  return ajv;
}
