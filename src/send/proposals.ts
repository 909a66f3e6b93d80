/** Proposals for open questions with their evidence, from harmless responses of a service. Pure. */
import { omitUndefined } from '../model/objects.ts';
import { mediaTypeOf, jsonBody } from '../model/body.ts';
import { firstHeader, headerTokens } from '../model/headers.ts';
import { isMap, type Json, isSameJson } from '../model/json.ts';
import { withValueAt } from '../model/paging/lists.ts';
import { valueAtPointer } from '../model/pointer.ts';
import { isSuccessStatus } from '../model/success.ts';
import type { Exchange, RecordedResponse } from '../model/exchange.ts';
import type { OpenValue } from '../load/model.ts';
import type { Scope } from '../plan/scope.ts';
import { PROBE_STEPS } from './probe-steps.ts';

export interface Proposal {
  readonly point: string;
  /** Proposed answer; absent if the evidence only contradicts the present one. */
  readonly answer?: Json;
  /** Observations, one per line. */
  readonly evidence: readonly string[];
}

/** Observed access token, without its text. */
export interface ObservedToken {
  readonly from: 'sign-in' | 'target';
  /** Absent if it is not a JWT. */
  readonly jwt?: { readonly header: Readonly<Record<string, unknown>>; readonly issuer?: string };
  /** Known addresses of the identity provider. */
  readonly provider: readonly string[];
}

export interface ProbedService {
  readonly exchanges: readonly Exchange[];
  readonly token?: ObservedToken;
  /** Open question that switches each rule of reads on or off. */
  readonly deciding: ReadonlyMap<string, string>;
}

/** One variant of one operation. */
interface ProbeExchange {
  readonly exchange: Exchange;
  readonly response: RecordedResponse;
  readonly found: Found;
}

/** Returns the open question of a rule. */
type PointOfRule = (rule: string) => string | undefined;

/** Answer to an open question, or a part of it. */
interface PointAnswer {
  readonly point: string;
  readonly part?: string | undefined;
  readonly value?: Json;
  readonly evidence: string;
}

/** Parts of header names for page numbers, after any prefix. */
const PAGE_WORDS = {
  current: /(^|-)current|(^|-)page(-(number|no|index))?$/,
  next: /(^|-)next/,
  previous: /(^|-)prev/,
  total: /(^|-)(total|count|last)/,
} as const;

const GONE: readonly number[] = [404, 410];

export function proposalsOf(scope: Scope, { exchanges, token, deciding }: ProbedService): readonly Proposal[] {
  const looks = exchanges
    .filter((one) => one.service === scope.service && one.spec === scope.version)
    .flatMap((exchange): readonly ProbeExchange[] => {
      const found = operationOf(scope, exchange);
      const { response } = exchange;
      return found === undefined || response === undefined ? [] : [{ exchange, response, found }];
    });
  const decided: PointOfRule = (rule) => deciding.get(rule);
  return mergeAnswers(scope, [
    ...places(scope, looks),
    ...successes(scope, looks),
    ...refusals(scope, looks, decided),
    ...pages(scope, looks),
    ...definitions(scope, looks),
    ...mediaTypes(scope, looks),
    ...caches(looks, decided),
    ...readVariants(looks, decided),
    ...methods(looks, decided),
    ...tokens(scope, token),
  ]);
}

/** Open value at a place of the contracts. */
function openAt({ declared }: Scope, place: string): OpenValue | undefined {
  return declared.open.find((open) => open.place === place && open.has === undefined);
}

function looksOf(looks: readonly ProbeExchange[], step: string): readonly ProbeExchange[] {
  return looks.filter(({ exchange }) => exchange.step === step);
}

/** Places: the description of the service, and its lists. */
function places(scope: Scope, looks: readonly ProbeExchange[]): readonly PointAnswer[] {
  return looksOf(looks, PROBE_STEPS.plain).flatMap(
    ({ exchange, response: { status }, found }): readonly PointAnswer[] => {
      const open = openAt(scope, `${found.place}/path`);
      if (open === undefined) return [];
      const { point, part } = open;
      const evidence = `${requestLine(exchange)} returned ${status}`;
      const alone = part === undefined ? '' : '; other paths were not requested';
      if (isSuccessStatus(status)) return [{ point, part, value: found.path, evidence: `${evidence}${alone}` }];
      // A rejected list exists.
      return found.describes !== undefined || GONE.includes(status)
        ? [{ point, part, evidence: `${evidence}: the path may differ` }]
        : [];
    },
  );
}

/** Statuses of successful reads. */
function successes(scope: Scope, looks: readonly ProbeExchange[]): readonly PointAnswer[] {
  const seen = new Map<
    string,
    { readonly open: OpenValue; readonly first: ProbeExchange; readonly statuses: Set<number> }
  >();
  for (const look of looksOf(looks, PROBE_STEPS.plain)) {
    const open = openAt(scope, `${look.found.place}/success`);
    if (open === undefined || !isSuccessStatus(look.response.status)) continue;
    const key = `${open.point} ${open.part ?? ''}`;
    const known = seen.get(key) ?? { open, first: look, statuses: new Set() };
    known.statuses.add(look.response.status);
    seen.set(key, known);
  }
  return [...seen.values()].map(({ open: { point, part }, first, statuses }) => ({
    point,
    part,
    value: sorted(statuses),
    evidence: `${requestLine(first.exchange)} and similar reads returned ${sorted(statuses).join(', ')}; writes were not sent`,
  }));
}

/** Whether and how requests without a token are rejected. */
function refusals(scope: Scope, looks: readonly ProbeExchange[], decided: PointOfRule): readonly PointAnswer[] {
  const bare = looksOf(looks, PROBE_STEPS.bare);
  const refused = bare.filter(({ response }) => response.status >= 300);
  const statuses = sorted(new Set(refused.map(({ response }) => response.status)));
  const [first] = refused;
  const open = openAt(scope, '/errors/refusals/unauthenticated/statuses');
  const required = decided('access.none');
  // Failures for other reasons are ignored.
  const isSaid = first !== undefined && !statuses.some((status) => status >= 500 || GONE.includes(status));
  const evidence =
    first === undefined ? '' : `${requestLine(first.exchange)} without a token returned ${statuses.join(', ')}`;
  return [
    ...(isSaid && open !== undefined ? [{ point: open.point, part: open.part, value: statuses, evidence }] : []),
    ...(isSaid && required !== undefined ? [{ point: required, value: true, evidence }] : []),
    ...(required === undefined
      ? []
      : bare
          .filter(({ response }) => isSuccessStatus(response.status))
          .map(({ exchange, response }) => ({
            point: required,
            value: false,
            evidence: `${requestLine(exchange)} without a token returned ${response.status}`,
          }))),
  ];
}

/** Headers that only pages have, and lists with pages. */
function pages(scope: Scope, looks: readonly ProbeExchange[]): readonly PointAnswer[] {
  return looksOf(looks, PROBE_STEPS.paged).flatMap((page): readonly PointAnswer[] => {
    const plain = looksOf(looks, PROBE_STEPS.plain).find(
      ({ exchange }) => exchange.operation === page.exchange.operation,
    );
    if (!isSuccessStatus(page.response.status) || plain === undefined || !isSuccessStatus(plain.response.status))
      return [];
    const before = new Set(namesOf(plain));
    const more = namesOf(page).filter((name) => !before.has(name));
    const roles = Object.entries(PAGE_WORDS).flatMap(([role, word]): readonly PointAnswer[] => {
      const open = openAt(scope, `/pagination/${role}/header`);
      const names = more.filter((name) => word.test(name));
      const [name] = names;
      if (open === undefined || name === undefined || names.length > 1) return [];
      const evidence = `a page of ${requestLine(page.exchange)} has ${name}: ${firstHeader(page.response, name) ?? ''}`;
      return [{ point: open.point, part: open.part, value: name, evidence }];
    });
    const open = openAt(scope, `${page.found.place}/pagination`);
    const paging: PointAnswer | undefined =
      open === undefined
        ? undefined
        : {
            point: open.point,
            part: open.part,
            value: roles.length > 0 ? 'optional' : 'none',
            evidence: `a page of ${requestLine(page.exchange)} has ${roles.length > 0 ? 'paging headers' : 'no paging headers with these parameter names'}`,
          };
    return paging === undefined ? roles : [...roles, paging];
  });
}

/** Whether the published definition has the tested version. */
function definitions(scope: Scope, looks: readonly ProbeExchange[]): readonly PointAnswer[] {
  return looksOf(looks, PROBE_STEPS.plain).flatMap(({ exchange, response, found }): readonly PointAnswer[] => {
    if (found.describes?.definition === undefined || response.status !== 200) return [];
    const open = openAt(scope, `${found.endpoint}/describes/aligned`);
    const body = jsonBody(response);
    const version = body.ok ? valueAtPointer(body.value, found.describes.version) : undefined;
    if (open === undefined || typeof version !== 'string') return [];
    const evidence = `${requestLine(exchange)} returned version ${version}; the tested version is ${scope.version}`;
    return [{ point: open.point, part: open.part, value: version === scope.version, evidence }];
  });
}

/** Media types of responses. A published definition has its own. */
function mediaTypes(scope: Scope, looks: readonly ProbeExchange[]): readonly PointAnswer[] {
  const open = openAt(scope, '/mediaType');
  if (open === undefined) return [];
  return looksOf(looks, PROBE_STEPS.plain).flatMap(({ exchange, response, found }): readonly PointAnswer[] => {
    const type = mediaTypeOf(response);
    return !isSuccessStatus(response.status) || found.describes?.definition !== undefined || type === ''
      ? []
      : [
          {
            point: open.point,
            part: open.part,
            value: type,
            evidence: `${requestLine(exchange)} returned ${type}`,
          },
        ];
  });
}

/** Whether authenticated responses may be cached. One such response is enough. */
function caches(looks: readonly ProbeExchange[], decided: PointOfRule): readonly PointAnswer[] {
  const point = decided('http.cache-control');
  const authorised = looksOf(looks, PROBE_STEPS.plain).filter(
    ({ response, found }) => isSuccessStatus(response.status) && found.access === 'token',
  );
  const storable = authorised.find(
    ({ response }) => !headerTokens(response, 'cache-control').some((token) => /^no-store$/i.test(token)),
  );
  const [first] = authorised;
  if (point === undefined || first === undefined) return [];
  const { exchange, response } = storable ?? first;
  const said = firstHeader(response, 'cache-control');
  const evidence = `${requestLine(exchange)} responded ${said === undefined ? 'without Cache-Control' : `with Cache-Control: ${said}`}`;
  return [{ point, value: storable === undefined, evidence }];
}

interface ReadVariant {
  readonly look: string;
  readonly rule: string;
  readonly what: string;
  /** Meaning of a status for the open question; undefined if it has none. */
  readonly says: (status: number) => boolean | undefined;
}

/** Effects of variants of declared reads. One contradicting operation is enough. */
const READ_VARIANTS: readonly ReadVariant[] = [
  {
    look: PROBE_STEPS.otherType,
    rule: 'media.not-acceptable',
    what: 'without JSON in Accept',
    says: (status) => (status === 406 ? true : isSuccessStatus(status) ? false : undefined),
  },
  {
    look: PROBE_STEPS.unknownParameter,
    rule: 'query.ignored',
    what: 'with an unknown parameter',
    says: (status) => (isSuccessStatus(status) ? true : status >= 400 && status < 500 ? false : undefined),
  },
  {
    look: PROBE_STEPS.slash,
    rule: 'path.trailing-slash',
    what: 'with a trailing slash',
    says: (status) => (GONE.includes(status) ? true : status < 400 ? false : undefined),
  },
];

function readVariants(looks: readonly ProbeExchange[], decided: PointOfRule): readonly PointAnswer[] {
  return READ_VARIANTS.flatMap(({ look, rule, what, says }): readonly PointAnswer[] => {
    const point = decided(rule);
    // Variants of a failing read are ignored.
    const reads = new Set(
      looksOf(looks, PROBE_STEPS.plain).flatMap(({ exchange, response }) =>
        isSuccessStatus(response.status) ? [exchange.operation] : [],
      ),
    );
    const said = looksOf(looks, look).flatMap(({ exchange, response: { status } }) => {
      const value = reads.has(exchange.operation) ? says(status) : undefined;
      return value === undefined ? [] : [{ value, evidence: `${requestLine(exchange)} ${what} returned ${status}` }];
    });
    const first = said.find(({ value }) => !value) ?? said[0];
    return point === undefined || first === undefined ? [] : [{ point, ...first }];
  });
}

/** Response of OPTIONS to an undeclared method. */
function methods(looks: readonly ProbeExchange[], decided: PointOfRule): readonly PointAnswer[] {
  const point = decided('method.unsupported');
  const told = looksOf(looks, PROBE_STEPS.options).filter(
    ({ response }) => isSuccessStatus(response.status) && headerTokens(response, 'allow').length > 0,
  );
  const taking = told.find(({ response }) => headerTokens(response, 'allow').includes('PUT'));
  const first = taking ?? told[0];
  if (point === undefined || first === undefined) return [];
  const evidence = `${requestLine(first.exchange)} returned Allow: ${headerTokens(first.response, 'allow').join(', ')}`;
  return [{ point, value: taking === undefined, evidence }];
}

/** Kind and issuer of the access token. */
function tokens(scope: Scope, token: ObservedToken | undefined): readonly PointAnswer[] {
  if (token === undefined) return [];
  const { from, jwt, provider } = token;
  const what = from === 'sign-in' ? 'the token from the sign-in' : 'the token of the target';
  const kind = openAt(scope, '/token/accessToken/kind');
  const issuer = openAt(scope, '/token/accessToken/issuer');
  const typed = jwt?.header['typ'] === undefined ? '' : `, typ ${JSON.stringify(jwt.header['typ'])}`;
  const evidence = jwt === undefined ? `${what} is not a JWT` : `${what} is a JWT${typed}`;
  const isOwn = jwt?.issuer !== undefined && provider.some((address) => sameOrigin(address, jwt.issuer ?? ''));
  return [
    ...(kind === undefined
      ? []
      : [{ point: kind.point, part: kind.part, value: jwt === undefined ? 'opaque' : 'jwt', evidence }]),
    ...(issuer === undefined || jwt?.issuer === undefined
      ? []
      : [
          {
            point: issuer.point,
            part: issuer.part,
            value: isOwn ? 'identity-provider' : 'another',
            evidence: `the issuer of ${what} is ${jwt.issuer}, ${isOwn ? 'which is' : 'not'} the identity provider of the target`,
          },
        ]),
  ];
}

function sameOrigin(one: string, other: string): boolean {
  if (one === other) return true;
  return URL.canParse(one) && URL.canParse(other) && new URL(one).origin === new URL(other).origin;
}

function sorted(statuses: ReadonlySet<number>): readonly number[] {
  return [...statuses].sort((a, b) => a - b);
}

function namesOf({ response }: ProbeExchange): readonly string[] {
  return [...new Set(response.headers.map(([name]) => name))];
}

interface Found {
  readonly endpoint: string;
  readonly place: string;
  readonly path: string;
  readonly access: 'token' | 'public';
  readonly describes: Scope['declared']['endpoints'][number]['describes'];
}

function operationOf({ declared, contracts }: Scope, { operation }: Exchange): Found | undefined {
  for (const [index, { endpoint, operations, describes }] of declared.endpoints.entries()) {
    const own = operations.findIndex(({ name }) => `${endpoint}/${name}` === operation);
    if (own < 0) continue;
    const here = contracts.endpoints
      .find((one) => one.endpoint === endpoint)
      ?.operations.find(({ name }) => `${endpoint}/${name}` === operation);
    if (here === undefined) return undefined;
    const place = `/endpoints/${index}`;
    return { endpoint: place, place: `${place}/operations/${own}`, path: here.path, access: here.access, describes };
  }
  return undefined;
}

function requestLine({ request: { method, url } }: Exchange): string {
  return `${method} ${new URL(url).pathname}`;
}

/** Merges the parts of an answer. Contradicting observations become separate proposals. */
function mergeAnswers(scope: Scope, all: readonly PointAnswer[]): readonly Proposal[] {
  const byPoint = new Map<string, PointAnswer[]>();
  for (const one of all) byPoint.set(one.point, [...(byPoint.get(one.point) ?? []), one]);
  return [...byPoint].flatMap(([point, said]): readonly Proposal[] => {
    const whole = withoutDuplicates(said.filter(({ part }) => part === undefined)).map(({ value, evidence }) => ({
      point,
      ...omitUndefined({ answer: value }),
      evidence: [evidence],
    }));
    const parts = withoutDuplicates(said.filter(({ part, value }) => part !== undefined && value !== undefined));
    const against = withoutDuplicates(said.filter(({ part, value }) => part !== undefined && value === undefined));
    let answer = scope.answer(point);
    for (const { part = '', value = null } of parts)
      if (isMap(answer) || Array.isArray(answer)) answer = withValueAt(answer, part, value);
    return [
      ...whole,
      ...(parts.length === 0 ? [] : [{ point, answer, evidence: parts.map(({ evidence }) => evidence) }]),
      ...against.map(({ evidence }) => ({ point, evidence: [evidence] })),
    ];
  });
}

/** Removes duplicates. */
function withoutDuplicates(all: readonly PointAnswer[]): readonly PointAnswer[] {
  return all.filter(
    (one, index) =>
      all.findIndex((other) => other.part === one.part && isSameJson(other.value ?? null, one.value ?? null)) === index,
  );
}
