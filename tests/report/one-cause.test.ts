/** What one fault turns red under several rules is one item, and its title names the fault. */
import { describe, expect, it } from 'vitest';
import { clusterChecks } from '../../src/report/causes/cluster.ts';
import type { Exchange } from '../../src/record/exchange.ts';
import type { Finding, Report, ReportCheck } from '../../src/report/model.ts';
import { departuresOf } from '../../src/report/causes/departures/departure.ts';
import { exchangesBy } from '../../src/report/causes/exchanges/exchange-index.ts';
import { titleOfHabit } from '../../src/report/causes/titles/cause-title.ts';
import { movesIn } from '../../src/report/causes/departures/moved.ts';
import { otherValue, wrongStatus } from './found.ts';
import type { Json } from '../../src/record/json.ts';
import { RULES } from '../../src/rules/registry.ts';
import { said } from './exchanges.ts';
import { morning } from '../viewer/fixture.ts';

const [base] = morning().report.checks;
const rules: Report['rules'] = Object.fromEntries(RULES.map((rule) => [rule.id, rule]));

function failing(place: string, rule: string, member: string, finding: Partial<Finding>, more = {}): ReportCheck {
  return {
    ...(base as ReportCheck),
    id: `service/${place}/${rule}/${member}`,
    endpoint: place.split('/')[0] ?? '',
    operation: place.split('/')[1] ?? '',
    rule,
    ...(member === '' ? {} : { member: [member] }),
    title: rules[rule]?.title ?? '',
    verdict: 'fail',
    disposition: 'nonconforming',
    level: 'MUST',
    basis: 'documented',
    findings: [{ ...wrongStatus(200, [400]), evidence: '', ...finding }],
    ...more,
  };
}

function titles(
  checks: readonly ReportCheck[],
  exchanges: readonly Exchange[] = [],
): readonly (readonly [string, number])[] {
  return clusterChecks({ checks, rules }, exchanges).map((cause) => [cause.title, cause.checks.length]);
}

it('a member that shows the value of another explains what its schema misses', () => {
  const [sent, shown] = [
    [{ kind: 'AS4', endpoint: 'https://a.example', description: 'The first' }],
    [{ kind: 'AS4', endpoint: 'The first', description: 'https://a.example' }],
  ];
  const found = titles([
    failing('books/create', 'http.body-schema', '', {
      where: 'body#/channels/0',
      kind: 'absent',
      member: 'endpoint',
    }),
    failing('books/create', 'lifecycle.read-back', '', otherValue('body#/channels', sent, shown)),
  ]);
  expect(found).toEqual([["Shows description and endpoint in each other's place on books/create", 2]]);
});

it('what is taken for a text whatever it is, is one cause with what is made into a text', () => {
  const taken = (rule: string, member: string): ReportCheck => failing('books/create', rule, member, {});
  const loose = ['number', 'boolean', 'array'].map((type) => taken(`input.${type}-for-text`, 'title'));
  expect(titles([taken('input.wrong-type', 'title'), ...loose])).toHaveLength(1);
  const [number] = loose;
  expect(titles(number === undefined ? [] : [number])).toEqual([
    ['Accepts a number in place of a text for title: 200 instead of 400', 1],
  ]);
});

it('values are moved only where all that differ are, and not by chance', () => {
  const at = (name: string, wanted: Json, shown?: Json): Finding => ({
    ...otherValue(`body#/${name}`, wanted, shown),
    evidence: '',
  });
  expect(movesIn([at('a', 'left', 'right'), at('b', 'right', 'left')])).toHaveLength(2);
  expect(movesIn([at('a', 'left'), at('b', 'right', 'left')])).toEqual([{ from: 'a', to: 'b' }]);
  expect(movesIn([at('from', '2019-01-01', '2018-12-31'), at('to', '2019-01-02', '2019-01-01')])).toEqual([]);
  expect(movesIn([at('a', 1, 2), at('b', 2, 1)])).toEqual([]);
  expect(movesIn([{ ...at('a', 'left', 'right'), expected: '"left' }])).toEqual([]);
});

it('what is let through of one header parameter is one cause, with the refusal that it leaves out', () => {
  const token = (rule: string, member: string, finding: Partial<Finding> = {}, way?: string): ReportCheck =>
    failing('idp/token', rule, member, finding, way === undefined ? {} : { way });
  const found = titles([
    token('token.header-missing', 'kid'),
    token('token.header-wrong', 'kid'),
    token('token.header-wrong', 'kid', {}, 'kid-path'),
    token('token.same-refusal', '', wrongStatus(400, [200])),
  ]);
  expect(found).toHaveLength(1);
  expect(found[0]?.[0]).toMatch(/no kid.*\(kid and kid-path\)/);
});

it('many kinds of request that break it are said to be about the members that they are about', () => {
  const broken = ['missing', 'null', 'empty', 'wrong-type'].map((kind) =>
    failing('idp/token', `token.claim-${kind}`, 'sub', wrongStatus(500, [400])),
  );
  const [first] = titles([...broken, failing('idp/token', 'token.claim-wrong', 'iss', wrongStatus(500, [400]))]);
  expect(first?.[0]).toMatch(/and 3 more, all about sub and iss$/);
});

it('a value that nobody gave is one cause, whoever misses its absence', () => {
  const found = titles([
    failing('books/create', 'lifecycle.nothing-added', '', { where: 'body#/shelf', kind: 'added', actual: '"A"' }),
    failing('books/create', 'body.lacks', 'least', { where: 'body#/shelf', kind: 'added', actual: '"A"' }),
  ]);
  expect(found).toEqual([['Shows a value that nobody gave on books/create: /shelf is "A"', 2]]);
});

it('an Accept that is not looked at is one cause, and one that is misread stands for itself', () => {
  const taken = (rule: string): ReportCheck => failing('books/read', rule, '', wrongStatus(200, [406]));
  const [without, ruledOut] = [taken('media.not-acceptable'), taken('media.quality-zero')];
  expect(titles([without, ruledOut])).toHaveLength(1);
  expect(titles([ruledOut])).toHaveLength(1);
  expect(titles([without, failing('shelves/read', 'media.quality-zero', '', wrongStatus(200, [406]))])).toHaveLength(2);
});

it('what is not kept of a record is not kept by an operation, which is named', () => {
  const lost = ['books', 'shelves', 'loans'].map((endpoint) =>
    failing(`${endpoint}/create`, 'lifecycle.batch-readable', '', wrongStatus(404, [], { actual: '404: {}' })),
  );
  expect(titles(lost)[0]?.[0]).toMatch(/ on create of 3 endpoints: 404/);
});

const stored = (member: string): Finding => ({ ...otherValue(`body#/${member}`, 'a', 'b'), evidence: '' });

it.each<[string, string, Finding, number]>([
  ['the same member', 'lifecycle.read-back', stored('name'), 1],
  ['a member of what holds it', 'lifecycle.read-back', stored('name/first'), 1],
  ['another member', 'lifecycle.read-back', stored('email'), 2],
  ['another record, at whatever member', 'lifecycle.same-record', stored('id'), 1],
])('what is wrong with one member is told apart from what is wrong with %s', (_what, rule, finding, causes) => {
  const found = titles([
    failing('books/create', rule, '', finding),
    failing('books/create', 'lifecycle.update-each', '', stored('name')),
  ]);
  expect(found).toHaveLength(causes);
});

it('what a list or a read shows is wrong where it is shown, whatever was done before', () => {
  const list = said('GET /books', 200, { operation: 'books/list', shown: [{ name: 'Ada' }] });
  const expected = { ...otherValue('body#/0/name', 'Bea', 'Ada'), evidence: list.id };
  const own = { service: 'shop', spec: '1.0' };
  const whole = 'Lists a record otherwise than its own read shows it on';
  expect(
    titles([failing('books/update', 'lifecycle.listed-as-read', '', expected, own)], [list]).map(([title]) => title),
  ).toEqual([`${whole} books/list: /0/name is "Ada" instead of "Bea"`]);
  const many = ['books', 'shops', 'people', 'trees'].map((name) =>
    said(`GET /${name}`, 200, { operation: `${name}/list`, shown: [{ name: 'Ada' }] }),
  );
  const checks = many.map((on) =>
    failing(
      `${on.operation?.split('/')[0] ?? ''}/update`,
      'lifecycle.listed-as-read',
      '',
      { ...expected, evidence: on.id },
      own,
    ),
  );
  expect(titles(checks, many)[0]?.[0]).toMatch(new RegExp(`^${whole} list of 4 endpoints`));
});

it('a header is none of what a read does to a member', () => {
  const found = titles([
    failing('books/create', 'method.safe-unread', '', stored('name')),
    failing('books/read', 'method.head', '', { where: 'header cache-control', kind: 'absent' }),
  ]);
  expect(found).toHaveLength(2);
});

describe('what is left out where it is 0 or false', () => {
  const lost = (name: string, wanted: Json) =>
    failing('books/create', 'input.zero-stored', name, otherValue(`body#/${name}`, wanted, undefined));
  const kept = (name: string, wanted: Json, shown: Json) =>
    failing('books/update', 'lifecycle.update-each', '', otherValue(`body#/${name}`, wanted, shown));
  const dropped = [lost('pages', 0), lost('lent', false)];

  it.each<readonly [string, Json, Json]>([
    ['lent', false, true],
    ['pages', 0, 7],
  ])('is not changed to it by an update either: %s', (name, wanted, shown) => {
    expect(titles([...dropped, kept(name, wanted, shown)])).toHaveLength(1);
  });

  it.each<readonly [string, string, Json, Json]>([
    ['another member', 'title', false, true],
    ['a value that is none of these', 'lent', true, false],
    ['another number', 'pages', 8, 7],
  ])('says nothing of %s', (_what, name, wanted, shown) => {
    expect(titles([...dropped, kept(name, wanted, shown)])).toHaveLength(2);
  });
});

it('a count that is wrong in one list is so in others, where it is seen in another way', () => {
  const total = (list: string, rule: string) => failing(`${list}/list`, rule, '', { where: 'header total' });
  const scaled = ['books', 'shelves', 'readers'].map((list) => total(list, 'page.total-scaled'));
  expect(titles([total('books', 'page.total'), ...scaled])).toEqual([[expect.any(String), 4]]);
  // What was found in another list alone is a matter of its own.
  expect(titles([total('books', 'page.total'), ...scaled.slice(1)])).toHaveLength(2);
});

describe('several members that a create loses', () => {
  const lost = (name: string): Finding => ({ ...otherValue(`body#/${name}`, 'x', undefined), evidence: '' });
  const readBack = (names: readonly string[]): ReportCheck =>
    failing('books/create', 'lifecycle.read-back', '', {}, { findings: names.map(lost) });

  it('are all named in one item', () => {
    expect(titles([readBack(['state', 'suburb', 'street', 'code'])])).toEqual([
      ['Reads back something else than was stored on books/create: state, suburb, street and code are absent', 1],
    ]);
    const many = Array.from({ length: 9 }, (_none, index) => `m${index}`);
    expect(titles([readBack(many)])[0]?.[0]).toMatch(/: m0, m1 and 7 more are absent$/);
    expect(titles([readBack(['state'])])[0]?.[0]).toMatch(/: \/state is absent instead of "x"$/);
  });

  it('explain what else reads the record, and not entries in another order', () => {
    const inOrder = (finding: Finding): ReportCheck =>
      failing('books/create', 'lifecycle.entries-in-order', 'parts', {}, { findings: [finding] });
    expect(titles([readBack(['state']), inOrder(lost('state'))])).toHaveLength(1);
    const turned = { ...otherValue('body#/parts', ['a', 'b'], ['b', 'a']), evidence: '' };
    expect(titles([readBack(['state']), inOrder(turned)])).toHaveLength(2);
    const altered = { ...otherValue('body#/state', 'x', 'y'), evidence: '' };
    const back = failing('books/create', 'lifecycle.read-back', '', {}, { findings: [altered] });
    expect(titles([back, inOrder(altered)])).toHaveLength(1);
    expect(titles([back, inOrder(turned)])).toHaveLength(2);
  });

  it('are named beside what a schema misses, without what is inside of that', () => {
    const schema = failing('books/create', 'http.body-schema', '', { where: 'body#', kind: 'absent', member: 'title' });
    const back = readBack(['title', 'title/short', 'note', 'shelf']);
    const report = { checks: [schema, back], rules };
    const [own, explained] = report.checks.map((check, index) => departuresOf(check, index, report, exchangesBy([])));
    expect(titleOfHabit(own ?? [], report, exchangesBy([]), explained)).toBe(
      'Leaves a declared member out of its answers: title, note and shelf',
    );
  });
});
