/** A create that is answered with no content has named what it made all the same: by its Location. */
import { expect, test } from 'vitest';
import { impliedBody } from '../../src/http/response-content.ts';
import { type Success, unusableIdText } from '../../src/model/success.ts';

const SUCCESS: Success = {
  statuses: [201],
  brings: { pointer: '/id', type: 'string' },
  located: { pointer: '/id', path: '/partners/{id}', parameter: 'id', type: 'string', unasked: true },
};
const AT = 'http://library.test/partners';
const answer = (location: string, body = '') => ({
  status: 201,
  headers: [['location', location] as const],
  body: Buffer.from(body),
});
const meant = (location: string, success = SUCCESS) => impliedBody(success, AT, answer(location) as never, undefined);

test('what its Location names counts as if the answer had it', () => {
  expect(meant('/partners/7a-1')).toEqual({ id: '7a-1' });
  expect(meant('http://elsewhere.test/partners/7a-1?v=2')).toEqual({ id: '7a-1' });
  expect(meant('/other/7')).toBeUndefined();
  expect(impliedBody(SUCCESS, AT, answer('/partners/7', '{}') as never, {})).toBeUndefined();
});

test('where neither names it, the answer is said to have brought nothing', () => {
  const { located: _located, ...without } = SUCCESS;
  expect(unusableIdText(meant('/partners/7'), SUCCESS)).toBeUndefined();
  expect(unusableIdText(undefined, SUCCESS)).toBe('no value at /id');
  expect(unusableIdText(undefined, without)).toBe('no value at /id');
});
