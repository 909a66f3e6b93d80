/** Selectors for lifecycle scenarios: fields to change, and endpoints that belong to the record. */
import { pathParameters } from '../model/path-template.ts';
import type { EndpointContract, Field } from '../load/model.ts';
import type { OperationContext } from '../plan/context.ts';
import type { Scope } from '../plan/scope.ts';
import { reuseValue, collectUses, type ValueWithUses } from '../plan/open-question-uses.ts';
import {
  parentEndpointName,
  patchTarget,
  sentPointer,
  shownFieldPointer,
  readRecordPointer,
  writableFields,
} from '../plan/request-templates.ts';
import { invalidValue, isStructured, hasOnlySamples } from '../plan/values.ts';
import { deletionEffect } from '../plan/catalogue/capabilities.ts';
import type { EachItem, EachItems, Selector } from '../plan/catalogue/items.ts';
import { outerFields } from '../plan/catalogue/selectors/fields.ts';

export const recordSelectors = {
  updatePlain: one(({ scope, endpoint, operation }) => patchTarget(scope, endpoint, operation)),
  updateOptional: one((context) =>
    writable(context).find(
      (f) =>
        !f.required &&
        isPlain(f) &&
        f.sensitive !== true &&
        !isStructured(f) &&
        f.references === undefined &&
        // A field that is always in responses has a value after it is cleared.
        f.inAnswers !== 'always',
    ),
  ),
  updateFaulty: one((context, chosen) =>
    writable(context).find(
      (f) =>
        ![...chosen.values()].some(({ field }) => field?.name === f.name) &&
        f.references === undefined &&
        invalidValue(f) !== undefined,
    ),
  ),
  updateBeside: one((context, chosen) => {
    const fields = writable(context);
    // A date that limits another field cannot be moved alone.
    const bounds = new Set(fields.flatMap(({ notBefore }) => notBefore ?? []));
    return fields.find(
      (f) =>
        ![...chosen.values()].some(({ field }) => field?.name === f.name) &&
        f.references === undefined &&
        f.unique !== true &&
        f.distinct !== true &&
        f.sensitive !== true &&
        f.writeOnly !== true &&
        !hasOnlySamples(f) &&
        !bounds.has(f.name),
    );
  }),
  createRequired: one((context) =>
    writable(context).find((f) => f.required && f.references === undefined && f.type !== 'boolean'),
  ),
  createText: one((context) =>
    writable(context).find(
      (f) =>
        f.type === 'string' &&
        isPlain(f) &&
        f.sensitive !== true &&
        (f.unique === true || f.pattern === undefined) &&
        (f.maxLength ?? 0) >= 10,
    ),
  ),
  deleteParts: {
    items: ({ operation: { empties } }) => (empties === undefined ? [] : [{ key: '', value: empties.join(', ') }]),
  },
  partsRemovable: {
    items: ({ scope, endpoint }) =>
      (scope.operations(endpoint).find(({ empties }) => empties !== undefined)?.empties ?? []).map((part) => ({
        key: part,
        value: part,
      })),
  },
  endpointsBelow: {
    items: ({ scope, endpoint }) =>
      (below(scope).get(endpoint.endpoint) ?? []).map((part) => ({
        key: part.endpoint,
        value: part.endpoint,
        more: { title: part.title.toLowerCase(), shown: readRecordPointer(scope, part) },
      })),
  },
  endpointsBelowSeveral: {
    items: ({ scope, endpoint }) =>
      (below(scope).get(endpoint.endpoint) ?? [])
        .filter((part) =>
          pathParameters(scope.operation(part, 'read')?.path ?? '').some((name) => !Object.hasOwn(part.parents, name)),
        )
        .map((part) => ({ key: part.endpoint, value: part.endpoint, more: { title: part.title.toLowerCase() } })),
  },
  endpointsReferring: {
    items: (context) => firstOf(referrers(context)).map(({ item }) => item),
  },
  endpointsReferringRemoved: {
    items: (context) =>
      firstOf(referrers(context))
        .filter(({ part }) => context.scope.operation(part, 'delete')?.leaves === undefined)
        .map(({ item }) => item),
  },
  endpointsReferringElse: {
    items: (context) => {
      const all = referrers(context);
      const [first] = firstOf(all);
      return all
        .filter((one) => one !== first)
        .map(({ item }) => ({ ...item, key: `${item.key}/${item.more.reference}` }));
    },
  },
  fieldsSummed: {
    items: sums,
  },
  /** Fields that refer to a record which a delete removes. */
  fieldsReferring: {
    items: (context) =>
      outerFields(context).filter(
        ({ field }) =>
          field?.references !== undefined &&
          deletionEffect(context.scope, context.scope.endpoint(field.references)) === 'removal',
      ),
  },
} as const satisfies Readonly<Record<string, Selector>>;

/** Endpoints by parent. Computed once per scope, because there may be a thousand endpoints. */
type Below = ReadonlyMap<string, readonly EndpointContract[]>;
const known = new WeakMap<Scope, ValueWithUses<Below>>();

function below(scope: Scope): Below {
  let all = known.get(scope);
  if (all === undefined) {
    all = collectUses(() => gathered(scope));
    known.set(scope, all);
  }
  return reuseValue(all);
}

function gathered(scope: Scope): Below {
  const named = new Map<string, EndpointContract[]>();
  for (const part of scope.endpoints()) {
    const name = parentEndpointName(part, scope.operation(part, 'read')?.path ?? '');
    if (name !== undefined) named.set(name, [...(named.get(name) ?? []), part]);
  }
  return named;
}

/**
 * Endpoints that refer to each endpoint, and those whose references are assumptions: looking at them counts as a use.
 */
interface Referring {
  readonly to: ReadonlyMap<string | undefined, readonly EndpointContract[]>;
  readonly guessed: readonly EndpointContract[];
}
const references = new WeakMap<Scope, Referring>();

/** Endpoints that may refer to it. */
function mayRefer(scope: Scope, to: string): readonly EndpointContract[] {
  let all = references.get(scope);
  if (all === undefined) {
    all = referring(scope);
    references.set(scope, all);
  }
  const { to: certain, guessed } = all;
  const found = certain.get(to) ?? [];
  return guessed.length === 0
    ? found
    : scope.endpoints().filter((part) => found.includes(part) || guessed.includes(part));
}

function referring(scope: Scope): Referring {
  const to = new Map<string | undefined, EndpointContract[]>();
  const guessed: EndpointContract[] = [];
  for (const part of scope.endpoints()) {
    const names = referredTo(scope, part);
    if (names === undefined) guessed.push(part);
    for (const name of names ?? []) {
      const known = to.get(name);
      if (known === undefined) to.set(name, [part]);
      else known.push(part);
    }
  }
  return { to, guessed };
}

function referredTo(scope: Scope, part: EndpointContract): ReadonlySet<string | undefined> | undefined {
  const { value, uses } = collectUses(
    () => new Set(part.fields.filter((field) => scope.has(field)).map((field) => field.references)),
  );
  return uses.own.size + uses.baseline.size === 0 ? value : undefined;
}

interface Referrer {
  readonly part: EndpointContract;
  readonly isRequired: boolean;
  readonly item: EachItem & { readonly more: { readonly reference: string } };
}

/** Required references are preferred. */
function firstOf(all: readonly Referrer[]): readonly Referrer[] {
  return all.filter(({ isRequired }) => isRequired).slice(0, 1);
}

/** Fields that refer to a record of this endpoint, in endpoints with a create. */
function referrers({ scope, endpoint }: OperationContext): readonly Referrer[] {
  return mayRefer(scope, endpoint.endpoint).flatMap((e) => {
    const create = scope.operation(e, 'create');
    return create === undefined
      ? []
      : scope
          .fields(e.fields)
          .filter((f) => f.references === endpoint.endpoint && f.readOnly !== true)
          .map((f) => ({
            part: e,
            isRequired: f.required === true,
            item: { key: e.endpoint, value: e.endpoint, more: { reference: f.name } },
          }));
  });
}

function one(find: (context: OperationContext, chosen: EachItems) => Field | undefined): Selector {
  return {
    items: (context, chosen) => {
      const field = find(context, chosen);
      if (field === undefined) return [];
      const { name, at } = field;
      const more = {
        sent: sentPointer(context, name),
        shown: shownFieldPointer(context.scope, context.endpoint, name),
      };
      return [{ key: name, value: name, member: [name], field, at, more }];
    },
  };
}

function writable({ scope, endpoint, operation }: OperationContext): readonly Field[] {
  return writableFields(scope, endpoint, operation);
}

function isPlain(field: Field): boolean {
  return field.writeOnly !== true;
}

/** The sum belongs to an owner that the added records refer to. */
function sums({ scope, endpoint, operation, resolved }: OperationContext): readonly EachItem[] {
  const owner = parentEndpointName(endpoint, operation.path);
  return resolved.fields.flatMap((field) => {
    const [from = '', member = ''] = field.sumOf?.split('.') ?? [];
    const summed: EndpointContract | undefined = field.sumOf === undefined ? undefined : scope.endpoint(from);
    const reference = scope.fields(summed?.fields ?? []).find((f) => f.references === owner);
    if (summed === undefined || owner === undefined || reference === undefined) return [];
    const more = {
      owner,
      parts: from,
      'parts-title': summed.title.toLowerCase(),
      reference: reference.name,
      member,
      shown: shownFieldPointer(scope, endpoint, field.name),
    };
    return [{ key: `sum-of-${from}`, value: field.name, member: [field.name], field, at: field.at, more }];
  });
}
