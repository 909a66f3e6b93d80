/** Rules for differences between a published document and a contract. */

/**
 * Severity of a difference. `contradicts`: the other side rejects or misreads a client of one side. `missing`: the published document
 * specifies less. `extra`: it specifies more.
 */
export const DRIFT_WEIGHTS = ['contradicts', 'missing', 'extra'] as const;
export type DriftWeight = (typeof DRIFT_WEIGHTS)[number];

export interface DriftRule {
  readonly weight: DriftWeight;
  readonly title: string;
  readonly why: string;
}

/** Rules of one weight, from pairs of title and explanation. */
function rulesOf<Id extends string>(
  weight: DriftWeight,
  rows: Readonly<Record<Id, readonly [title: string, why: string]>>,
): Readonly<Record<Id, DriftRule>> {
  const rules = Object.entries<readonly [string, string]>(rows).map(([id, [title, why]]) => [
    id,
    { weight, title, why },
  ]);
  return Object.fromEntries(rules) as Record<Id, DriftRule>;
}

/** Rule of every reported difference. One-sided facts do not contradict. */
export const DRIFT_RULES = {
  ...rulesOf('contradicts', {
    'operation-moved': ['other method or path', 'calls built from one side do not exist on the other'],
    'security-missing': ['no access token required', 'the service rejects calls without one'],
    'security-extra': ['access token required', 'by the contract, calls without one succeed'],
    'security-scheme': ['access token in another place', 'the service does not find the token there'],
    'parameter-demanded': ['parameter required', 'calls built from the contract omit it'],
    'parameter-optional': ['parameter not required', 'the service rejects calls without it'],
    'request-body-missing': ['no request body in the document', 'the service rejects calls without one'],
    'request-body-extra': ['request body not in the contract', 'by the contract, the request has no body'],
    'request-body-optional': ['request body not required', 'the service rejects calls without one'],
    'request-media': ['other request media type', 'the service rejects other types with 415'],
    'request-media-extra': ['additional request media type', 'the service rejects other types with 415'],
    'success-missing': [
      'no success status of the contract in the document',
      'generated clients treat a success as a failure',
    ],
    'success-extra': ['success status not in the contract', 'clients built from the contract treat it as a failure'],
    'response-media': ['other response media type', 'clients parse the response by its type'],
    type: ['other type', 'clients write and read values by type'],
    'null-refused': ['null not allowed', 'by the contract, null clears the field'],
    'null-taken': ['null allowed', 'the service rejects null for a required field'],
    'null-answered': ['null in responses', 'by the contract, responses omit fields without a value'],
    'member-refused': ['field excluded', 'the document forbids additional properties, but the contract has this field'],
    'member-needed': ['required field not in the document', 'the service rejects requests without it'],
    'member-unknown': ['unknown request field', 'the service rejects requests with unknown fields'],
    'member-set-by-service': [
      'read-only field in a request',
      'the document allows it, but the service rejects requests with it',
    ],
    'member-demanded': ['unknown field required', 'requests built from the contract omit it'],
    'required-missing': ['not required', 'the service rejects requests without it'],
    'required-extra': ['required', 'requests built from the contract may omit it'],
    values: ['other list of codes', 'one side rejects or misreads codes of the other'],
    length: ['other length', 'one side rejects strings between the two limits'],
    pattern: ['other pattern', 'one side may reject strings of the other'],
    format: ['other format', 'one side rejects strings of the other'],
    bounds: ['other bounds', 'one side rejects numbers between the two limits'],
    count: ['other number of items', 'one side rejects arrays between the two limits'],
  }),
  ...rulesOf('missing', {
    'operation-missing': ['operation not in the document', 'generated clients cannot call it'],
    'parameter-missing': ['parameter not in the document', 'generated clients cannot send it'],
    'status-missing': ['status not in the document', 'generated clients do not handle it'],
    'response-body-missing': ['response body not described', 'generated clients do not read it'],
    'header-missing': ['response header not in the document', 'generated clients do not read it'],
    undescribed: ['not described', 'the document allows any value'],
    'member-missing': ['field not in the document', 'generated clients do not know it'],
    'presence-missing': ['optional in responses', 'by the contract, every response has the field'],
    'values-missing': ['code list not in the document', 'the service rejects other values'],
    'length-missing': ['length limit not in the document', 'the service rejects longer or shorter strings'],
    'pattern-missing': ['pattern not in the document', 'the service rejects other strings'],
    'format-missing': ['format not in the document', 'the service rejects other strings'],
    'bounds-missing': ['bounds not in the document', 'the service rejects numbers outside'],
    'count-missing': ['number of items not in the document', 'the service rejects longer or shorter arrays'],
    'form-missing': ['variant not in the document', 'the contract has another variant'],
  }),
  ...rulesOf('extra', {
    'operation-extra': ['operation not in the contract', 'no check tests it'],
    'parameter-extra': ['parameter not in the contract', 'it is optional'],
    'status-extra': ['status not in the contract', 'a response with it fails the status check'],
    'response-body-extra': ['body not in the contract', 'no check tests it'],
    'header-extra': ['response header not in the contract', 'no check tests it'],
    described: ['described in more detail', 'the contract is less specific'],
    'null-optional': ['null allowed instead of an absent field', 'by the contract, the field is absent'],
    'member-extra': ['field not in the contract', 'clients ignore unknown fields'],
    'member-fixed': [
      'immutable field in an update',
      'the document allows it, but the service rejects updates that change it',
    ],
    'required-in-update': ['required in an update', 'a contract cannot declare fields required in updates'],
    'presence-extra': ['required in responses', 'by the contract, responses may omit the field'],
    'values-extra': ['code list given', 'the contract has none'],
    'length-extra': ['length limit given', 'the contract has no such limit'],
    'pattern-extra': ['pattern given', 'the contract has none'],
    'format-extra': ['format given', 'the contract has none'],
    'bounds-extra': ['bounds given', 'the contract has none'],
    'count-extra': ['number of items given', 'the contract has no such limit'],
    'form-extra': ['variant not in the contract', 'the document has another variant'],
  }),
};

export type DriftRuleId = keyof typeof DRIFT_RULES;
