import { identityProviderPlaces } from '../../identity-provider/service.ts';
import type { Place } from '../../gateway.ts';
import { lifetimeOf } from '../../model/version.ts';
import { commonPlaces } from '../../instance.ts';
import { partnerPlaces } from '../../partner-onboarding/operations.ts';
import { familyPlaces, helpBalancePlace } from '../../student-reporting/engine/operations.ts';
import type { Fault, Subject } from '../fault.ts';
import type { PlacedOperator } from './layer.ts';
import type { OperationFacts } from './operator.ts';
import { operatorNames, operatorTable } from './table.ts';

// The operators at each place that they fit: the faults that follow from the operations of the services.

const keysOf = <Key extends string>(table: Readonly<Record<Key, unknown>>): readonly Key[] =>
  Object.keys(table) as Key[];

function factsOf(place: Place): OperationFacts {
  const { name, method, path, open = false } = place;
  return {
    name,
    method,
    isGuarded: !open,
    hasBody: name !== 'channels.delete',
    canRefuse: true,
    isPrivate: !open,
    isOfRecord: method !== 'POST' && path.includes('{'),
    mayAddToErrors: false,
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
      canRefuse: true,
      isPrivate: true,
      isOfRecord: false,
      mayAddToErrors: true,
    })),
};

/** A fault of the layer around an operation. */
export type OperatorFault = Fault & PlacedOperator;

export const operatorFaults: readonly OperatorFault[] = keysOf(factsBySubject).flatMap((subject) =>
  factsBySubject[subject].flatMap((facts) =>
    operatorNames
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
