/** Statuses that cases of the contract ask for: what a case declares, the contract knows. Pure. */
import type { DeclaredCase } from '../load/case-model.ts';
import type { EndpointContract, Operation } from '../load/model.ts';
import type { Json } from '../record/json.ts';
import type { Scope } from './scope.ts';

/** Of an operation, in the order in which they are declared. */
export function askedStatuses(
  { contracts }: Scope,
  { endpoint: own }: EndpointContract,
  { name }: Operation,
): readonly number[] {
  return contracts.endpoints.flatMap(({ endpoint, cases }) =>
    cases.flatMap((one) =>
      one.checks.flatMap(({ rule, with: said }) => {
        const called = CALLS.has(rule) ? calledBy(one, said['step']) : undefined;
        const isIt = called === `${own}/${name}` || (called === name && endpoint === own);
        return isIt ? numbersIn(said['statuses']) : [];
      }),
    ),
  );
}

const CALLS: ReadonlySet<string> = new Set(['outcome.status', 'outcome.refused']);

/** What the step calls whose answer is judged; without steps, and of no step in particular, what the case is on. */
function calledBy({ on, steps }: DeclaredCase, step: Json | undefined): string | undefined {
  if (steps === undefined) return step === undefined ? on : undefined;
  const name = typeof step === 'string' ? step : (Object.keys(steps).at(-1) ?? '');
  return steps[name]?.on;
}

function numbersIn(value: Json | undefined): readonly number[] {
  return Array.isArray(value) ? value.filter((one): one is number => typeof one === 'number') : [];
}
