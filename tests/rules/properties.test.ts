/** Whatever is recorded of an exchange, every rule says something of it, and always the same. */
import fc from 'fast-check';
import { test } from 'vitest';
import { runs } from '../properties.ts';
import { anyExchanges, judgedByEveryRule } from './any-exchange.ts';

test('no rule throws, says two things of one exchange, changes it or copies it', () => {
  fc.assert(fc.property(anyExchanges, judgedByEveryRule), runs(60));
});
