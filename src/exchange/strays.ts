/** Whether it is only now and then that a service is away: then what it left unanswered is asked for again, within bounds. */

/** So many are strays, whatever comes of them, and beyond them so great a share of all. */
const FEW = 5;
const SELDOM = 0.02;

export class Strays {
  #all = 0;
  #away = 0;

  /** Counts what was sent; true where nobody of the service answered it, and few have ended so. */
  isOne(isUnheard: boolean): boolean {
    this.#all += 1;
    if (!isUnheard) return false;
    this.#away += 1;
    return this.#away <= FEW + SELDOM * this.#all;
  }
}

/** Of what a service answers, apart: what writes may be served by other machines than what reads. */
export interface StraysOfService {
  readonly reads: Strays;
  /** Those that groups need. */
  readonly writes: Strays;
}

/** Of a run, by service and version. */
export function straysOf(
  { service: { service }, spec }: { readonly service: { readonly service: string }; readonly spec: string },
  { strays }: { readonly strays?: Map<string, StraysOfService> },
): StraysOfService {
  const of = `${service}@${spec}`;
  const known = strays?.get(of) ?? { reads: new Strays(), writes: new Strays() };
  strays?.set(of, known);
  return known;
}
