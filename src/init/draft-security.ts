/** How a service is entered, as its OpenAPI document says it: the way of most operations, and those of the others. Pure. */
import type { JsonMap } from '../record/json.ts';
import type { ApiDocument, ApiOperation, ApiScheme } from '../openapi/document.ts';

export interface DraftSecurity {
  /** As in `contracts/<service>/security.yaml`; absent where nobody is asked who he is. */
  readonly main?: JsonMap;
  /** By name, as `others` has them. */
  readonly others: Readonly<Record<string, JsonMap>>;
  /** The name of the way of an operation among the others; undefined where it is the usual one. */
  readonly wayOf: (operation: ApiOperation) => string | undefined;
}

/** What a target can be given without asking anybody, easiest first. */
const EASE: readonly ((scheme: ApiScheme) => boolean)[] = [
  ({ type, scheme }) => type === 'http' && scheme === 'bearer',
  ({ type }) => type === 'oauth2' || type === 'openIdConnect',
  ({ key }) => key?.in === 'header' && key.name.toLowerCase() !== 'authorization',
  ({ type }) => type === 'http',
  ({ key }) => key !== undefined,
];

export function draftSecurity({ operations }: ApiDocument, nameOf: (scheme: string) => string): DraftSecurity {
  const secured = operations.filter((operation) => operation.secured);
  if (secured.length === 0) return { others: {}, wayOf: () => undefined };
  const usable = new Map(secured.map((operation) => [operation, usableOf(operation)] as const));
  const counts = new Map<string, number>();
  for (const schemes of usable.values()) for (const { name } of schemes) counts.set(name, (counts.get(name) ?? 0) + 1);
  const all = [...usable.values()].flat();
  const most = Math.max(0, ...counts.values());
  const main = all.filter(({ name }) => counts.get(name) === most).sort((a, b) => ease(a) - ease(b))[0];
  const others = new Map<string, ApiScheme>();
  const wayOf = (operation: ApiOperation): string | undefined => {
    const own = usable.get(operation) ?? [];
    const [first] = own;
    return first === undefined || own.some(({ name }) => name === main?.name) ? undefined : nameOf(first.name);
  };
  for (const schemes of usable.values()) {
    const [first] = schemes;
    if (first !== undefined && !schemes.some(({ name }) => name === main?.name)) others.set(nameOf(first.name), first);
  }
  return {
    main: main === undefined ? BEARER : schemeOf(main),
    others: Object.fromEntries([...others].map(([name, scheme]) => [name, schemeOf(scheme)])),
    wayOf,
  };
}

/** Alternatives that ask for one thing alone, easiest first. */
function usableOf({ ways = [], schemes = [] }: ApiOperation): readonly ApiScheme[] {
  return ways
    .flatMap((names) => (names.length === 1 ? schemes.filter(({ name }) => name === names[0]) : []))
    .filter(({ type }) => type !== 'mutualTLS')
    .sort((a, b) => ease(a) - ease(b));
}

function ease(scheme: ApiScheme): number {
  const place = EASE.findIndex((is) => is(scheme));
  return place === -1 ? EASE.length : place;
}

const BEARER: JsonMap = { type: 'http', scheme: 'bearer' };

/** A token of OAuth 2 that somebody signed in for is one that the target is given. */
function schemeOf({ type, scheme, key }: ApiScheme): JsonMap {
  if (key !== undefined) return { type: 'apiKey', in: key.in, name: key.name };
  return type === 'http' && scheme !== undefined ? { type, scheme } : BEARER;
}
