import { pathParameters } from '../model/path-template.ts';
import type { EndpointContract, Operation } from '../load/model.ts';
import type { OperationContext } from '../plan/context.ts';
import type { Fixtures } from '../plan/fixtures.ts';
import { ScenarioBuilder } from '../plan/scenario-builder.ts';
import type { Value } from '../plan/model.ts';
import { requestOf, sentPointer, readRecordPointer, successOf, uidPointer } from '../plan/request-templates.ts';
import type { CaseBuilder, BuiltCase, BuiltCheck } from '../plan/catalogue/template.ts';

/** A bug on lists usually affects the first or the last entry. */
const PLACES = [0, 1] as const;

/** The step that creates the record with its nested records. */
const CREATE = 'create';

/** A nested record: its list, its position, and its ID. */
interface Inner {
  readonly member: string;
  readonly place: number;
  readonly part: EndpointContract;
  readonly read: Operation;
  readonly uid: string;
}

/** Adds the steps to find a nested record, and returns its check. */
type Look = (context: OperationContext, builder: ScenarioBuilder, inner: Inner) => BuiltCheck | undefined;

/** Pointer from the outer record. */
const placeOf = ({ member, place }: Inner): string => `${member}/${String(place)}`;

/** Pointer to the nested records of a create response. */
function shownAt({ scope, endpoint, operation }: OperationContext, inner: Inner): string {
  return `${uidPointer(scope, endpoint, operation).replace(/\/[^/]*$/, '')}/${placeOf(inner)}`;
}

function checkOf(inner: Inner, asks: string, params: BuiltCheck['params']): BuiltCheck {
  const at = placeOf(inner);
  return { key: at, way: at, asks: `${at} ${asks}`, params, given: [{ step: CREATE, is: 'success' }] };
}

/** The same pointer in another item. */
const ofItem = (pointer: string, item: number): string => pointer.replace(/^\/0\//, `/${String(item)}/`);

const reading =
  (item: number): Look =>
  (context, builder, inner) => {
    const { scope } = context;
    const { member, place, part, read, uid } = inner;
    const name = `${member}-${String(place)}`;
    const own: Value = { $ref: `${CREATE}#${ofItem(shownAt(context, inner), item)}/${uid}` };
    const above = builder.below(CREATE, read.path, part, item) ?? {};
    const parameters = pathParameters(read.path).map((p) => [
      p,
      Object.hasOwn(part.parents, p) ? (above[p] ?? null) : own,
    ]);
    const request = requestOf(part, read, Object.fromEntries(parameters) as Readonly<Record<string, Value>>);
    builder.add({ name, request, success: successOf(scope, read), onlyIf: CREATE });
    return checkOf(inner, 'is stored as it was sent', {
      written: CREATE,
      read: name,
      sent: `${ofItem(sentPointer(context, placeOf(inner)), item)}${part.singular === undefined ? '' : `/${part.singular}`}`,
      shown: readRecordPointer(scope, part),
    });
  };

const LOOKS = {
  read: reading(0),
  // One of each kind is enough: a record below the wrong parent is wrong at every position.
  second: (context, builder, inner) => (inner.place === 0 ? reading(1)(context, builder, inner) : undefined),
  answer: (context, _life, inner) =>
    checkOf(inner, 'has an ID in the response', {
      step: CREATE,
      pointers: [`${shownAt(context, inner)}/${inner.uid}`],
    }),
  // The correlation ID of a nested record identifies it.
  correlation: (context, _life, inner) => {
    const member = context.scope.contracts.envelope?.correlation.member;
    if (member === undefined) return undefined;
    return checkOf(inner, 'has its own correlation ID in the response', {
      step: CREATE,
      member,
      sent: sentPointer(context, placeOf(inner)),
      shown: shownAt(context, inner),
    });
  },
} as const satisfies Readonly<Record<string, Look>>;

/** Creates a record with two nested records of each kind, and checks each of them. */
export const innerRecords =
  (look: keyof typeof LOOKS): CaseBuilder =>
  (context, fixtures) =>
    look === 'second' && context.operation.request !== 'items'
      ? undefined
      : build(context, fixtures, LOOKS[look], look === 'second');

function build(context: OperationContext, fixtures: Fixtures, look: Look, isTwice: boolean): BuiltCase | undefined {
  const { scope, endpoint } = context;
  const inside = Object.entries(endpoint.nested).flatMap(([member, name]) => {
    const part = scope.endpoint(name);
    const read = scope.operation(part, 'read');
    return read === undefined || part.uid === undefined ? [] : [{ member, part, read, uid: part.uid }];
  });
  const builder = new ScenarioBuilder(context, fixtures);
  const nested = Object.fromEntries(
    inside.map(({ member, part }) => [
      member,
      PLACES.map((place) => ({ ...fixtures.valid(part, 'full'), ...builder.nth(place, part) })),
    ]),
  );
  builder.make(CREATE, { change: { nested, ...(isTwice ? { more: [{}] } : {}) } });
  const checks = inside.flatMap((one) => PLACES.flatMap((place) => look(context, builder, { ...one, place }) ?? []));
  return checks.length === 0 || builder.left.size > 0 ? undefined : { steps: builder.steps, checks };
}
