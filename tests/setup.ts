/**
 * Before each file of tests. What properties are tried with is drawn by the commit where `npm test` runs them, and by
 * chance by hand; what fails names its seed.
 */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll } from 'vitest';
import { cleanUp } from './clean-up.ts';

const text = process.env['TEST_SEED'];
if (text !== undefined)
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: createHash('sha256').update(text).digest().readInt32BE(0) });

afterAll(cleanUp);
