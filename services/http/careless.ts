import { shapeFault } from '../faults/ids.ts';
import type { ShapeFault } from '../faults/shape.ts';
import type { Switches } from '../faults/switches.ts';
import type { ServiceName } from '../services.ts';
import { GatewayError } from './gateway-error.ts';
import { json, type Call, type Reply } from './message.ts';

// What a service in front of which nobody took care does with the parts of a request that it should not mind, or
// should. Everything here is in force only under a fault.

export interface Carelessness {
  readonly service: ServiceName;
  readonly switches: Switches;
}

const longTarget = 4000;
const fixdate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

function asks({ service, switches }: Carelessness): (what: ShapeFault) => boolean {
  return (what) => switches.on(shapeFault(service, what));
}

/** The path that is looked up: as it is, unless a fault makes another one of it. */
export function pathLookedUp(careless: Carelessness, path: string, isKnown: (path: string) => boolean): string {
  if (careless.switches.active.size === 0) return path;
  const on = asks(careless);
  if (path.length > 1 && path.endsWith('/') && on('trailing-slash-accepted')) return path.slice(0, -1);
  // Ids and uids have no capitals of their own, but for the letters of a UUID, which are small.
  if (on('path-case-ignored')) return path.toLowerCase();
  if (on('doubled-slash-merged')) return path.replace(/\/{2,}/g, '/');
  if (on('encoded-slash-decoded')) return path.replace(/%2f/gi, '/');
  // A path that is compared before it is decoded is no known one.
  if (on('encoded-path-unknown') && path.includes('%')) return `${path}/undecoded`;
  if (!on('path-suffix-ignored')) return path;
  const cut = path.replace(/-[a-z]+$/, '');
  return isKnown(cut) ? cut : path;
}

/** The method that is believed. */
export function methodBelieved(careless: Carelessness, call: Call): string {
  const claimed = careless.switches.active.size === 0 ? undefined : call.header('x-http-method-override');
  return claimed !== undefined && asks(careless)('method-override-honoured') ? claimed.toUpperCase() : call.method;
}

function refusal(status: number, code: string, header: string): GatewayError {
  return new GatewayError(status, { code, detail: `${header} cannot be used.`, source: { header } });
}

/** Refuses what is no fault of the caller, once the caller is known. */
export function refuseNeedlessly(careless: Carelessness, call: Call): void {
  if (careless.switches.active.size === 0) return;
  const on = asks(careless);
  if (call.query !== '' && on('query-refused')) {
    throw new GatewayError(400, {
      code: 'unknown_parameter',
      detail: 'The query has an unknown parameter.',
      source: { parameter: call.query.split('=')[0] ?? '' },
    });
  }
  if (call.path.length + call.query.length > longTarget && on('long-target-500')) {
    throw new GatewayError(500, { code: 'internal_error', detail: 'Internal Server Error' });
  }
  if (call.header('range') !== undefined && on('range-refused')) throw refusal(416, 'range_not_satisfiable', 'range');
  const condition = call.header('if-modified-since');
  if (condition !== undefined && !fixdate.test(condition) && on('condition-date-refused'))
    throw refusal(400, 'invalid_date', 'if-modified-since');
  if (call.header('accept') === undefined && on('accept-required')) throw refusal(406, 'not_acceptable', 'accept');
  if (call.method === 'HEAD' && on('head-unauthorised')) {
    const challenge = `Bearer realm="${careless.service}", error="invalid_token"`;
    throw new GatewayError(
      401,
      { code: 'unauthorised', detail: 'The access token is not valid.' },
      { 'www-authenticate': challenge },
    );
  }
}

/** What is made of the finished answer of a read. */
export function answeredCarelessly(careless: Carelessness, call: Call, reply: Reply): Reply {
  if (careless.switches.active.size === 0) return reply;
  const on = asks(careless);
  const origin = call.header('origin');
  const reflected =
    origin !== undefined && on('origin-reflected')
      ? { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' }
      : {};
  const isFiltered = call.method === 'GET' && call.hasBody && on('get-content-believed');
  const answer = isFiltered ? json(200, { success: true, result: [] }, reply.headers) : reply;
  return { ...answer, headers: { ...answer.headers, ...reflected } };
}

/** Paths that were asked about with HEAD, for the fault in which that is no safe method. */
export class Forgotten {
  readonly #careless: Carelessness;
  readonly #paths = new Set<string>();

  constructor(careless: Carelessness) {
    this.#careless = careless;
    careless.switches.onChange(() => {
      this.#paths.clear();
    });
  }

  /** Remembers a HEAD; tells whether a GET now finds nothing. */
  isGone({ method, path }: Call): boolean {
    if (this.#careless.switches.active.size === 0 || !asks(this.#careless)('head-forgets')) return false;
    if (method === 'HEAD') this.#paths.add(path);
    return method === 'GET' && this.#paths.has(path);
  }
}
