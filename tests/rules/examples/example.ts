/** What an example of a rule is. */
import type { CaseEvidence, Exchange } from '../../../src/model/exchange.ts';
import type { ResolvedOperation } from '../../../src/plan/model.ts';
import { GATEWAY, probe, problem, type Sketch, SUCCESS } from '../support.ts';

export interface CaseExample {
  readonly params: Readonly<Record<string, unknown>>;
  /** The rule passes on this, */
  readonly pass: CaseEvidence;
  /** and fails on this, one fault away from it, */
  readonly fail: CaseEvidence;
  /** with findings at exactly these places. */
  readonly where: readonly string[];
}

export interface PassiveExample {
  readonly operation: ResolvedOperation;
  readonly pass: Exchange;
  readonly fail: Exchange;
  readonly where: readonly string[];
  /** What else was answered, for a rule that judges answers together; for one over what was made, how it was made. */
  readonly beside?: readonly Exchange[];
  /** Texts that no answer may carry. */
  readonly never?: readonly string[];
}

/** A refusal by status alone: the same request is refused as it must be, and accepted as it must not be. */
export function refused(
  status: number,
  request: Sketch,
  answers: { readonly right?: Sketch; readonly wrong?: Sketch } = {},
): CaseExample {
  return {
    params: { step: 'probe', kind: 'shape', statuses: [status], success: SUCCESS },
    pass: probe({ ...request, status, body: problem('refused', 'It is refused.'), ...answers.right }),
    fail: probe({ ...request, status: 200, body: {}, ...answers.wrong }),
    where: ['status'],
  };
}

/** The form of a refusal with 422 whose entry must name the field: the failing answer names another. */
export function formOf(request: Sketch, field: { readonly name: string; readonly element?: string }): CaseExample {
  return {
    params: { step: 'probe', kind: 'value', statuses: [422], success: SUCCESS, family: GATEWAY, field },
    pass: probe({
      ...request,
      status: 422,
      body: problem('bad_value', `${field.name} is not right.`, `/${field.name}`),
    }),
    fail: probe({ ...request, status: 422, body: problem('bad_value', 'Something is not right.', '/another') }),
    where: ['body#/errors'],
  };
}
