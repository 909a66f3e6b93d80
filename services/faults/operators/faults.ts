import { identityProviderPlaces } from '../../identity-provider/service.ts';
import type { Place } from '../../gateway.ts';
import { lifetimeOf } from '../../model/version.ts';
import { commonPlaces } from '../../instance.ts';
import { partnerPlaces } from '../../partner-onboarding/operations.ts';
import { familyPlaces, helpBalancePlace } from '../../student-reporting/engine/operations.ts';
import type { Fault, Subject } from '../fault.ts';
import { bodyOperators } from './bodies.ts';
import { deliveryOperators } from './delivery.ts';
import { headerOperators } from './headers.ts';
import type { OperationFacts, Operator } from './operator.ts';
import { statusOperators } from './statuses.ts';

// The operators at each place that they fit: the faults that follow from the operations of the services.

const operators = { ...statusOperators, ...headerOperators, ...bodyOperators, ...deliveryOperators } as const;

export type OperatorName = keyof typeof operators;

export const operatorTable: Readonly<Record<OperatorName, Operator>> = operators;

const keysOf = <Key extends string>(table: Readonly<Record<Key, unknown>>): readonly Key[] =>
  Object.keys(table) as Key[];

function factsOf(place: Place): OperationFacts {
  const { name, method, path, open = false } = place;
  return {
    name,
    method,
    isGuarded: !open,
    hasBody: name !== 'channels.delete',
    isPrivate: !open,
    isOfRecord: method !== 'POST' && path.includes('{'),
    ...lifetimeOf(place),
  };
}

const factsBySubject: Readonly<Record<Subject, readonly OperationFacts[]>> = {
  'partner-onboarding': [...commonPlaces, ...partnerPlaces].map(factsOf),
  'student-reporting': [...commonPlaces, ...familyPlaces, helpBalancePlace].map(factsOf),
  // No document speaks of published keys, so that nothing around them is a fault.
  'identity-provider': identityProviderPlaces
    .filter(({ name }) => name === 'tokens.create')
    .map(({ name, method }) => ({
      name,
      method,
      isGuarded: false,
      hasBody: true,
      isPrivate: true,
      isOfRecord: false,
    })),
};

/** An operator around one operation. */
export interface PlacedOperator {
  readonly operation: string;
  readonly operator: OperatorName;
}

export type OperatorFault = Fault & PlacedOperator;

export const operatorFaults: readonly OperatorFault[] = keysOf(factsBySubject).flatMap((subject) =>
  factsBySubject[subject].flatMap((facts) =>
    keysOf(operatorTable)
      .filter((operator) => operatorTable[operator].fits(facts))
      .map((operator): OperatorFault => {
        const { breaks, describes } = operatorTable[operator];
        return {
          id: `${subject}.${facts.name}.${operator}`,
          service: subject,
          kind: 'operator',
          what: operator,
          operator,
          operation: facts.name,
          ...lifetimeOf(facts),
          breaks,
          describes,
        };
      }),
  ),
);
