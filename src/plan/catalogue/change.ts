/** The good request of an operation with the change of a row. */
import type { RowChange } from '../../load/model.ts';
import type { OperationContext } from '../context.ts';
import { controlRequest } from '../control.ts';
import type { Fixtures } from '../fixtures.ts';
import type { Body, RequestTemplate, Value } from '../model.ts';
import { pathParameters } from '../templates.ts';
import { assertionOf, authOf } from './credentials.ts';
import { fillText, type Chosen } from './items.ts';
import { asked } from './paging.ts';
import { valueOf } from './values.ts';

export function changed(
  context: OperationContext,
  fixtures: Fixtures,
  change: RowChange,
  chosen: Chosen,
): RequestTemplate {
  const { scope, endpoint, operation } = context;
  const values = (members: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
    valueOf(context, members, chosen) as Readonly<Record<string, Value>>;
  const { set, remove, correlation } = change;
  const asks = asked(context, {
    page: change.page === undefined ? undefined : fillText(String(change.page), chosen),
    size: change.size === undefined ? undefined : fillText(String(change.size), chosen),
  });
  const good: RequestTemplate =
    set === undefined && remove === undefined && correlation === undefined
      ? controlRequest(scope, endpoint, operation, fixtures)
      : controlRequest(scope, endpoint, operation, fixtures, {
          ...(set === undefined ? {} : { set: values(set) }),
          ...(remove === undefined ? {} : { remove: remove.map((name) => fillText(name, chosen)) }),
          ...(correlation === undefined ? {} : { correlation: valueOf(context, correlation, chosen) }),
        });
  const last = pathParameters(operation.path).at(-1);
  const body = bodyOf(context, good, change, chosen);
  const auth = change.token === undefined ? undefined : authOf(change.token, chosen);
  const { body: _body, ...bare } = good;
  return {
    ...(change.method === undefined ? good : { ...bare, method: fillText(change.method, chosen) }),
    ...(change.path === undefined ? {} : { path: fillText(change.path, chosen) }),
    ...(change.identifier === undefined || last === undefined
      ? {}
      : { parameters: { ...good.parameters, [last]: fillText(change.identifier, chosen) } }),
    ...(change.query === undefined ? {} : { query: queryOf(values(change.query)) }),
    ...(change.headers === undefined && asks === undefined
      ? {}
      : { headers: { ...good.headers, ...asks, ...values(change.headers ?? {}) } }),
    ...(auth === undefined ? {} : { auth }),
    ...(body === undefined ? {} : { body }),
  };
}

/** A list sends its parameter once for every entry. */
function queryOf(query: Readonly<Record<string, Value>>): readonly (readonly [string, Value])[] {
  return Object.entries(query).flatMap(([name, value]) =>
    Array.isArray(value) ? (value as readonly Value[]).map((one) => [name, one] as const) : [[name, value] as const],
  );
}

function bodyOf(
  context: OperationContext,
  good: RequestTemplate,
  { body, form, assertion }: RowChange,
  chosen: Chosen,
): Body | undefined {
  if (body?.text !== undefined)
    return { kind: 'text', text: body.text, ...(body.fill === undefined ? {} : { fill: body.fill }) };
  if (body?.json !== undefined) return { kind: 'json', value: valueOf(context, body.json, chosen) };
  if (body?.spoilt !== undefined)
    return good.body?.kind === 'json' ? { ...good.body, mutation: body.spoilt } : undefined;
  if (good.body?.kind !== 'form' || (form === undefined && assertion === undefined)) return undefined;
  return {
    ...good.body,
    ...(form === undefined ? {} : { parameters: parametersOf(context, good.body.parameters, form, chosen) }),
    ...(assertion === undefined ? {} : { assertion: assertionOf(context, assertion, chosen) }),
  };
}

type Parameters = readonly (readonly [string, Value])[];

/** The parameters of the form: replaced where they stand, left out, sent once more at the end. */
function parametersOf(
  context: OperationContext,
  parameters: Parameters,
  { set = {}, remove = [], repeat = [] }: NonNullable<RowChange['form']>,
  chosen: Chosen,
): Parameters {
  const replaced = valueOf(context, set, chosen) as Readonly<Record<string, Value>>;
  const [without, twice] = [remove, repeat].map((names) => names.map((name) => fillText(name, chosen)));
  const kept = parameters
    .filter(([name]) => without?.includes(name) !== true)
    .map(([name, value]) => [name, replaced[name] ?? value] as const);
  const added = Object.entries(replaced).filter(([name]) => !parameters.some(([known]) => known === name));
  return [...kept, ...added, ...parameters.filter(([name]) => twice?.includes(name) === true)];
}
