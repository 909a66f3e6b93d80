import { expect, test } from 'vitest';
import { capitalize } from '../../src/model/text.ts';

test.each([
  ['it did not answer', 'It did not answer'],
  ['http://127.0.0.1:8080 did not answer in time', 'http://127.0.0.1:8080 did not answer in time'],
  ['https://books.example is away', 'https://books.example is away'],
  ['http is spoken there', 'Http is spoken there'],
])('%s as a sentence begins', (text, sentence) => {
  expect(capitalize(text)).toBe(sentence);
});
