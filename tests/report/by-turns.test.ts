/** Requests that are alike and end in two ways are one cause, and what always ends alike is none of it. */
import { describe, expect, it } from 'vitest';
import { clusterChecks } from '../../src/report/causes/cluster.ts';
import type { Exchange } from '../../src/record/exchange.ts';
import type { ReportCheck } from '../../src/report/model.ts';
import { morning } from '../viewer/fixture.ts';
import { said } from './exchanges.ts';
import { otherValue, wrongStatus } from './found.ts';
import { titles } from './titles.ts';

const [sample] = morning().report.checks;

function exchange(step: string, place: string, method: string, body: string, sent?: object): Exchange {
  return {
    id: `library/books/update/lifecycle.update-each${place}#${step}`,
    service: 'library',
    spec: '1.0',
    group: 'library@1.0/books/update/lifecycle',
    operation: method === 'GET' ? 'books/read' : 'books/update',
    step,
    request: {
      method,
      url: `https://library.example/books/${place}`,
      headers: [],
      ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
    },
    response: { status: 200, headers: [['content-type', 'application/json']], body, bytes: body.length },
    at: 0,
    durationMs: 1,
  };
}

/** A book is read, changed and read again. */
function changed(place: string, isKept: boolean, sent: string | null = 'New'): readonly Exchange[] {
  const book = (title: string | null): string => JSON.stringify(title === null ? { id: place } : { id: place, title });
  return [
    exchange('before', place, 'GET', book('Old')),
    exchange('update', place, 'PATCH', book(sent), { title: sent }),
    exchange('after', place, 'GET', book(isKept ? sent : 'Old')),
  ];
}

function titleOf(all: readonly Exchange[]): string | undefined {
  const last = all.findLast(({ step, response }) => step === 'after' && response?.body.includes('Old') === true);
  const id = last?.id.split('#')[0] ?? '';
  const check: ReportCheck = {
    ...(sample as ReportCheck),
    id,
    service: 'library',
    spec: '1.0',
    endpoint: 'books',
    operation: 'update',
    rule: 'lifecycle.update-each',
    verdict: 'fail',
    disposition: 'nonconforming',
    findings: [{ ...otherValue('body#/title', 'New', 'Old'), evidence: `${id}#after` }],
  };
  const rules = { 'lifecycle.update-each': { title: 'r', explain: '', fails: 'does not change every member' } };
  return clusterChecks({ checks: [check], rules }, all)[0]?.title;
}

describe('changes', () => {
  it('that are lost in turn are told so, with how many are', () => {
    const all = [1, 2, 3, 4, 5, 6].flatMap((place) => changed(String(place), place % 2 === 1));
    expect(titleOf(all)).toBe('Does not store every second change on books/update, though it answers with success');
  });

  it('that a later read shows are late, and not lost', () => {
    const all = [1, 2, 3, 4, 5, 6].flatMap((place) => {
      const later = exchange('later', String(place), 'GET', JSON.stringify({ id: String(place), title: 'New' }));
      return [...changed(String(place), place % 2 === 1), ...(place > 2 ? [later] : [])];
    });
    expect(titleOf(all)).toBe(
      'Shows changes on books/update late: the next read has the record as it was, and a later one the change',
    );
    // Where it was asked for again nobody knows of which update it is.
    const again = all.map((one) => (one.step === 'later' ? changed(one.id.at(-7) ?? '', true).slice(1) : one)).flat();
    expect(titleOf(again)).not.toContain('late');
  });

  it('that are always lost are not', () => {
    expect(titleOf([1, 2, 3, 4].flatMap((place) => changed(String(place), false)))).toMatch(/^Does not change every/);
  });

  it('that are lost where something is cleared, and kept where not, are not', () => {
    const all = [1, 2, 3, 4, 5, 6].flatMap((place) =>
      changed(String(place), place % 2 === 1, place % 2 === 1 ? 'New' : null),
    );
    expect(titleOf(all)).toMatch(/^Does not change every/);
  });
});

describe('records that cannot be read', () => {
  /** Of so many that are read, every n-th breaks down; checks tell of the first two. */
  const told = (count: number, n: number): readonly string[] => {
    const reads = Array.from({ length: count }, (_, id) => {
      const isBroken = id % n === 1;
      const again = (): Exchange => said(`GET /orders/${id}`, isBroken ? 500 : 200, { shown: { id } });
      return [again(), again()];
    }).flat();
    const broken = reads.filter(({ response }) => response?.status === 500);
    return titles(
      broken.slice(0, 4).map((on) => ({ rule: 'store.later', on, found: wrongStatus(500, [200]) })),
      reads,
      { 'store.later': { title: 'r', explain: '', fails: 'does otherwise', awaits: 'acceptance' } },
    );
  };

  it('are told as such by how many they are, not by how many checks tell of them', () => {
    expect(told(60, 5)).toEqual(['Answers 500 to some records and not to others, always the same, on orders/read']);
  });

  it('and are too few among many to be told from chance are not', () => {
    expect(told(60, 30)[0]).not.toMatch(/some records/);
  });
});

/** A shelf whose every n-th maker is of an older release, which knows no `isbn`. */
function made(n: number, count: number): readonly Exchange[] {
  return Array.from({ length: count }, (_, index): Exchange => {
    const isRefused = (index + 1) % n === 0;
    const body = isRefused ? '{"errors":[{"detail":"No such member.","source":{"pointer":"/isbn"}}]}' : '{"id":"7"}';
    const one = exchange('create', '', 'POST', body, { title: 'New', isbn: '978' });
    return {
      ...one,
      id: `library/books/update/case-${index}#create`,
      operation: 'books/create',
      request: { ...one.request, url: 'https://library.example/books' },
      response: { status: isRefused ? 400 : 201, headers: [['content-type', 'application/json']], body, bytes: 9 },
    };
  });
}

describe('what is set up within cases', () => {
  const unjudged = (of: Exchange, step: string): ReportCheck => ({
    ...(sample as ReportCheck),
    id: of.id.split('#')[0] ?? '',
    service: 'library',
    spec: '1.0',
    endpoint: 'books',
    operation: 'update',
    rule: 'lifecycle.update-each',
    verdict: 'inconclusive',
    disposition: 'undetermined',
    cause: `step "${step}" was not sent: step "create" was answered 400 and brought nothing at /id`,
    evidence: [of.id],
    findings: [],
  });
  const causesOf = (all: readonly Exchange[]) =>
    clusterChecks(
      {
        checks: all.flatMap((one, index) =>
          one.response?.status === 400 ? [unjudged(one, `step-${index % 2 === 0 ? 'a' : 'b'}`)] : [],
        ),
        rules: {},
      },
      all,
    );

  it('and refused by turns is one finding, whatever waited for it', () => {
    const causes = causesOf(made(3, 13));
    expect(causes.map(({ kind, title }) => `${kind}: ${title}`)).toEqual([
      'finding: Refuses isbn in one in 3 calls of books/create with 400, "No such member.", and takes the same at other times',
    ]);
    expect(causes[0]?.checks).toHaveLength(4);
  });

  it('and refused always is no finding by itself', () => {
    expect(causesOf(made(1, 4)).map(({ kind }) => kind)).not.toContain('finding');
  });
});

describe('what is refused among requests that look alike', () => {
  /** Codes that are `+` served and `-` refused, each right after `x`, which has to be refused. */
  const told = (lengthRefused: number): readonly string[] => {
    const all = [...'++x-++x-+++'].map((sign, index): Exchange => {
      const code = 'abcdefghijkl'.slice(0, sign === '-' ? lengthRefused : 9).replace(/.$/, String(index % 10));
      return said('POST /orders', sign === '+' ? 201 : 400, {
        sent: sign === 'x' ? { code: 7 } : { code },
        shown: sign === '+' ? { id: index } : { detail: 'The code is wrong.' },
      });
    });
    const failing = all.filter((_one, index) => '++x-++x-+++'[index] === '-');
    return titles(
      failing.map((on) => ({ rule: 'input.longest', on, found: wrongStatus(400, [201]) })),
      all,
      { 'input.longest': { title: 'r', explain: '', fails: '{refuses} the longest', awaits: 'acceptance' } },
    );
  };

  it('comes of what was sent before where nothing tells them apart', () => {
    expect(told(9)).toEqual([expect.stringContaining('that comes right after one that was refused')]);
  });

  it('comes of their length where they are longer than all that are served', () => {
    expect(told(10)).toEqual(['Refuses the longest, "The code is wrong."']);
  });
});

it('of what nothing else is sent to are told by the operations that have names', () => {
  const answer = (line: string, place: number, status: number): Exchange =>
    said(`${line.replace('*', String(place))}`, status, {
      step: status === 404 ? 'probe' : 'setup.one',
      shown: status === 404 ? { detail: 'There is no such thing.' } : { id: 1 },
    });
  const places = [1, 1, 2, 3].map((place, index) => [place, index < 2 ? 200 : 404] as const);
  const named = ['GET /orders/*', 'PATCH /orders/*'].flatMap((line) => places.map((at) => answer(line, ...at)));
  const nameless = places.map((at): Exchange => {
    const { operation: _none, ...one } = answer('POST /orders/*/notes', ...at);
    return one;
  });
  const all = [...named, ...nameless];
  const more = { endpoint: 'orders', operation: 'read' };
  const failing = all.flatMap((on) =>
    on.response?.status === 404 ? [{ rule: 'outcome.accepted', on, found: wrongStatus(404, [200]), more }] : [],
  );
  expect(titles(failing, all)[0]).toMatch(/ correct request on orders\/read and orders\/update with 404/);
});
