import addFormatsModule from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { patternOf } from './pattern.ts';

/** JSON Schemas (2020-12) as Plumbline judges by them: one compiler, so that what loads can be judged by. */

const addFormats = addFormatsModule as unknown as (ajv: Ajv2020) => void;

const linear = Object.assign((pattern: string) => patternOf(pattern), { code: 're2' });

/** `isSound`: what it is given was held against the meta schema before, which takes longer to compile than a dozen of ours. */
export function schemaCompiler({ isSound = false } = {}): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    validateSchema: !isSound,
    strict: true,
    strictRequired: false,
    strictTypes: false,
    strictTuples: false,
    // Every object inherits members such as `constructor`, which no service sent.
    ownProperties: true,
    // Most schemas judge a few answers: what an optimised judge saves on them is less than making it costs.
    code: { regExp: linear as never, optimize: false },
  });
  addFormats(ajv);
  return ajv;
}
