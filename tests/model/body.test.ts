/** What was read of an answer is kept, but of long ones only so much: read, they take many times their length. */
import { expect, test } from 'vitest';
import {
  releaseBodies,
  jsonBody,
  MAX_PARSED_CHARACTERS,
  storeParsedJson,
  LONG_BODY_THRESHOLD,
} from '../../src/model/body.ts';
import type { RecordedResponse } from '../../src/model/exchange.ts';

const answer = (length: number): RecordedResponse => ({
  status: 200,
  headers: [],
  body: `"${'x'.repeat(length - 2)}"`,
  bytes: length,
});

test('a short answer is read once, whatever was read in the meantime', () => {
  const short = answer(LONG_BODY_THRESHOLD);
  const first = jsonBody(short);
  for (let i = 0; i < 4; i += 1) jsonBody(answer(MAX_PARSED_CHARACTERS / 2));
  expect(jsonBody(short)).toBe(first);
});

test('of long ones the latest are kept read, and no more than are allowed together', () => {
  const long = Array.from({ length: 5 }, () => answer(MAX_PARSED_CHARACTERS / 4));
  const read = long.map(jsonBody);
  // Four fit; the first made way, and is read again.
  expect(
    long
      .slice(1)
      .map(jsonBody)
      .every((body, index) => body === read[index + 1]),
  ).toBe(true);
  const again = jsonBody(long[0] ?? answer(2));
  expect(again).toEqual(read[0]);
  expect(again).not.toBe(read[0]);
});

test('one that is longer than all of them may be is kept until the next', () => {
  const huge = answer(MAX_PARSED_CHARACTERS + 1);
  const first = jsonBody(huge);
  expect(jsonBody(huge)).toBe(first);
  jsonBody(answer(LONG_BODY_THRESHOLD + 1));
  expect(jsonBody(huge)).not.toBe(first);
});

test('none of them is kept for longer than they are looked at', () => {
  const [short, long] = [answer(LONG_BODY_THRESHOLD), answer(LONG_BODY_THRESHOLD + 1)];
  const [first, second] = [jsonBody(short), jsonBody(long)];
  releaseBodies([]);
  expect(jsonBody(short)).toBe(first);
  expect(jsonBody(long)).not.toBe(second);
  releaseBodies([{ response: short }]);
  expect(jsonBody(short)).not.toBe(first);
});

test('what was read where an answer came is not read again', () => {
  const [short, long] = [answer(LONG_BODY_THRESHOLD), answer(LONG_BODY_THRESHOLD + 1)];
  const read = { ok: true, value: 'read before' } as const;
  storeParsedJson(short, read);
  storeParsedJson(long, read);
  expect(jsonBody(short)).toBe(read);
  // A long one too, as long as there are few.
  expect(jsonBody(long)).toBe(read);
  releaseBodies([]);
  expect(jsonBody(long)).not.toBe(read);
});
