/** Tokens that were granted, and how each of them fares. */
import { defined } from '../record/defined.ts';
import type { RefusedToken } from '../record/exchange.ts';
import { readJwt } from './tokens.ts';

/** One sign-in may bring the token of several versions: how it fares is known to all of them. */
export interface Grant {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Seconds that the token was said to live. */
  readonly life?: number;
  /** Calls with it that were answered. */
  calls: number;
  wasTaken: boolean;
  /** It was refused after that. */
  isOver: boolean;
}

export function grantOf(token: string, at: number, expiresIn: unknown): Grant {
  return { at, ...defined({ life: lifeOf(token, at, expiresIn) }), calls: 0, wasTaken: false, isOver: false };
}

/** What the answer says, or the token itself where that is less: by its own clock, if it tells when it was made. */
function lifeOf(token: string, at: number, expiresIn: unknown): number | undefined {
  const { exp, iat } = readJwt(token)?.claims ?? {};
  const own = typeof exp === 'number' ? exp - (typeof iat === 'number' ? iat : Math.floor(at / 1000)) : undefined;
  const said = [expiresIn, own].filter((one) => typeof one === 'number');
  return said.length === 0 ? undefined : Math.min(...said);
}

/** Of a long run with a service that refuses whatever it likes, those that were shown last. */
const MOST = 1000;

export class Grants {
  readonly #byToken = new Map<string, Grant>();

  note(token: string, grant: Grant): void {
    if (this.#byToken.has(token)) return;
    const oldest = this.#byToken.size >= MOST ? this.#byToken.keys().next().value : undefined;
    if (oldest !== undefined) this.#byToken.delete(oldest);
    this.#byToken.set(token, grant);
  }

  /** Notes what a call with the token was answered; where that refuses it though it was taken before, how it had fared. */
  heard(token: string, status: number, now: number): RefusedToken | undefined {
    const grant = this.#byToken.get(token);
    if (grant === undefined) return undefined;
    grant.calls += 1;
    if (status < 400) grant.wasTaken = true;
    if (status !== 401 || !grant.wasTaken) return undefined;
    grant.isOver = true;
    return { age: Math.floor((now - grant.at) / 1000), ...defined({ life: grant.life }), call: grant.calls };
  }
}
