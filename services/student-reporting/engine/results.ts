import { json, type Reply } from '../../http/message.ts';
import type { Value } from '../../model/field.ts';
import { otherValue, unaskedValue } from '../../model/other-value.ts';
import type { Scene } from '../families/family.ts';
import type { FoundWarning } from './examine.ts';
import type { Kind } from './model.ts';
import type { StoredRecord } from './store.ts';

export interface ItemResult {
  readonly success?: boolean;
  readonly correlation_id?: string;
  readonly result: unknown;
  readonly messages?: readonly unknown[];
}

/** What speaks against an item; a field of the family, or a name of its own. */
export interface Refusal {
  readonly kind: Kind;
  readonly field: string;
  readonly digits: string;
  readonly text: string;
}

export function succeeded(
  correlationId: string | undefined,
  result: unknown,
  messages: readonly unknown[] = [],
): ItemResult {
  return {
    success: true,
    ...(correlationId === undefined ? {} : { correlation_id: correlationId }),
    result,
    ...(messages.length > 0 ? { messages } : {}),
  };
}

export function failed(correlationId: string | undefined, refusals: readonly Refusal[], scene: Scene): ItemResult {
  const isSilent = scene.on('student-reporting.envelope.errors-empty');
  const shown = isSilent
    ? []
    : scene.on('student-reporting.envelope.first-error-only')
      ? refusals.slice(0, 1)
      : refusals;
  return {
    ...(scene.on('student-reporting.envelope.success-missing')
      ? {}
      : { success: scene.on('student-reporting.envelope.success-true-on-refusal') }),
    ...(correlationId === undefined ? {} : { correlation_id: correlationId }),
    result: {
      errors: shown.map((refusal) => ({
        error_identifier: identifier(refusal, scene),
        error_description: scene.on('student-reporting.envelope.field-unnamed') ? 'Invalid value' : describe(refusal),
      })),
    },
  };
}

export function warningMessages(warnings: readonly FoundWarning[], scene: Scene): readonly unknown[] {
  return warnings.map((warning) => ({
    code: scene.on('student-reporting.warnings.digits-wrong')
      ? `10000${warning.kind.family.suffix}`
      : identifier(warning, scene),
    ...(scene.on('student-reporting.warnings.severity-missing') ? {} : { severity: 'warning' }),
    ...(scene.on('student-reporting.warnings.field-unnamed')
      ? { detail: 'Please check.' }
      : { detail: describe(warning), source: { pointer: warning.pointer } }),
  }));
}

/** Five digits and six letters, as the operator's real-time validations have them. */
function identifier({ digits: known, kind }: Refusal, scene: Scene): string {
  const digits = scene.on('student-reporting.envelope.identifier-digits-wrong') ? '10000' : known;
  return scene.on('student-reporting.envelope.identifier-malformed') ? digits : digits + kind.family.suffix;
}

function describe({ field, text, kind }: Refusal): string {
  const element = kind.writable.get(field)?.field.element;
  return element === undefined ? `${field} ${text}.` : `${field} (${element}) ${text}.`;
}

/** A failed validation is a success of the protocol: 200 with success false (assumed; section 7 shows no body). */
export function refusedReply(body: unknown, scene: Scene): Reply {
  return json(scene.on('student-reporting.envelope.refusal-422') ? 422 : 200, body);
}

/** A record as a read carries it. */
export function view(record: StoredRecord, kind: Kind, scene: Scene): Record<string, unknown> {
  const { family, readable, faults } = kind;
  const shown: Record<string, Value | null> = { [family.uid]: record.uid };
  const showsNull = scene.on(faults['null-for-unset']);
  for (const { name, field, storage } of readable) {
    const value = record.values[name];
    if (value !== undefined) {
      if (!scene.on(storage.lost)) shown[name] = scene.on(storage.altered) ? otherValue(field, value) : value;
    } else if (scene.on(storage.unasked)) shown[name] = unaskedValue(field);
    else if (showsNull) shown[name] = null;
  }
  if (
    family.name === 'students' &&
    scene.on('student-reporting.read.tfn-returned') &&
    record.values['tfn'] !== undefined
  ) {
    shown['tfn'] = record.values['tfn'];
  }
  if (scene.on('student-reporting.version.loan-status-missing')) Reflect.deleteProperty(shown, 'loan_status_code');
  return { [family.singular]: shown };
}
