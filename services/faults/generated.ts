import { partnerPlaces } from '../partner-onboarding/operations.ts';
import { channelFields, partnerFields } from '../partner-onboarding/partner.ts';
import { commonPlaces } from '../instance.ts';
import { identityProviderPlaces } from '../identity-provider/service.ts';
import { checkNamesOf } from '../model/checks.ts';
import type { CheckName, Field } from '../model/field.ts';
import { serviceNames, type ServiceName } from '../services.ts';
import { familyPlaces, helpBalancePlace } from '../student-reporting/engine/operations.ts';
import type { Family } from '../student-reporting/families/family.ts';
import { families } from '../student-reporting/families/index.ts';
import type { Fault } from './fault.ts';
import {
  lifecycleFault,
  operatorFault,
  paginationFault,
  shapeFault,
  tokenFault,
  validationFault,
  type Subject,
} from './ids.ts';
import { lifecycleFaults, type LifecycleFault } from './lifecycle.ts';
import { operatorNames, operatorTable } from './operators.ts';
import type { OperationFacts } from './operators/operator.ts';
import { paginationFaults, type PaginationFault } from './pagination.ts';
import { shapeFaults, type ShapeFault } from './shape.ts';
import { tokenFaults, type TokenFault } from './tokens.ts';

// The faults that follow from what the services are: from their operations, families and fields.

interface Place {
  readonly name: string;
  readonly method: string;
  readonly open?: boolean;
}

const keysOf = <Key extends string>(table: Readonly<Record<Key, unknown>>): readonly Key[] =>
  Object.keys(table) as Key[];

function factsOf({ name, method, open = false }: Place): OperationFacts {
  return { name, method, isGuarded: !open, hasBody: name !== 'channels.delete', canRefuse: true, isPrivate: !open };
}

const factsBySubject: Readonly<Record<Subject, readonly OperationFacts[]>> = {
  'partner-onboarding': [...commonPlaces, ...partnerPlaces].map(factsOf),
  'student-reporting': [...commonPlaces, ...familyPlaces, helpBalancePlace].map(factsOf),
  'identity-provider': identityProviderPlaces.map(({ name, method }) => {
    const isToken = name === 'tokens.create';
    return { name, method, isGuarded: false, hasBody: true, canRefuse: isToken, isPrivate: isToken };
  }),
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

const perService = serviceNames.flatMap((service): Fault[] => [
  ...keysOf<ShapeFault>(shapeFaults).map((what) => ({ id: shapeFault(service, what), service, kind: 'shape' as const, what, ...shapeFaults[what] })),
  ...keysOf<TokenFault>(tokenFaults).map((what) => ({ id: tokenFault(service, what), service, kind: 'token' as const, what, ...tokenFaults[what] })),
]);

const checkWords: Readonly<Record<CheckName, string>> = {
  required: 'is required',
  length: 'has a length',
  pattern: 'has a form',
  format: 'has a format',
  'code-list': 'is one of a list of codes',
  size: 'has a number of entries',
  distinct: 'does not repeat an entry',
  date: 'is a calendar date',
  decimals: 'has at most 2 decimals',
  negative: 'is not negative',
  reference: 'refers to a record that exists',
};

function fieldFaults(service: ServiceName, family: string, fields: readonly Field[]): Fault[] {
  return fields
    .filter(({ readOnly }) => !readOnly)
    .flatMap((field) =>
      checkNamesOf(field).map((check) => ({
        id: validationFault(service, family, field.name, check),
        service,
        kind: 'validation' as const,
        what: check,
        field: field.name,
        family,
        ...(field.since === undefined ? {} : { since: field.since }),
        ...(field.until === undefined ? {} : { until: field.until }),
        operation: `${service === 'partner-onboarding' ? 'partners' : family}.create`,
        breaks: `${field.name}${field.element === undefined ? '' : ` (${field.element})`} ${checkWords[check]} (assumed unless named in section 2).`,
        describes: `The check "${check}" of ${field.name} is left out.`,
      })),
    );
}

function recordFaults(family: Family): Fault[] {
  const service = 'student-reporting';
  const rules = (family.rules ?? []).filter(({ underFault }) => underFault === undefined);
  const ofRules = rules.map(({ name, field, text }): Fault => {
    const known = family.fields.find((each) => each.name === field);
    return {
      id: validationFault(service, family.name, field, name),
      service,
      kind: 'validation',
      what: name,
      field,
      family: family.name,
      ...(known?.since === undefined ? {} : { since: known.since }),
      ...(name === 'fixed' ? { since: '3.0.8' } : {}),
      operation: `${family.name}.${name === 'fixed' ? 'update' : 'create'}`,
      breaks: `${field} ${text} (assumed unless named in section 7).`,
      describes: `The rule "${name}" of ${field} is left out.`,
    };
  });
  if (!family.unique) return ofRules;
  const unique: Fault = {
    id: validationFault(service, family.name, 'record', 'unique'),
    service,
    kind: 'validation',
    what: 'unique',
    family: family.name,
    operation: `${family.name}.create`,
    breaks: `Records of ${family.name} are not reported twice (assumed).`,
    describes: 'A duplicate is accepted.',
  };
  return [...ofRules, unique];
}

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

function pagingFaults({ name, paging }: Family): Fault[] {
  if (!paging) return [];
  return keysOf<PaginationFault>(paginationFaults).flatMap((what) => {
    const fault: { readonly breaks: string; readonly describes: string; readonly enforcedOnly?: boolean } =
      paginationFaults[what];
    if (fault.enforcedOnly && !paging.isEnforced) return [];
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

const channelSize: Fault = {
  id: validationFault('partner-onboarding', 'partners', 'channels', 'size'),
  service: 'partner-onboarding',
  kind: 'validation',
  what: 'size',
  field: 'channels',
  family: 'partners',
  operation: 'partners.create',
  breaks: 'A partner has at most 20 channels (assumed).',
  describes: 'More channels are accepted.',
};

export const behaviourFaults: readonly Fault[] = [
  ...perService,
  ...fieldFaults('partner-onboarding', 'partners', partnerFields),
  ...fieldFaults('partner-onboarding', 'channels', channelFields),
  channelSize,
  ...partnerLifecycle.map((what) => lifecycleEntry('partner-onboarding', 'partners', what)),
  ...families.flatMap((family) => [
    ...fieldFaults('student-reporting', family.name, family.fields),
    ...recordFaults(family),
    ...lifecycleOf(family).map((what) => lifecycleEntry('student-reporting', family.name, what)),
    ...pagingFaults(family),
  ]),
];
