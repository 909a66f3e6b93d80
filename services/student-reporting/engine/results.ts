import { defined } from '../../model/objects.ts';
import { json, type Reply } from '../../http/message.ts';
import type { Field, Value } from '../../model/field.ts';
import type { Kind } from './model.ts';
import type { StoredRecord } from './store.ts';

export interface ItemResult {
  readonly success?: boolean;
  readonly correlation_id?: string;
  readonly result: unknown;
  readonly messages?: readonly unknown[];
}

/** What speaks against an item; a field of the family, or a name of its own. */
export interface Finding {
  readonly kind: Kind;
  readonly field: string;
  readonly digits: string;
  readonly text: string;
}

export interface FoundWarning extends Finding {
  readonly pointer: string;
}

type Members = Readonly<Record<string, unknown>>;

/** The stages of saying what became of an item, and of showing a record. */
export interface ResultStages {
  readonly failed: (correlationId: string | undefined, findings: readonly Finding[]) => ItemResult;
  /** A failed validation is a success of the protocol: 200 with success false (assumed; section 7 shows no body). */
  readonly refused: (body: unknown) => Reply;
  readonly error: (finding: Finding) => Members;
  readonly warning: (warning: FoundWarning) => Members;
  /** Five digits and six letters, as the operator's real-time validations have them. */
  readonly identifier: (finding: Finding) => string;
  /** A record as a read carries it. */
  readonly view: (record: StoredRecord, kind: Kind) => Readonly<Record<string, Members>>;
  /** What is shown of one field; `undefined` where it is absent. */
  readonly show: (field: Field, record: StoredRecord, kind: Kind) => Value | null | undefined;
}

export function resultStages(stages: { readonly results: ResultStages }): ResultStages {
  return {
    failed: (correlationId, findings) => ({
      success: false,
      ...defined({ correlation_id: correlationId }),
      result: { errors: findings.map(stages.results.error) },
    }),
    refused: (body) => json(200, body),
    error: (finding) => ({
      error_identifier: stages.results.identifier(finding),
      error_description: describe(finding),
    }),
    warning: (warning) => ({
      code: stages.results.identifier(warning),
      severity: 'warning',
      detail: describe(warning),
      source: { pointer: warning.pointer },
    }),
    identifier: ({ digits, kind }) => digits + kind.family.suffix,
    view: (record, kind) => {
      const { family, readable } = kind;
      const shown: Record<string, Value | null> = { [family.uid]: record.uid };
      for (const field of readable) {
        const value = stages.results.show(field, record, kind);
        if (value !== undefined) shown[field.name] = value;
      }
      return { [family.singular]: shown };
    },
    show: ({ name }, { values }) => values[name],
  };
}

export function succeeded(
  correlationId: string | undefined,
  result: unknown,
  messages: readonly unknown[] = [],
): ItemResult {
  return {
    success: true,
    ...defined({ correlation_id: correlationId }),
    result,
    ...(messages.length > 0 ? { messages } : {}),
  };
}

function describe({ field, text, kind }: Finding): string {
  const element = kind.writable.get(field)?.field.element;
  return element === undefined ? `${field} ${text}.` : `${field} (${element}) ${text}.`;
}
