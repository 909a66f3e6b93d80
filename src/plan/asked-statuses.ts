/** Statuses that cases of the contract ask for: what a case declares, the contract knows. Pure. */
import type { DeclaredCase, EndpointContract, Operation, ServiceContracts } from '../load/model.ts';
import type { Json } from '../model/json.ts';
import type { Scope } from './scope.ts';

/** Of an operation, in the order in which they are declared. */
export function askedStatuses(
  { contracts }: Scope,
  { endpoint }: EndpointContract,
  { name }: Operation,
): readonly number[] {
  let known = asked.get(contracts);
  if (known === undefined) asked.set(contracts, (known = byOperation(contracts)));
  return known.get(`${endpoint}/${name}`) ?? [];
}

/** A case may ask for them of any operation of the service: all are looked through once. */
const asked = new WeakMap<ServiceContracts, ReadonlyMap<string, readonly number[]>>();

function byOperation({ endpoints }: ServiceContracts): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const { endpoint, cases } of endpoints)
    for (const one of cases)
      for (const { rule, with: said } of one.checks) {
        const called = CALLS.has(rule) ? calledBy(one, said['step']) : undefined;
        if (called === undefined) continue;
        const operation = called.includes('/') ? called : `${endpoint}/${called}`;
        found.set(operation, [...(found.get(operation) ?? []), ...numbersIn(said['statuses'])]);
      }
  return found;
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
