/** Input faults from the declared fields: one a request, each with its positive control. */
import type { Json } from '../../record/json.ts';
import type { Field } from '../../load/model.ts';
import type { CaseRuleId } from '../../rules/registry.ts';
import type { OperationContext } from '../context.ts';
import type { Body, Case, Check, Group, RefusalKind, Step, Value } from '../model.ts';
import { Fixtures } from '../fixtures.ts';
import { controlRequest } from '../control.ts';
import { undoOf, writableFields, type BodyChange } from '../templates.ts';
import { longestValue, validValue, wrongType } from '../values.ts';
import { isParented, ownParent } from './isolation.ts';
import { AFTER_CONTROL, controlStep, probeCase } from './negative.ts';
import { noTrace } from './no-trace.ts';
import { sentPointer } from './sent-pointer.ts';

export interface FieldProbe {
  readonly rule: CaseRuleId;
  readonly title: string;
  readonly change: BodyChange;
  readonly refusal?: RefusalKind;
  /** Kind of fault, for the contract's `codes`. */
  readonly fault?: string;
}

export function input(context: OperationContext): Group | undefined {
  const { scope, endpoint, operation } = context;
  if (operation.kind !== 'create' && operation.kind !== 'update') return undefined;
  const fixtures = new Fixtures(scope);
  const control = controlStep(context, fixtures);
  const cases = [
    ...writableFields(scope, endpoint, operation).flatMap((field) =>
      fieldProbes(context, field).map((probe) => fieldCase(context, fixtures, field, probe)),
    ),
    ...forbiddenFields(context, fixtures),
    ...(operation.kind === 'create' ? [...eachListed(context, fixtures), noTrace(context)] : []),
    ...bodyCases(context, fixtures),
    ...correlationCases(context, fixtures),
  ];
  return context.group('input', [...fixtures.steps, control], cases);
}

function fieldCase(context: OperationContext, fixtures: Fixtures, field: Field, probe: FieldProbe): Case | undefined {
  const code = probe.fault === undefined ? undefined : field.codes?.[probe.fault];
  return probeCase(context, 'input', {
    rule: probe.rule,
    key: field.name,
    title: probe.title,
    request: controlRequest(context.scope, context.endpoint, context.operation, fixtures, probe.change),
    ...(probe.refusal === undefined ? {} : { refusal: probe.refusal, field }),
    ...(code === undefined ? {} : { codes: [code] }),
    fixtures,
    at: field.at,
  });
}

/** What can be wrong, and what must be right, with one field. */
export function fieldProbes(context: OperationContext, field: Field): readonly FieldProbe[] {
  const name = field.name;
  const set = (value: Value, more: Readonly<Record<string, Value>> = {}): BodyChange => ({
    set: { ...more, [name]: value },
  });
  const value = (rule: CaseRuleId, title: string, change: BodyChange, fault: string): FieldProbe => ({
    rule,
    title,
    change,
    refusal: 'value',
    fault,
  });
  const probes: FieldProbe[] = [];
  if (field.required && context.operation.kind === 'create')
    probes.push(value('input.missing', `${name} is left out`, { remove: [name] }, 'missing'));
  if (field.required) probes.push(value('input.null', `${name} is null`, set(null), 'null'));
  if (field.type !== 'json')
    probes.push({
      rule: 'input.wrong-type',
      title: `${name} has another JSON type`,
      change: set(wrongType(field)),
      refusal: 'shape',
      fault: 'type',
    });
  if (field.references !== undefined)
    probes.push(value('input.unknown-reference', `${name} names no record`, set(999999999), 'reference'));
  switch (field.type) {
    case 'string':
      probes.push(...textProbes(field, value, set));
      break;
    case 'code':
      probes.push(value('input.not-in-list', `${name} is not in its code list`, set(notListed(field)), 'list'));
      break;
    case 'codes':
      probes.push(
        value('input.not-in-list', `${name} holds a code that is not in its list`, set([notListed(field)]), 'list'),
      );
      break;
    case 'decimal':
      probes.push(
        value(
          'input.decimals',
          `${name} has one decimal too many`,
          set(Number(`1.${'1'.repeat((field.decimals ?? 2) + 1)}`)),
          'decimals',
        ),
      );
      if (field.minimum !== undefined)
        probes.push(value('input.below-minimum', `${name} is below its minimum`, set(field.minimum - 1), 'range'));
      break;
    case 'integer':
      if (field.minimum !== undefined)
        probes.push(value('input.below-minimum', `${name} is below its minimum`, set(field.minimum - 1), 'range'));
      break;
    case 'date':
      probes.push(...dateProbes(context, field, value, set));
      break;
    case 'uri':
    case 'email':
      probes.push(...lengthProbes(field, value, set));
      probes.push(
        value(
          'input.pattern',
          `${name} is not a ${field.type === 'uri' ? 'URI' : 'e-mail address'}`,
          set('not one'),
          'pattern',
        ),
      );
      break;
    default:
      break;
  }
  if (field.unique === true && context.operation.kind === 'create') {
    const at = sentPointer(context, field.name);
    probes.push(value('input.duplicate', `${name} is taken`, set({ $sent: `setup.control#${at}` }), 'duplicate'));
  }
  return probes;
}

type ValueProbe = (rule: CaseRuleId, title: string, change: BodyChange, fault: string) => FieldProbe;
type SetChange = (value: Value, more?: Readonly<Record<string, Value>>) => BodyChange;

/** The full length, and one character more. */
function lengthProbes(field: Field, value: ValueProbe, set: SetChange): readonly FieldProbe[] {
  const { name, maxLength } = field;
  const longest = longestValue(field);
  if (maxLength === undefined || longest === undefined) return [];
  const full: Value = field.unique === true ? { $unique: maxLength } : longest;
  return [
    value(
      'input.too-long',
      `${name} has ${maxLength + 1} characters`,
      set(`${longest}${longest.slice(-1)}`),
      'too-long',
    ),
    { rule: 'input.longest', title: `${name} has ${maxLength} characters`, change: set(full) },
  ];
}

function textProbes(field: Field, value: ValueProbe, set: SetChange): readonly FieldProbe[] {
  const name = field.name;
  const probes: FieldProbe[] = [...lengthProbes(field, value, set)];
  if ((field.minLength ?? 0) > 0) probes.push(value('input.too-short', `${name} is empty`, set(''), 'too-short'));
  if (field.pattern !== undefined) {
    const pattern = new RegExp(field.pattern, 'u');
    const wrong = ['!', '!!!!', 'x!', '12x4', ' '].find(
      (text) => !pattern.test(text) && text.length <= (field.maxLength ?? 99),
    );
    if (wrong !== undefined)
      probes.push(value('input.pattern', `${name} does not match its pattern`, set(wrong), 'pattern'));
  } else if ((field.maxLength ?? 0) >= 20) {
    probes.push({ rule: 'input.unicode', title: `${name} has letters beyond ASCII`, change: set('Zoë Łukasz 名') });
    probes.push({ rule: 'input.injection', title: `${name} holds code`, change: set(`x'); --<b>{{7}}`) });
  }
  return probes;
}

function dateProbes(context: OperationContext, field: Field, value: ValueProbe, set: SetChange): readonly FieldProbe[] {
  const name = field.name;
  const probes = [value('input.bad-date', `${name} is the thirtieth of February`, set('2023-02-30'), 'date')];
  if (field.notBefore === undefined)
    probes.push({ rule: 'input.leap-day', title: `${name} is a leap day`, change: set('2024-02-29') });
  else {
    const own = context.resolved.fields.some((f) => f.name === field.notBefore);
    const change = own ? set('2024-02-01', { [field.notBefore]: '2024-03-01' }) : set('1850-01-01');
    probes.push(value('input.order', `${name} lies before ${field.notBefore}`, change, 'order'));
    if (own)
      probes.push({
        rule: 'input.leap-day',
        title: `${name} is a leap day`,
        change: set('2024-02-29', { [field.notBefore]: '2024-02-01' }),
      });
  }
  if (field.notAfterToday === true) {
    probes.push(value('input.future', `${name} lies in the future`, set({ $today: 2 }), 'future'));
    probes.push({
      rule: 'input.today',
      title: `${name} is today`,
      change: set({ $today: 0 }, movedAlong(context, field)),
    });
  }
  return probes;
}

/**
 * Cases of an update change one record side by side, and another may have stored a date that must not lie before this one:
 * where this one is moved to today, so are those.
 */
function movedAlong(context: OperationContext, field: Field): Readonly<Record<string, Value>> {
  if (context.operation.kind !== 'update') return {};
  const later = writableFields(context.scope, context.endpoint, context.operation).filter(
    (f) => f.notBefore === field.name,
  );
  return Object.fromEntries(later.map((f) => [f.name, { $today: 0 }]));
}

export function notListed(field: Field): string {
  const candidates = ['0', 'Z', '99', 'ZZ', '0000', '9999'];
  const length = field.values?.[0]?.length ?? 1;
  const free = candidates.filter((c) => field.values?.includes(c) !== true);
  return free.find((c) => c.length === length) ?? free[0] ?? 'ZZZ';
}

/** Members that only the service sets, and members that may not be changed. */
function forbiddenFields(context: OperationContext, fixtures: Fixtures): readonly (Case | undefined)[] {
  const { scope, endpoint, operation } = context;
  const fields = scope.fields(endpoint.fields);
  const request = (name: string, value: Json): ReturnType<typeof controlRequest> =>
    controlRequest(scope, endpoint, operation, fixtures, { set: { [name]: value } });
  const readOnly = fields.filter((f) => f.readOnly === true);
  const writable = new Set(writableFields(scope, endpoint, operation).map((f) => f.name));
  const fixed = operation.kind === 'update' ? fields.filter((f) => f.readOnly !== true && !writable.has(f.name)) : [];
  return [
    ...readOnly.map((field) =>
      probeCase(context, 'input', {
        rule: 'input.read-only',
        key: field.name,
        title: `${field.name} is set by the client`,
        request: request(
          field.name,
          field.type === 'uid'
            ? 7
            : field.type === 'decimal' || field.type === 'integer'
              ? 1
              : field.type === 'date'
                ? '2024-03-01'
                : (field.values?.[0] ?? 'set'),
        ),
        refusal: 'shape',
        field,
        fixtures,
        at: field.at,
      }),
    ),
    ...fixed.map((field) =>
      probeCase(context, 'input', {
        rule: 'input.not-patchable',
        key: field.name,
        title: `${field.name} is changed by an update`,
        request: request(field.name, field.type === 'date' ? '2025-04-02' : (field.values?.[1] ?? 'changed')),
        refusal: 'value',
        field,
        fixtures,
        at: field.at,
      }),
    ),
    probeCase(context, 'input', {
      rule: 'input.unknown-member',
      title: 'a member that the contract does not know is sent',
      request: request('plumbline_unknown', 'x'),
      refusal: 'shape',
      field: { name: 'plumbline_unknown' },
      fixtures,
    }),
  ];
}

/** Each value of each code list, one create a value. */
function eachListed(context: OperationContext, fixtures: Fixtures): readonly (Case | undefined)[] {
  const { scope, endpoint, operation } = context;
  return writableFields(scope, endpoint, operation)
    .filter((f) => f.type === 'boolean' || ((f.type === 'code' || f.type === 'codes') && (f.values?.length ?? 0) > 1))
    .flatMap((field) => {
      const value = field.required ? validValue(field, {}) : undefined;
      const usual = Array.isArray(value) ? (value as readonly Value[])[0] : value;
      const codes = field.type === 'boolean' ? ['true', 'false'] : (field.values ?? []);
      const steps: readonly Step[] = codes.map((code) => {
        const value: Value = field.type === 'boolean' ? code === 'true' : field.type === 'codes' ? [code] : code;
        const request = controlRequest(scope, endpoint, operation, fixtures, { set: { [field.name]: value } });
        const undo = undoOf(scope, endpoint, operation, request.parameters, `value-${code}`);
        return {
          name: `value-${code}`,
          operation: context.path,
          request,
          success: context.success,
          ...(undo === undefined ? {} : { undo }),
        };
      });
      const check = (code: string): Check | undefined =>
        context.check('input', {
          rule: 'input.each-listed',
          key: `${field.name}/${code}`,
          title: `${field.name} ${code} is accepted`,
          params: { step: `value-${code}`, success: context.success },
          // The control has the first one itself: resting on it, the check could never fail.
          given: code === usual ? [] : AFTER_CONTROL,
          at: field.at,
        });
      const name = `input.each-listed/${field.name}`;
      // Below one parent a second record may be refused for a reason of its own.
      if (isParented(context))
        return codes.map((code, index) =>
          context.case(
            'input',
            `${name}/${code}`,
            `${field.name} ${code}`,
            ownParent(context, fixtures, steps.slice(index, index + 1)),
            [check(code)],
          ),
        );
      return [context.case('input', name, `every code of ${field.name} is accepted`, steps, codes.map(check))];
    });
}

/** What can be wrong with a body as a whole. */
function bodyCases(context: OperationContext, fixtures: Fixtures): readonly (Case | undefined)[] {
  const { scope, endpoint, operation } = context;
  const good = controlRequest(scope, endpoint, operation, fixtures);
  const json = good.body?.kind === 'json' ? good.body.value : null;
  const body = (
    rule: CaseRuleId,
    title: string,
    replaced: Body,
    refusal: RefusalKind,
    key?: string,
  ): Case | undefined =>
    probeCase(context, 'input', {
      rule,
      title,
      request: { ...good, body: replaced },
      refusal,
      ...(key === undefined ? {} : { key }),
    });
  const other: readonly (readonly [string, Value])[] =
    context.resolved.request === 'items'
      ? [
          ['object', Array.isArray(json) ? ((json as readonly Value[])[0] ?? null) : json],
          ['empty-array', []],
          ['text', 'text'],
          ['null', null],
        ]
      : [
          ['array', [json]],
          ['text', 'text'],
          ['null', null],
          ['number', 7],
        ];
  return [
    body(
      'input.malformed-json',
      'the body has a comma too many',
      { kind: 'json', value: json, mutation: 'trailing-comma' },
      'malformed',
    ),
    body(
      'input.truncated-json',
      'the body ends early',
      { kind: 'json', value: json, mutation: 'truncated' },
      'malformed',
    ),
    body('input.empty-body', 'the body is empty', { kind: 'text', text: '' }, 'malformed'),
    body(
      'input.duplicate-member',
      'a member stands twice',
      { kind: 'json', value: json, mutation: 'duplicate-member' },
      'malformed',
    ),
    body(
      'input.deep-nesting',
      'the body is nested a thousand deep',
      { kind: 'text', text: `${'['.repeat(1000)}${']'.repeat(1000)}` },
      'shape',
    ),
    body(
      'input.huge-body',
      'the body has more than a mebibyte',
      { kind: 'text', text: '"…"', fill: { text: 'a', times: 1_200_000 } },
      'too-large',
    ),
    ...other.map(([key, value]) =>
      body(
        'input.wrong-top-level',
        `the body is ${key === 'array' || key === 'object' ? `an ${key}` : key.replace('-', ' ')}`,
        { kind: 'json', value },
        'shape',
        key,
      ),
    ),
  ];
}

function correlationCases(context: OperationContext, fixtures: Fixtures): readonly (Case | undefined)[] {
  const { scope, endpoint, operation } = context;
  const names = scope.contracts.envelope;
  if (names === undefined || context.resolved.request === 'plain') return [];
  const member = names.correlation.member;
  const good = controlRequest(scope, endpoint, operation, fixtures);
  const without = (value: Value): Value => {
    const strip = (item: Value): Value =>
      Object.fromEntries(Object.entries(item as Readonly<Record<string, Value>>).filter(([n]) => n !== member));
    return Array.isArray(value) ? (value as readonly Value[]).map(strip) : strip(value);
  };
  const probe = (rule: CaseRuleId, title: string, correlation: Value, key?: string): Case | undefined =>
    probeCase(context, 'input', {
      rule,
      title,
      request: controlRequest(scope, endpoint, operation, fixtures, { correlation }),
      refusal: 'shape',
      field: { name: member },
      ...(key === undefined ? {} : { key }),
    });
  return [
    probeCase(context, 'input', {
      rule: 'input.correlation-missing',
      title: `${member} is left out`,
      request: { ...good, body: { kind: 'json', value: without(good.body?.kind === 'json' ? good.body.value : {}) } },
      refusal: 'shape',
      field: { name: member },
    }),
    probe('input.correlation-type', `${member} is a number`, 12),
    probe(
      'input.correlation-too-long',
      `${member} has ${names.correlation.maxLength + 1} characters`,
      'c'.repeat(names.correlation.maxLength + 1),
    ),
    probe('input.correlation-spaces', `${member} begins with a space`, ' leading', 'leading'),
    probe('input.correlation-spaces', `${member} ends with a space`, 'trailing ', 'trailing'),
  ];
}
