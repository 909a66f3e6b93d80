/** What harmless answers of a service say of open points: proposals with their evidence, and no decision. Pure. */
import type { Exchange } from '../record/exchange.ts';
import { header } from '../record/headers.ts';
import { jsonBody } from '../record/body.ts';
import { sameJson, type Json } from '../record/json.ts';
import { at } from '../record/pointer.ts';
import type { Scope } from '../plan/scope.ts';

/** The steps of a look at a service, by what each asks. */
export const LOOKS = { plain: 'as-declared', bare: 'without-a-token', paged: 'a-page-of-one' } as const;

export interface Proposal {
  readonly point: string;
  /** What the answer would be; absent where what was seen only speaks against the one that is there. */
  readonly answer?: Json;
  readonly evidence: string;
}

/** By what a header is called that carries a number of pages, whatever stands before it. */
const PAGE_WORDS = {
  current: /(^|-)current|(^|-)page(-(number|no|index))?$/,
  next: /(^|-)next/,
  previous: /(^|-)prev/,
  total: /(^|-)(total|count|last)/,
} as const;

export function proposalsOf(scope: Scope, exchanges: readonly Exchange[]): readonly Proposal[] {
  const seen = exchanges.filter((one) => one.service === scope.service && one.spec === scope.version);
  return once([...places(scope, seen), ...refusals(scope, seen), ...pages(scope, seen), ...definitions(scope, seen)]);
}

/** The open point whose answer stands at a place of the contracts. */
function pointAt(scope: Scope, place: string): string | undefined {
  return scope.declared.open.find((open) => open.place === place && open.part === undefined)?.point;
}

/** Where the service says what it is. */
function places(scope: Scope, seen: readonly Exchange[]): readonly Proposal[] {
  return seen.flatMap((exchange) => {
    const found = operationOf(scope, exchange);
    if (found?.describes === undefined || stepOf(exchange) !== LOOKS.plain || exchange.response === undefined)
      return [];
    const point = pointAt(scope, `${found.place}/path`);
    if (point === undefined) return [];
    const { status } = exchange.response;
    return [
      status >= 200 && status < 300
        ? { point, answer: found.path, evidence: `${asked(exchange)} is answered ${status}` }
        : { point, evidence: `${asked(exchange)} is answered ${status}: it may be elsewhere` },
    ];
  });
}

/** How a call without a token is refused. */
function refusals(scope: Scope, seen: readonly Exchange[]): readonly Proposal[] {
  const point = pointAt(scope, '/errors/refusals/unauthenticated/statuses');
  const refused = seen.filter(
    (one) => stepOf(one) === LOOKS.bare && one.response !== undefined && one.response.status >= 300,
  );
  const statuses = [...new Set(refused.flatMap(({ response }) => response?.status ?? []))].sort((a, b) => a - b);
  const [first] = refused;
  // What fails for another reason says nothing of tokens.
  if (point === undefined || first === undefined || statuses.some((s) => s >= 500 || s === 404)) return [];
  return [{ point, answer: statuses, evidence: `${asked(first)} without a token is answered ${statuses.join(', ')}` }];
}

/** Which headers a page has that the same list has not without it. */
function pages(scope: Scope, seen: readonly Exchange[]): readonly Proposal[] {
  const paged = seen.filter((one) => stepOf(one) === LOOKS.paged && one.response?.status === 200);
  return paged.flatMap((page) => {
    const plain = seen.find((one) => stepOf(one) === LOOKS.plain && one.operation === page.operation);
    const before = new Set(namesOf(plain));
    const more = namesOf(page).filter((name) => !before.has(name));
    return Object.entries(PAGE_WORDS).flatMap(([role, word]): readonly Proposal[] => {
      const point = pointAt(scope, `/pagination/${role}/header`);
      const names = more.filter((name) => word.test(name));
      const [name] = names;
      if (point === undefined || name === undefined || names.length > 1) return [];
      const value = page.response === undefined ? undefined : header(page.response, name);
      return [{ point, answer: name, evidence: `a page of ${asked(page)} has ${name}: ${value ?? ''}` }];
    });
  });
}

/** Whether what is published is of the version that is tested. */
function definitions(scope: Scope, seen: readonly Exchange[]): readonly Proposal[] {
  return seen.flatMap((exchange) => {
    const found = operationOf(scope, exchange);
    const { describes } = found ?? {};
    if (found === undefined || describes?.definition === undefined || exchange.response?.status !== 200) return [];
    const point = pointAt(scope, `${found.endpoint}/describes/aligned`);
    const body = jsonBody(exchange.response);
    const version = body.ok ? at(body.value, describes.version) : undefined;
    if (point === undefined || typeof version !== 'string') return [];
    return [
      {
        point,
        answer: version === scope.version,
        evidence: `${asked(exchange)} says version ${version}, and ${scope.version} is tested`,
      },
    ];
  });
}

function namesOf(exchange: Exchange | undefined): readonly string[] {
  return [...new Set((exchange?.response?.headers ?? []).map(([name]) => name))];
}

interface Found {
  readonly endpoint: string;
  readonly place: string;
  readonly path: string;
  readonly describes: Scope['declared']['endpoints'][number]['describes'];
}

function operationOf({ declared, contracts }: Scope, { operation }: Exchange): Found | undefined {
  for (const [index, { endpoint, operations, describes }] of declared.endpoints.entries()) {
    const own = operations.findIndex(({ name }) => `${endpoint}/${name}` === operation);
    if (own < 0) continue;
    const path = contracts.endpoints
      .find((one) => one.endpoint === endpoint)
      ?.operations.find(({ name }) => `${endpoint}/${name}` === operation)?.path;
    const place = `/endpoints/${index}`;
    return path === undefined ? undefined : { endpoint: place, place: `${place}/operations/${own}`, path, describes };
  }
  return undefined;
}

function stepOf({ step }: Exchange): string {
  return step;
}

function asked({ request: { method, url } }: Exchange): string {
  return `${method} ${new URL(url).pathname}`;
}

/** The same is said once, however often it was seen; what was seen differently is said twice. */
function once(all: readonly Proposal[]): readonly Proposal[] {
  return all.filter(
    (one, index) =>
      all.findIndex((other) => other.point === one.point && sameJson(other.answer ?? null, one.answer ?? null)) ===
      index,
  );
}
