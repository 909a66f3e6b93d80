/** A step that is sent where an earlier answer leads: to its Location, or to a link in its content. */
import { expect, test } from 'vitest';
import { runGroup } from '../../src/run/run-group.ts';
import type { WireResponse } from '../../src/http/transport.ts';
import { answerOf, group, oneCase, request, runContext, step, Wire } from './support.ts';

const asked = step('asked', { request: request({ method: 'POST', path: '/imports/new' }) });

/** Where a step was sent to that follows this one, or why it was not. */
async function followed(location: string, answer: WireResponse): Promise<string | undefined> {
  const wire = new Wire((_request, index) => (index === 1 ? answer : answerOf({})));
  const seen = step('seen', { request: request({ path: '', location }) });
  const exchanges = await runGroup(group([oneCase('a', [asked, seen])]), runContext(wire));
  return wire.sent[1]?.url ?? exchanges.at(-1)?.failure?.message;
}

const base = new URL('http://library.test');

test.each<[string, string, WireResponse, string]>([
  ['a Location', 'asked', answerOf({}, 202, { location: '/imports/7' }), '/imports/7'],
  ['a link', 'asked#/links/self', answerOf({ links: { self: '/imports/7' } }, 202), '/imports/7'],
  [
    'a link relative to where it was found',
    'asked#/next',
    answerOf({ next: '7/state?full=1' }),
    '/imports/7/state?full=1',
  ],
  ['a whole address', 'asked#/0/href', answerOf([{ href: `${base.origin}/jobs/7` }]), '/jobs/7'],
])('%s is followed', async (_what, location, answer, path) => {
  expect(await followed(location, answer)).toBe(`${base.origin}${path}`);
});

test.each<[string, string, WireResponse, string]>([
  ['a Location that is not there', 'asked', answerOf({}), 'no Location'],
  ['a link that is not there', 'asked#/links/self', answerOf({ links: {} }), 'no value at /links/self'],
  ['what is no text', 'asked#/links', answerOf({ links: { self: '/imports/7' } }), 'no URL at /links'],
  ['what is no address', 'asked#/self', answerOf({ self: 'http://[' }), 'no URL at /self'],
  ['a Location elsewhere', 'asked', answerOf({}, 202, { location: 'http://other.test/7' }), 'another origin'],
  [
    'a link elsewhere',
    'asked#/self',
    answerOf({ self: '//other.test/7' }),
    'the link at /self leads to another origin',
  ],
])('%s is not', async (_what, location, answer, why) => {
  expect(await followed(location, answer)).toContain(why);
});

/** Where what was made is asked for by its identifier, and by nothing else. */
async function reached(made: string, ask: Partial<ReturnType<typeof request>> = {}): Promise<string | undefined> {
  const wire = new Wire((_request, index) =>
    index === 1 ? answerOf({ id: 'a:7' }, 202, { location: made }) : answerOf({}),
  );
  const parameters = { id: { $ref: 'asked#/id' } };
  const seen = step('seen', { request: request({ path: '/imports/{id}', parameters, ...ask }) });
  await runGroup(group([oneCase('a', [asked, seen])]), runContext(wire));
  return wire.sent[1]?.url;
}

test('what was made at an address with a query is asked for there', async () => {
  const at = `${base.origin}/imports/a%3A7`;
  expect(await reached('/imports/a:7?state=x%2Fy')).toBe(`${at}?state=x%2Fy`);
  expect(await reached('/imports/a:7?state=x', { query: [['part', '1']] })).toBe(`${at}?state=x&part=1`);
  expect(await reached('/imports/a:7?state=x', { query: [['state', 'y']] })).toBe(`${at}?state=y`);
});

test('the query of another address is none of its', async () => {
  const at = `${base.origin}/imports/a%3A7`;
  expect(await reached('/imports/8?state=x')).toBe(at);
  expect(await reached('http://other.test/imports/a:7?state=x')).toBe(at);
  expect(await reached('/imports/a:7?state=x', { parameters: { id: '9' } })).toBe(`${base.origin}/imports/9`);
});
