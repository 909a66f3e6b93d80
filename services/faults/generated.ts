import { partnerPlaces } from '../partner-onboarding/operations.ts';
import { commonPlaces } from '../instance.ts';
import { identityProviderPlaces } from '../identity-provider/service.ts';
import { serviceNames, type ServiceName } from '../services.ts';
import { fieldFaults } from './generated-fields.ts';
import { familyPlaces, helpBalancePlace } from '../student-reporting/engine/operations.ts';
import type { Family } from '../student-reporting/families/family.ts';
import { families } from '../student-reporting/families/index.ts';
import type { Fault } from './fault.ts';
import {
  lifecycleFault,
  operatorFault,
  paginationFault,
  receptionFault,
  shapeFault,
  tokenFault,
  type Subject,
} from './ids.ts';
import { lifecycleFaults, type LifecycleFault } from './lifecycle.ts';
import { operatorNames, operatorTable } from './operators.ts';
import type { OperationFacts } from './operators/operator.ts';
import { paginationFaults, type PaginationFault, type PagingDeviation } from './pagination.ts';
import { receptionFaults, receptionFaultsOf } from './reception.ts';
import { shapeFaults, type ShapeFault } from './shape.ts';
import { tokenFaults, type TokenFault } from './tokens.ts';

// The faults that follow from what the services are: from their operations, families and fields.

interface Place {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly open?: boolean;
}

const keysOf = <Key extends string>(table: Readonly<Record<Key, unknown>>): readonly Key[] =>
  Object.keys(table) as Key[];

function factsOf({ name, method, path, open = false }: Place): OperationFacts {
  return {
    name,
    method,
    isGuarded: !open,
    hasBody: name !== 'channels.delete',
    canRefuse: true,
    isPrivate: !open,
    isOfRecord: method !== 'POST' && path.includes('{'),
    mayAddToErrors: false,
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

export const operatorFaults: readonly Fault[] = keysOf(factsBySubject).flatMap((subject) =>
  factsBySubject[subject].flatMap((facts) =>
    operatorNames
      .filter((operator) => operatorTable[operator].fits(facts))
      .map((operator): Fault => {
        const { breaks, describes } = operatorTable[operator];
        return {
          id: operatorFault(subject, facts.name, operator),
          service: subject,
          kind: 'operator',
          what: operator,
          operation: facts.name,
          breaks,
          describes,
        };
      }),
  ),
);

/** The one header of student-reporting has no scheme, and partner-onboarding has no list and no number. */
function isShapeOf(service: ServiceName, what: ShapeFault): boolean {
  if (what === 'scheme-case-sensitive') return service === 'partner-onboarding';
  return what !== 'leading-zero-accepted' || service === 'student-reporting';
}

const perService = serviceNames.flatMap((service): Fault[] => [
  ...keysOf<ShapeFault>(shapeFaults)
    .filter((what) => isShapeOf(service, what))
    .map((what) => ({ id: shapeFault(service, what), service, kind: 'shape' as const, what, ...shapeFaults[what] })),
  ...keysOf<TokenFault>(tokenFaults).map((what) => ({
    id: tokenFault(service, what),
    service,
    kind: 'token' as const,
    what,
    ...tokenFaults[what],
  })),
]);

const ofReception = keysOf(factsBySubject).flatMap((subject) =>
  receptionFaultsOf(subject).map((what): Fault => {
    const { breaks, describes } = receptionFaults[what];
    return { id: receptionFault(subject, what), service: subject, kind: 'shape', what, breaks, describes };
  }),
);

/** Which lifecycle faults make a difference in a family. */
function lifecycleOf(family: Family): readonly LifecycleFault[] {
  const isReferredTo = families.some(({ fields }) =>
    fields.some((field) => field.kind === 'reference' && field.to === family.name),
  );
  const hasChildren = families.some(({ parent }) => parent === family.name);
  const hasOptional = family.fields.some(({ required, writeOnly, readOnly }) => !required && !writeOnly && !readOnly);
  const form = family.form('2.1.05');
  return keysOf<LifecycleFault>(lifecycleFaults).filter((what) => {
    if (!family.actions.includes(lifecycleFaults[what].operation)) return false;
    switch (what) {
      case 'batch-first-only':
      case 'batch-order-changed':
      case 'batch-stops-at-failure':
        return form === 'array';
      case 'patch-clears-others':
      case 'patch-null-kept':
      case 'null-for-unset':
        return hasOptional;
      case 'delete-referenced':
        return isReferredTo;
      case 'children-kept':
        return hasChildren;
      case 'wrong-parent-reachable':
        return family.parent !== undefined && !family.isSingle;
      case 'create-stored-twice':
        return family.actions.includes('list');
      case 'read-after-delete':
        return !family.isSingle && family.actions.includes('delete');
      case 'deleted-still-listed':
        return family.actions.includes('delete');
      case 'parent-unchecked':
        return family.parent !== undefined;
      case 'lists-all-organisations':
        return family.parent === undefined && family.listedBelow === undefined;
      case 'other-organisation-parent':
        return family.parent !== undefined || family.listedBelow !== undefined;
      default:
        return true;
    }
  });
}

function lifecycleEntry(service: ServiceName, family: string, what: LifecycleFault): Fault {
  const { operation, breaks, describes } = lifecycleFaults[what];
  const isBatch = family === 'courses-on-campus-tac-offers' && what.startsWith('batch-');
  const until = isBatch ? { until: '2.1.05' } : {};
  return {
    id: lifecycleFault(service, family, what),
    service,
    kind: 'lifecycle',
    what,
    family,
    ...until,
    operation: `${family}.${operation}`,
    breaks,
    describes,
  };
}

/** A partner is in no list and its id is the service's own, so a stored refusal or a second copy cannot be seen. */
const partnerLifecycle = [
  'create-not-stored',
  'refused-update-stored',
  'location-missing',
  'location-wrong',
  'patch-ignored',
  'patch-clears-others',
  'patch-null-kept',
  'null-for-unset',
] as const satisfies readonly LifecycleFault[];

function pagingFaults({ name, paging, actions }: Family): Fault[] {
  if (!actions.includes('list')) return [];
  return keysOf<PaginationFault>(paginationFaults).flatMap((what) => {
    const fault: PagingDeviation = paginationFaults[what];
    if ((fault.unofferedOnly ?? false) !== (paging === undefined)) return [];
    if (fault.enforcedOnly && !paging?.isEnforced) return [];
    const { breaks, describes } = fault;
    return {
      id: paginationFault(name, what),
      service: 'student-reporting' as const,
      kind: 'pagination' as const,
      what,
      family: name,
      operation: `${name}.list`,
      breaks,
      describes,
    };
  });
}

export const behaviourFaults: readonly Fault[] = [
  ...perService,
  ...ofReception,
  ...fieldFaults,
  ...partnerLifecycle.map((what) => lifecycleEntry('partner-onboarding', 'partners', what)),
  ...families.flatMap((family) => [
    ...lifecycleOf(family).map((what) => lifecycleEntry('student-reporting', family.name, what)),
    ...pagingFaults(family),
  ]),
];
