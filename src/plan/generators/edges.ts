/** Values at the edge of what a field allows, and the members of records inside a record. */
import type { Field } from '../../load/model.ts';
import type { CaseRuleId } from '../../rules/registry.ts';
import type { OperationContext } from '../context.ts';
import type { Case, Group, Value } from '../model.ts';
import { Fixtures } from '../fixtures.ts';
import { controlRequest } from '../control.ts';
import { writableFields, type BodyChange } from '../templates.ts';
import { validObject } from '../values.ts';
import { fieldProbes, type FieldProbe } from './input.ts';
import { controlStep, probeCase } from './negative.ts';

const ASPECT = 'input';

export function edges(context: OperationContext): Group | undefined {
  const { scope, endpoint, operation } = context;
  if (operation.kind !== 'create' && operation.kind !== 'update') return undefined;
  const fixtures = new Fixtures(scope);
  const control = controlStep(context, fixtures);
  const fields = writableFields(scope, endpoint, operation);
  const names = new Set(fields.map((f) => f.name));
  const cases = fields.flatMap((field) => [
    ...edgeProbes(field, names).map((probe) => edgeCase(context, fixtures, field, probe)),
    ...members(context, fixtures, field),
  ]);
  return context.group(ASPECT, [...fixtures.steps, control], cases);
}

function edgeProbes(field: Field, names: ReadonlySet<string>): readonly FieldProbe[] {
  const { name } = field;
  const accepted = (rule: CaseRuleId, title: string, set: Readonly<Record<string, Value>>): FieldProbe => ({
    rule,
    title,
    change: { set },
  });
  switch (field.type) {
    case 'decimal':
      if (field.minimum === undefined) return [];
      return [
        accepted('input.lowest', `${name} is ${field.minimum}`, { [name]: field.minimum }),
        accepted('input.finest', `${name} has ${field.decimals ?? 2} decimals`, {
          [name]: field.minimum + 7 + 10 ** -(field.decimals ?? 2),
        }),
      ];
    case 'date':
      if (field.notBefore === undefined || !names.has(field.notBefore)) return [];
      return [
        accepted('input.same-day', `${name} equals ${field.notBefore}`, {
          [field.notBefore]: '2024-03-01',
          [name]: '2024-03-01',
        }),
      ];
    case 'codes':
    case 'objects':
      if ((field.minItems ?? 0) < 1) return [];
      return [
        {
          rule: 'input.too-few',
          title: `${name} is empty`,
          change: { set: { [name]: [] } },
          refusal: 'value',
          fault: 'too-few',
        },
      ];
    default:
      return [];
  }
}

function edgeCase(context: OperationContext, fixtures: Fixtures, field: Field, probe: FieldProbe): Case | undefined {
  return probeCase(context, ASPECT, {
    rule: probe.rule,
    key: field.name,
    title: probe.title,
    request: controlRequest(context.scope, context.endpoint, context.operation, fixtures, probe.change),
    ...(probe.refusal === undefined ? {} : { refusal: probe.refusal, field }),
    fixtures,
    at: field.at,
  });
}

/** What is wrong, or right, with one member of the one entry of a list of records. */
function members(context: OperationContext, fixtures: Fixtures, list: Field): readonly (Case | undefined)[] {
  if (list.type !== 'objects' || context.operation.kind !== 'create') return [];
  const fields = list.fields ?? [];
  const entry = validObject(fields, {}, 'full');
  const within = ({ set, remove }: BodyChange): BodyChange => {
    const changed: Record<string, Value> = { ...entry, ...set };
    for (const name of remove ?? []) delete changed[name];
    return { set: { [list.name]: [changed] } };
  };
  return fields.flatMap((field) =>
    fieldProbes(context, field).map((probe) =>
      probeCase(context, ASPECT, {
        rule: probe.rule,
        key: `${list.name}.${field.name}`,
        title: `in ${list.name}, ${probe.title}`,
        request: controlRequest(context.scope, context.endpoint, context.operation, fixtures, within(probe.change)),
        ...(probe.refusal === undefined
          ? {}
          : { refusal: probe.refusal, field: { name: `/${list.name}/0/${field.name}` } }),
        fixtures,
        at: field.at,
      }),
    ),
  );
}
