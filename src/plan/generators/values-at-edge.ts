/** Texts and numbers that are right, and that services often spoil. */
import type { Field } from '../../load/model.ts';
import type { RuleParams } from '../../rules/registry.ts';
import type { OperationContext } from '../context.ts';
import type { Case, Check, Group, Step, Value } from '../model.ts';
import { Fixtures, createStep } from '../fixtures.ts';
import { controlRequest } from '../control.ts';
import { uidPointer, writableFields } from '../templates.ts';
import { validValue } from '../values.ts';
import { sentPointer } from './sent-pointer.ts';
import { ownParent } from './isolation.ts';
import { readStep, shownPointer } from './lifecycle.ts';
import { AFTER_CONTROL, controlStep, probeCase } from './negative.ts';

const ASPECT = 'input';

/** By name; each is a text of fewer than twenty UTF-16 units. */
const TRAPS: Readonly<Record<string, readonly [string, string]>> = {
  'joined-emoji': ['an emoji joined of several', 'Ada \u{1F469}\u200D\u{1F469}\u200D\u{1F467}'],
  combining: ['a letter and a combining accent', 'Ame\u0301lie'],
  compatibility: ['characters that normalising would replace', 'Ada \uFB01 \u212B'],
  direction: ['a mark that turns the direction of text', 'Ada \u202Eecalevol'],
  'zero-width': ['a space without width', 'Ada\u200BLovelace'],
  nul: ['the character NUL', 'Ada\u0000Lovelace'],
  'half-pair': ['one half of a surrogate pair', 'Ada \uD83D Lovelace'],
};

const NUMBERS: Readonly<Record<string, string>> = {
  exponent: '1.5e1',
  'negative-zero': '-0',
  tiny: '1e-400',
  huge: '1e400',
  'trailing-zeros': '100.00',
};
const MARKER = 'plumbline-number';

export function valuesAtEdge(context: OperationContext): Group | undefined {
  const { scope, endpoint, operation } = context;
  if (operation.kind !== 'create' && operation.kind !== 'update') return undefined;
  const fixtures = new Fixtures(scope);
  const control = controlStep(context, fixtures);
  const fields = writableFields(scope, endpoint, operation).filter(
    (f) => f.writeOnly !== true && f.sensitive !== true && f.references === undefined,
  );
  const texts = fields.filter((f) => f.type === 'string');
  const cases: (Case | undefined)[] = [arrayForText(context, fixtures, texts[0])];
  if (operation.kind === 'create') {
    const free = texts.find((f) => f.pattern === undefined && f.unique !== true && (f.maxLength ?? 0) >= 20);
    const decimal = fields.find((f) => f.type === 'decimal');
    if (free !== undefined) cases.push(...traps(context, fixtures, free), ...lengths(context, fixtures, free));
    if (decimal !== undefined) cases.push(...numbers(context, fixtures, decimal));
  }
  return context.group(ASPECT, [...fixtures.steps, control], cases);
}

function arrayForText(context: OperationContext, fixtures: Fixtures, field: Field | undefined): Case | undefined {
  if (field === undefined) return undefined;
  const { scope, endpoint, operation } = context;
  return probeCase(context, ASPECT, {
    rule: 'input.array-for-text',
    key: field.name,
    title: `${field.name} is a list of one text`,
    request: controlRequest(scope, endpoint, operation, fixtures, { set: { [field.name]: [validValue(field, {})] } }),
    refusal: 'shape',
    field,
    fixtures,
    at: field.at,
  });
}

/** A create with one value, below a parent of its own, and the read of what it made. */
function writtenAndRead(
  context: OperationContext,
  fixtures: Fixtures,
  field: Field,
  value: Value,
  raw?: string,
): readonly Step[] | undefined {
  const { scope, endpoint, operation } = context;
  const made = createStep(scope, endpoint, operation, fixtures, {
    name: 'create',
    change: { set: { [field.name]: value } },
  });
  const { body } = made.request;
  const request =
    raw === undefined || body?.kind !== 'json'
      ? made.request
      : { ...made.request, body: { ...body, raw: { marker: MARKER, text: raw } } };
  const steps = ownParent(context, fixtures, [{ ...made, request, operation: context.path }]);
  const read = readStep(
    context,
    'read',
    { $ref: `create#${uidPointer(scope, endpoint, operation)}` },
    steps[steps.length - 1]?.request.parameters ?? {},
  );
  return read === undefined ? undefined : [...steps, { ...read, onlyIf: 'create' }];
}

function traps(context: OperationContext, fixtures: Fixtures, field: Field): readonly (Case | undefined)[] {
  return Object.entries(TRAPS).map(([name, [title, text]]) => {
    const steps = writtenAndRead(context, fixtures, field, text);
    const params = {
      written: 'create',
      read: 'read',
      sent: sentPointer(context, field.name),
      shown: `${shownPointer(context)}/${field.name}`,
      success: context.success,
    };
    return steps === undefined
      ? undefined
      : context.case(ASPECT, `input.text-trap/${field.name}/${name}`, `${field.name} holds ${title}`, steps, [
          checkOf(context, 'input.text-trap', field, name, `${title} is kept or refused`, params),
        ]);
  });
}

function checkOf<Id extends 'input.text-trap' | 'input.number-text'>(
  context: OperationContext,
  rule: Id,
  field: Field,
  name: string,
  title: string,
  params: RuleParams[Id],
): Check | undefined {
  return context.check(ASPECT, {
    rule,
    key: `${field.name}/${name}`,
    title,
    params,
    given: AFTER_CONTROL,
    at: field.at,
  });
}

/** Characters beyond the basic plane: one code point, two UTF-16 units, four bytes of UTF-8. */
function lengths(context: OperationContext, fixtures: Fixtures, field: Field): readonly (Case | undefined)[] {
  const { scope, endpoint, operation } = context;
  const most = field.maxLength ?? 0;
  const request = (count: number): ReturnType<typeof controlRequest> =>
    controlRequest(scope, endpoint, operation, fixtures, { set: { [field.name]: '\u{1D4B3}'.repeat(count) } });
  return [
    probeCase(context, ASPECT, {
      rule: 'input.longest-astral',
      key: field.name,
      title: `${field.name} has ${most} characters of four bytes`,
      request: request(most),
      fixtures,
      at: field.at,
    }),
    probeCase(context, ASPECT, {
      rule: 'input.too-long-astral',
      key: field.name,
      title: `${field.name} has ${most + 1} characters of four bytes`,
      request: request(most + 1),
      refusal: 'value',
      field,
      fixtures,
      at: field.at,
    }),
  ];
}

function numbers(context: OperationContext, fixtures: Fixtures, field: Field): readonly (Case | undefined)[] {
  const { scope, endpoint, operation } = context;
  const forms = Object.entries(NUMBERS).map(([name, text]) => {
    const steps = writtenAndRead(context, fixtures, field, MARKER, text);
    const params = {
      written: 'create',
      read: 'read',
      shown: `${shownPointer(context)}/${field.name}`,
      text,
      success: context.success,
    };
    return steps === undefined
      ? undefined
      : context.case(ASPECT, `input.number-text/${field.name}/${name}`, `${field.name} is written ${text}`, steps, [
          checkOf(context, 'input.number-text', field, name, `${text} is stored as such or refused`, params),
        ]);
  });
  const good = controlRequest(scope, endpoint, operation, fixtures, { set: { [field.name]: MARKER } });
  if (good.body?.kind !== 'json') return forms;
  const body = { ...good.body, raw: { marker: MARKER, text: '012' } };
  return [
    ...forms,
    probeCase(context, ASPECT, {
      rule: 'input.leading-zero',
      key: field.name,
      title: `${field.name} is written 012`,
      request: { ...good, body },
      refusal: 'malformed',
      at: field.at,
    }),
  ];
}
