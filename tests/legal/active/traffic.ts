/** Long targets, conditions, ranges, media types, origins, and traffic that no client sends. */
import { evidence, probe, problem, SUCCESS, type Sketch } from '../../rules/support.ts';
import type { LegalCase } from '../legal.ts';

const OK: Sketch = { body: { id: 1 } };
const ABSENT: Sketch = { status: 404, body: problem('not_found', 'no') };
const refusal = (status: number): Sketch => ({ status, body: problem('refused', 'no') });

const targets: readonly LegalCase[] = (
  [
    [
      '400, as the unknown parameter is when it is short',
      'NestJS, OData, Stripe- and Google-style services',
      refusal(400),
      refusal(400),
    ],
    ['422, as the unknown parameter is when it is short', 'strict validators', refusal(422), refusal(414)],
    ['431', 'Node', OK, refusal(431)],
    ['400', 'Tomcat, gunicorn', OK, refusal(400)],
    ['404', 'the request filter of IIS', OK, refusal(404)],
    ['403', 'web application firewalls', OK, refusal(403)],
    ['413', 'Google front ends', OK, refusal(413)],
    ['414', 'nginx, Apache', OK, refusal(414)],
    ['it is served', 'Go, Jetty', OK, OK],
  ] as const
).map(([what, who, short, answer]): LegalCase => ({
  requirement: 'http.target-length',
  rule: 'path.over-long',
  what: `a very long target: ${what}`,
  who,
  why: 'RFC 9112 §3 has 414 for a target that the server does not wish to parse; filters and limits on the head may speak first',
  params: { short: 'short', step: 'probe', success: SUCCESS },
  evidence: evidence({ short, probe: answer }),
}));

const conditions: readonly LegalCase[] = (
  [
    [
      'a resource that there is: 304',
      'services that make a record when it is first asked for',
      OK,
      { status: 304, text: '', headers: { 'content-length': null, 'content-type': null, etag: '"a"' } },
    ],
    [
      'an unknown record is answered 204',
      'services that have no “not found”',
      { status: 204, text: '' },
      { status: 412, body: problem('condition', 'no') },
    ],
    ['403 both times', 'services that show strangers nothing', refusal(403), refusal(403)],
    ['412 both times', 'services that demand a condition of their own', refusal(412), refusal(412)],
  ] as const
).map(([what, who, plain, answer]): LegalCase => ({
  requirement: 'http.condition-refusal',
  rule: 'media.condition-refused',
  what,
  who,
  why: 'RFC 9110 §13.2.1: conditions are ignored only where the answer without them is neither 2xx nor 412',
  params: { plain: 'plain', probe: 'probe' },
  evidence: evidence({ plain, probe: answer }),
}));

const tags: readonly LegalCase[] = (
  [
    ['a weak tag stays', 'Rails, nginx with gzip', { etag: 'W/"1"' }, { etag: 'W/"1"' }],
    ['no tag is sent', 'most services', {}, {}],
    ['a tag is sent only now and then', 'a node without the module', { etag: '"1"' }, {}],
    ['a strong tag changes', 'Express', { etag: '"1"' }, { etag: '"2"' }],
  ] as const
).map(([what, who, before, after]): LegalCase => ({
  requirement: 'http.tag-changes',
  rule: 'conditional.changed-tag',
  what,
  who,
  why: 'RFC 9110 §8.8.1: only a strong validator changes with every change of the content',
  params: { before: 'before', after: 'after' },
  evidence: evidence({
    before: { headers: before, body: { title: 'Cube' } },
    after: { headers: after, body: { title: 'Cone' } },
  }),
}));

const same = (etag: string): Sketch => ({ status: 304, text: '', headers: { etag } });
const cone = (etag?: string): Sketch => ({ headers: { etag: etag ?? null }, body: { title: 'Cone' } });

const asked: readonly LegalCase[] = (
  [
    ['the tag of before is not the present one', 'Express', '"1"', '"2"', cone('"2"'), same('"2"')],
    ['every answer has a tag of its own', 'pages with a time in them', '"1"', '"2"', cone('"3"'), cone('"4"')],
    ['a weak tag stays, and 304 with it', 'Rails', 'W/"1"', 'W/"1"', same('W/"1"'), same('W/"1"')],
    ['a tag that is strong now and weak then', 'gzip', '"1"', 'W/"2"', cone('"2"'), same('"2"')],
    ['no tag is sent', 'most services', undefined, undefined, cone(), cone()],
  ] as const
).flatMap(([what, who, was, is, stale, current]): LegalCase[] => {
  const why = 'RFC 9110 §13.1.2: the tags are compared with that of the present representation, weakly';
  const before = { headers: { etag: was ?? null }, body: { title: 'Cube' } };
  return [
    {
      requirement: 'http.condition-holds',
      rule: 'conditional.stale-tag',
      what,
      who,
      why,
      params: { before: 'before', after: 'after', stale: 'stale' },
      evidence: evidence({ before, after: cone(is), stale }),
    },
    {
      requirement: 'http.condition-fails',
      rule: 'conditional.current-tag',
      what,
      who,
      why,
      params: { after: 'after', current: 'current' },
      evidence: evidence({ after: cone(is), current }),
    },
  ];
});

const DONE: Sketch = { method: 'PATCH', status: 204, text: '' };
const REFUSED: Sketch = { method: 'PATCH', status: 412, text: '' };

const written: readonly LegalCase[] = (
  [
    ['it is refused with 412', 'most that have tags', '"2"', REFUSED, same('"2"')],
    ['it is refused in another way', 'services with a code of their own', '"2"', refusal(409), cone('"2"')],
    ['it is answered as done, and nothing is', 'who has the change already', '"2"', DONE, cone('"2"')],
    [
      'nothing is done, and the body has the time of the read',
      'envelopes',
      'W/"2"',
      DONE,
      { headers: { etag: '"2"' }, body: { title: 'Cone', at: 7 } },
    ],
    ['the tag is that of before', 'tags of the address', '"1"', DONE, cone('"1"')],
    ['no tag is sent', 'most services', undefined, DONE, cone()],
  ] as const
).map(([what, who, is, write, behind]): LegalCase => ({
  requirement: 'http.if-match',
  rule: 'conditional.if-match',
  what,
  who,
  why: 'RFC 9110 §13.1.1: the method is not performed; 412 is one answer, and 2xx to what has been done already another',
  params: { before: 'before', after: 'after', write: 'write', behind: 'behind' },
  evidence: evidence({ before: { headers: { etag: '"1"' }, body: { title: 'Cube' } }, after: cone(is), write, behind }),
}));

const origins: readonly LegalCase[] = (
  [
    [
      'the origin is allowed, without credentials',
      'Express cors, Spring, for public interfaces',
      { 'access-control-allow-origin': 'https://page.invalid' },
    ],
    ['every origin is allowed', 'nginx snippets', { 'access-control-allow-origin': '*' }],
    [
      'every origin is allowed, and credentials, which browsers ignore',
      'nginx snippets',
      { 'access-control-allow-origin': '*', 'access-control-allow-credentials': 'true' },
    ],
  ] as const
).map(([what, who, headers]): LegalCase => ({
  requirement: 'http.cross-origin',
  rule: 'media.origin-not-reflected',
  what,
  who,
  why: 'no standard binds the server: Fetch §3.2 says what browsers do',
  params: { step: 'probe', origin: 'https://page.invalid' },
  evidence: probe({ ...OK, headers }),
}));

const raw = (
  requirement: string,
  rule: 'raw.host' | 'raw.chunked' | 'raw.field-characters',
  why: string,
  params: object,
  list: readonly (readonly [string, string, readonly Sketch[]])[],
): readonly LegalCase[] =>
  list.map(([what, who, answers]) => ({
    requirement,
    rule,
    what,
    who,
    why,
    params: { step: 'probe', ...params },
    evidence: evidence({ probe: answers }),
  }));

const TEXT = { 'content-type': 'text/plain' };
const WHOLE: Sketch = { text: 'abcdef', headers: TEXT };
const part = (range: string, text: string): Sketch => ({
  status: 206,
  text,
  headers: { ...TEXT, 'content-range': range },
});

/** RFC 9110 §14.2: a Range may be ignored, whatever it is. */
const ranges: readonly LegalCase[] = (
  [
    [
      'no length in the Content-Range',
      'services that make the content as they send it',
      '1-2',
      part('bytes 1-2/*', 'bc'),
    ],
    ['a part that ends with the content', 'nginx, Apache, storage services', '4-99', part('bytes 4-5/6', 'ef')],
    ['more at the end than there is', 'nginx, Apache', '-99', part('bytes 0-5/6', 'abcdef')],
    ['the whole in place of a part', 'whoever packs or makes the content as it goes', '1-2', WHOLE],
  ] as const
).map(([what, who, asked, answer]): LegalCase => ({
  requirement: 'http.ranges.part',
  rule: 'range.part',
  what,
  who,
  why: 'RFC 9110 §14.2: a Range may be ignored; §14.1.2: the end is cut to what there is; §14.4: the length may be unknown',
  params: { whole: 'whole', again: 'again', part: 'part', asked },
  evidence: evidence({ whole: WHOLE, again: WHOLE, part: answer }),
}));

/** What has no part to send: all of it, a refusal, nothing new. */
const ignored: readonly LegalCase[] = (['http.ranges.condition', 'http.ranges.method'] as const).flatMap(
  (requirement) =>
    [WHOLE, ABSENT, refusal(403), { status: 412, body: problem('precondition', 'no') }].map((answer) => ({
      requirement,
      rule: requirement === 'http.ranges.method' ? 'range.method' : 'range.condition',
      what: `${answer.status ?? 200} where a Range does not count`,
      who: 'any service',
      why: 'RFC 9110 §13.1.5 and §14.2 forbid a part, and nothing else',
      params: { step: 'probe', statuses: [206, 416] },
      evidence: evidence({ probe: answer }),
    })),
);

const answeredAs = (
  requirement: string,
  rule: string,
  what: string,
  statuses: readonly number[],
  answer: Sketch,
): LegalCase => ({
  requirement,
  rule,
  what,
  who: 'nginx, Apache, storage services',
  why: 'RFC 9110 §15.3.7: a 206 may leave out what If-Range said is known; §14.4: a 416 says the length alone',
  params: { step: 'probe', statuses },
  evidence: evidence({ probe: answer }),
});

export const traffic: readonly LegalCase[] = [
  answeredAs('http.ranges.served', 'range.served', 'a part of unknown whole', [206], part('bytes 0-0/*', 'a')),
  answeredAs('http.ranges.unsatisfied', 'range.unsatisfied', 'a refusal without a body', [416], {
    status: 416,
    text: '',
    headers: { 'content-range': 'bytes */6' },
  }),
  ...ranges,
  ...ignored,
  ...targets,
  ...conditions,
  ...tags,
  ...asked,
  ...written,
  ...origins,
  {
    requirement: 'http.still-responds',
    rule: 'raw.still-responds',
    what: 'it is restarted while malformed requests are sent, and is back when they are sent again',
    who: 'any service, while a new version is deployed',
    why: 'no RFC says that a server must keep running',
    params: { step: 'probe' },
    evidence: evidence({ probe: OK }),
  },
  {
    requirement: 'http.range-unit',
    rule: 'media.range-unit',
    what: 'the record is gone by then',
    who: 'any service that others write to',
    why: 'RFC 9110 §14.2: a Range is ignored where there is something to send',
    params: { step: 'probe', after: 'after', success: SUCCESS },
    evidence: evidence({ probe: ABSENT, after: ABSENT }),
  },
  ...raw(
    'http.host',
    'raw.host',
    'RFC 9112 §3.2 has 400; who serves several names and serves nobody has not believed the name',
    { statuses: [400, 403, 404, 421], mayClose: false },
    [
      ['404 without a known name', 'Heroku, Traefik, Kubernetes ingress', [ABSENT]],
      ['403 without a known name', 'Cloudflare, AWS CloudFront', [refusal(403)]],
      ['421 without a known name', 'Envoy, Apache with HTTP/2', [refusal(421)]],
    ],
  ),
  ...raw(
    'http.framing',
    'raw.chunked',
    'RFC 9112 §6.1: it MAY be processed by its chunks alone, and the connection is closed afterwards',
    { statuses: [400], mayClose: true, anyAnswer: true },
    [
      [
        'chunks beside a length: processed, and refused for its empty content',
        'Apache, Tomcat, Kestrel, Go',
        [{ method: 'POST', ...refusal(422) }],
      ],
      ['chunks beside a length: 415', 'Spring on Tomcat', [{ method: 'POST', sent: {}, ...refusal(415) }]],
      ['chunks beside a length: 411', 'IIS', [{ method: 'POST', ...refusal(411) }]],
      [
        'chunks beside a length: accepted',
        'services that take an empty body',
        [{ method: 'POST', status: 200, body: { id: 1 } }],
      ],
    ],
  ),
  ...raw(
    'http.chunk-size',
    'raw.chunked',
    'RFC 9112 §2.2 SHOULD be answered 400; §9.3 an answer may come before the content was read',
    { mayClose: true, early: true },
    [
      [
        'a chunk without a size: answered before it was read',
        'gateways that authorise first',
        [{ method: 'POST', ...refusal(403) }],
      ],
      [
        'a chunk without a size: 415 before it was read, and 400 for the rest',
        'Node, Kestrel',
        [
          { method: 'POST', sent: {}, ...refusal(415) },
          { method: 'POST', ...refusal(400) },
        ],
      ],
    ],
  ),
  ...raw(
    'http.field-characters',
    'raw.field-characters',
    'RFC 9110 §5.5: rejected, or replaced by SP; by which status is not said',
    { mayClose: true, success: SUCCESS },
    [
      ['NUL in a field: 403', 'web application firewalls', [refusal(403)]],
      ['NUL in a field: 431', 'Node', [refusal(431)]],
      ['LF in a field: a line’s end', 'Apache, lighttpd', [OK]],
    ],
  ),
];
