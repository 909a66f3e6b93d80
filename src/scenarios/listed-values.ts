import { omitUndefined } from '../model/objects.ts';
import type { Field } from '../load/model.ts';
import { AFTER_BASELINE_REQUEST, baselineRequest } from '../plan/baseline-request.ts';
import type { OperationContext } from '../plan/context.ts';
import type { Fixtures } from '../plan/fixtures.ts';
import { requestBelowOwnParent } from '../plan/scenario-builder.ts';
import type { Step, Value } from '../plan/model.ts';
import { parentParameter, updateFields } from '../plan/request-templates.ts';
import { cleanupRequest } from '../plan/undo-requests.ts';
import { validValue } from '../plan/values.ts';
import { innermostProperty } from '../plan/catalogue/items.ts';
import type { CaseBuilder, BuiltCase, BuiltCheck } from '../plan/catalogue/template.ts';

/** Creates a record with each code of the list, or with true and false. An update changes one record to each. */
export const eachListedCode: CaseBuilder = (context, fixtures, chosen) => {
  const field = innermostProperty(chosen, 'field');
  const codes = field?.type === 'boolean' ? ['true', 'false'] : (field?.values ?? []);
  if (field === undefined || codes.length < 2 || field.sample === true) return undefined;
  const cases = codes.map((code) => ({
    step: stepOf(context, fixtures, field, code),
    check: checkOf(context, field, code),
    code,
  }));
  // A second record below one parent may be rejected for that alone.
  if (context.operation.kind === 'create' && parentParameter(context.endpoint, context.operation.path) !== undefined)
    return cases.map(({ step, check, code }): BuiltCase => ({
      key: `${field.name}/${code}`,
      when: `${field.name} ${code}`,
      steps: requestBelowOwnParent(context, fixtures, step),
      checks: [check],
    }));
  return { steps: cases.map(({ step }) => step), checks: cases.map(({ check }) => check) };
};

function stepOf(context: OperationContext, fixtures: Fixtures, field: Field, code: string): Step {
  const { scope, endpoint, operation, success } = context;
  const value: Value = field.type === 'boolean' ? code === 'true' : field.type === 'codes' ? [code] : code;
  const request = baselineRequest(scope, endpoint, operation, fixtures, { set: { [field.name]: value } });
  const name = `value-${code}`;
  const undo =
    operation.kind === 'create' ? cleanupRequest(scope, endpoint, operation, request.parameters, name) : undefined;
  return { name, operation: context.path, request, success, ...omitUndefined({ undo }) };
}

function checkOf({ scope, endpoint, operation, success }: OperationContext, field: Field, code: string): BuiltCheck {
  const made = field.required ? validValue(field, {}) : undefined;
  const value = operation.kind === 'update' ? updateFields(scope, endpoint, operation)[field.name] : made;
  const usual = Array.isArray(value) ? (value as readonly Value[])[0] : value;
  return {
    key: `${field.name}/${code}`,
    way: code,
    asks: `${field.name} ${code} is accepted`,
    params: { step: `value-${code}`, success },
    // The baseline request has the default code: a check that depended on it could never fail.
    given: code === usual ? [] : AFTER_BASELINE_REQUEST,
  };
}
