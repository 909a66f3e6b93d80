/** Whether it is only now and then that a service is away: then what it left unanswered is asked for again, within bounds. */

/** So many are retryBudgets, whatever comes of them, and beyond them so great a share of all. */
const FEW = 5;
const SELDOM = 0.02;

export class RetryBudget {
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
export interface ServiceRetryBudgets {
  readonly reads: RetryBudget;
  /** Those that groups need. */
  readonly writes: RetryBudget;
}

/** Of a run, by service and version. */
export function retryBudgetsOf(
  { service: { service }, spec }: { readonly service: { readonly service: string }; readonly spec: string },
  { retryBudgets }: { readonly retryBudgets?: Map<string, ServiceRetryBudgets> },
): ServiceRetryBudgets {
  const of = `${service}@${spec}`;
  const known = retryBudgets?.get(of) ?? { reads: new RetryBudget(), writes: new RetryBudget() };
  retryBudgets?.set(of, known);
  return known;
}
