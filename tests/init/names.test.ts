import { expect, test } from 'vitest';
import { kebabCase, titleFromName, environmentVariableName } from '../../src/init/names.ts';

test('names are kebab-case whatever they are made of', () => {
  expect(['Book Depot', 'bookOrders', '2nd API', 'a/b_c', 'Ümlaut'].map(kebabCase)).toEqual([
    'book-depot',
    'book-orders',
    'x-2nd-api',
    'a-b-c',
    'umlaut',
  ]);
});

test('and become titles, and variables of the environment', () => {
  expect(titleFromName('book-orders')).toBe('Book orders');
  expect(environmentVariableName('X-Trace id')).toBe('X_TRACE_ID');
});
