/** A walk goes to the end, and what is kept of it does not grow with the pages. */
import { describe, expect, test } from 'vitest';
import { omitUndefined } from '../../src/model/objects.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import type { SentExchange } from '../../src/http/model.ts';
import { MAX_FULL_CHARACTERS } from '../../src/http/page-buffer.ts';
import { traversePages } from '../../src/http/pagination.ts';
import type { Step, WalkedPages } from '../../src/plan/model.ts';
import { runGroup } from '../../src/run/run-group.ts';
import { judgeGroup } from '../../src/verdict/judge.ts';
import { answerOf, group, oneCase, runContext, stage, step, Wire } from './support.ts';
import { NUMBERED } from './numbered.ts';

const NEXT = 'page-next';
const STEP: Step = {
  name: 'walk',
  request: {
    base: 'service',
    method: 'GET',
    path: '/books',
    parameters: {},
    headers: { page: '1' },
    auth: { kind: 'good' },
  },
  success: { statuses: [200] },
};

/** Pages of so many records each; `bulk` characters in every record. */
function shelf(
  pages: number,
  size: number,
  bulk: number,
): { readonly asked: string[]; readonly send: (suffix: string, request?: Step['request']) => Promise<SentExchange> } {
  const asked: string[] = [];
  const send = (suffix: string, request = STEP.request): Promise<SentExchange> => {
    const page = Number(request.headers['page']);
    asked.push(String(page));
    const result = Array.from({ length: size }, (_none, i) => ({
      book: { books_uid: (page - 1) * size + i + 1, title: 'x'.repeat(bulk) },
    }));
    const body = JSON.stringify({ success: true, result });
    const headers = page < pages ? [[NEXT, String(page + 1)] as const] : [];
    const exchange: Exchange = {
      id: `case#walk${suffix}`,
      service: 'library',
      spec: '1.0.0',
      group: 'g',
      step: 'walk',
      request: { method: 'GET', url: 'http://library.test/books', headers: [] },
      response: { status: 200, headers, body, bytes: body.length },
      at: 0,
      durationMs: 1,
    };
    return Promise.resolve({
      exchange,
      result: { answer: { success: true }, sent: undefined },
      response: { status: 200, headers, body: Buffer.from(body) },
    });
  };
  return { asked, send };
}

const HOW = { kind: 'walk', pages: NUMBERED } as const;

test('every page is asked for once, in order', async () => {
  const { asked, send } = shelf(4, 2, 1);
  const sent = await traversePages(STEP, HOW, send);
  expect(asked).toEqual(['1', '2', '3', '4']);
  expect(sent.map((s) => s.exchange.id)).toEqual(['case#walk.1', 'case#walk.2', 'case#walk.3', 'case#walk.4']);
});

test('a walk that is to go a few pages goes no further, and says so where there are more', async () => {
  const { asked, send } = shelf(4, 2, 1);
  const sent = await traversePages(STEP, { ...HOW, limit: 3 }, send);
  expect(asked).toEqual(['1', '2', '3']);
  expect(sent.map(({ exchange }) => exchange.cut)).toEqual([undefined, undefined, true]);
  const whole = await traversePages(STEP, { ...HOW, limit: 4 }, shelf(4, 2, 1).send);
  expect(whole.every(({ exchange }) => exchange.cut === undefined)).toBe(true);
});

test('a short walk is kept as it came', async () => {
  const sent = await traversePages(STEP, HOW, shelf(3, 10, 10).send);
  expect(sent.every((s) => s.exchange.response?.reduced === undefined)).toBe(true);
});

test('of a long walk the uids stay, and little else', async () => {
  const sent = await traversePages(STEP, HOW, shelf(60, 100, 500).send);
  const bodies = sent.map((s) => s.exchange.response?.body ?? '');
  expect(bodies.reduce((sum, body) => sum + body.length, 0)).toBeLessThan(2 * MAX_FULL_CHARACTERS);
  const uids = bodies.flatMap((body) =>
    (JSON.parse(body) as { result: { book: { books_uid: number } }[] }).result.map((record) => record.book.books_uid),
  );
  expect(uids).toEqual(Array.from({ length: 6000 }, (_none, i) => i + 1));
  expect(sent[59]?.exchange.response).toMatchObject({ reduced: 'unseen', status: 200 });
  // The size that arrived is still on record.
  expect(sent[59]?.exchange.response?.bytes).toBeGreaterThan(50_000);
});

test('a page that was looked at is let go, and one with something wrong in it is kept as it came, but not any number of them', async () => {
  const isBad = (page: number): boolean => page === 55 || page > 70;
  const seen: string[] = [];
  const sent = await traversePages(STEP, HOW, shelf(100, 100, 500).send, {
    isSeenIn: (whole, kept) => {
      seen.push(whole.id);
      expect(kept.response?.body.length).toBeLessThan(whole.response?.body.length ?? 0);
      return !isBad(Number(whole.id.split('.')[1]));
    },
  });
  const how = sent.map(({ exchange }) => exchange.response?.reduced ?? 'whole');
  const whole = how.findIndex((one) => one === 'judged');
  expect(how.slice(0, whole)).toEqual(how.slice(0, whole).map(() => 'whole'));
  expect(seen).toEqual(sent.slice(whole).map(({ exchange }) => exchange.id));
  expect(how[54]).toBe('whole');
  expect(how.slice(60, 70)).toEqual(Array.from({ length: 10 }, () => 'judged'));
  expect(how.slice(70)).toEqual([
    ...Array.from({ length: 9 }, () => 'whole'),
    ...Array.from({ length: 21 }, () => 'unseen'),
  ]);
});

test('of what is counted of a run, a long walk takes what is kept of it', async () => {
  let released = 0;
  const sent = await traversePages(STEP, HOW, shelf(60, 100, 500).send, {
    release: (bytes) => (released += bytes),
  });
  const arrived = sent.reduce((sum, { exchange }) => sum + (exchange.response?.bytes ?? 0), 0);
  const kept = sent.reduce((sum, { exchange }) => sum + (exchange.response?.body.length ?? 0), 0);
  expect(released).toBe(arrived - kept);
  expect(released).toBeGreaterThan(arrived / 2);
});

test('only the first page stays in memory for later steps', async () => {
  const sent = await traversePages(STEP, HOW, shelf(3, 2, 1).send);
  expect(sent[0]?.response).toBeDefined();
  expect(sent.slice(1).every((s) => s.response === undefined && s.result.answer === undefined)).toBe(true);
});

describe('links', () => {
  const pages: WalkedPages = {
    ...NUMBERED,
    style: { style: 'link', ask: {}, next: { link: 'next' }, previous: { link: 'prev' }, ends: 'absent' },
  };
  const linked = (
    target: string,
    method = 'GET',
    onward?: true,
    auth?: Step['request']['auth'],
  ): { readonly walk: Step; readonly wire: Wire } => ({
    walk: step('walk', {
      request: { method, path: '/books', query: [['kind', 'novel']], ...omitUndefined({ auth }) },
      send: { kind: 'walk', pages, ...omitUndefined({ onward }) },
    }),
    wire: new Wire((_request, index) =>
      answerOf(
        { result: [] },
        200,
        index === 1 ? { link: `<${target}>; rel="next"` } : { link: '</books?a=0>; rel=prev' },
      ),
    ),
  });
  const asked = async ({ walk, wire }: ReturnType<typeof linked>, to = stage().to): Promise<readonly string[]> => {
    await runGroup(group([oneCase('a', [walk])]), runContext(wire, {}, to));
    return wire.sent.map(({ method, url }) => `${method} ${url}`);
  };
  const first = 'GET http://library.test/books?kind=novel';

  test('are followed as they stand, relative to the page that has them', async () => {
    expect(await asked(linked('?a=2'))).toEqual([first, 'GET http://library.test/books?a=2']);
  });

  test('are followed with the key that the query carries, which a link need not repeat', async () => {
    const { to } = stage({ to: { carrier: { in: 'query', name: 'key', scheme: '', isBasic: false } } });
    const [one, other] = await asked(linked('?a=2', 'GET', undefined, { kind: 'good' }), to);
    const key = new URL(String(one?.slice(4))).searchParams.get('key') ?? '';
    expect(key).not.toBe('');
    expect(other).toBe(`GET http://library.test/books?a=2&key=${encodeURIComponent(key)}`);
    expect((await asked(linked('?a=2&key=mine', 'GET', undefined, { kind: 'good' }), to))[1]).toBe(
      'GET http://library.test/books?a=2&key=mine',
    );
  });

  test('are not followed to another origin, where the token has no business', async () => {
    expect(await asked(linked('https://elsewhere.test/books?a=2'))).toEqual([first]);
    expect(await asked(linked('http://['))).toEqual([first]);
  });

  test('are not followed by what may change something', async () => {
    expect(await asked(linked('/books/1', 'POST'))).toEqual(['POST http://library.test/books?kind=novel']);
  });

  test('of the last page are followed when the walk has ended, where that is asked for', async () => {
    expect(await asked(linked('?a=2', 'GET', true))).toEqual([
      first,
      'GET http://library.test/books?a=2',
      'GET http://library.test/books?a=0',
    ]);
  });

  test('a page that is asked for after the walk says as which', async () => {
    const { walk, wire } = linked('?a=2', 'GET', true);
    const exchanges = await runGroup(group([oneCase('a', [walk])]), runContext(wire));
    expect(exchanges.map(({ id, onward }) => [id.split('#')[1], onward])).toEqual([
      ['walk.1', undefined],
      ['walk.2', undefined],
      ['walk.previous', 'previous'],
    ]);
  });
});

describe('pages that bring nothing new', () => {
  const pages: WalkedPages = {
    style: { style: 'page-number', ask: { page: { query: 'page' } }, ends: 'empty-page' },
    size: 2,
    records: '',
    uid: '/id',
  };
  const check = { id: 'x', spec: '1.0.0', rule: 'page.no-duplicates', given: [], params: { ...pages, step: 'walk' } };
  const walked = (records: readonly object[] | readonly number[], uid = '/id'): Promise<readonly Exchange[]> => {
    const wire = new Wire(() => answerOf(records));
    const how = { kind: 'walk', pages: { ...pages, uid } } as const;
    return runGroup(group([oneCase('a', [step('walk', { send: how })])]), { ...runContext(wire), mostPages: 20 });
  };

  test('two pages with the same records end the traversal, and the check fails', async () => {
    const exchanges = await walked([{ id: 1 }, { id: 2 }]);
    expect(exchanges.map(({ cut }) => cut)).toEqual([undefined, undefined]);
    const planned = { ...oneCase('a', [step('walk')]), checks: [check as never] };
    const [result] = judgeGroup(group([planned]), exchanges, { operations: {}, forbiddenTexts: {}, passive: {} });
    expect(result).toMatchObject({ verdict: 'fail', findings: [{ actual: '1 on pages 1 and 2' }, {}] });
  });

  test('plain values may repeat', async () => {
    expect(await walked([7, 8], '')).toHaveLength(20);
  });
});
