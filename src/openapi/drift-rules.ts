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
    'operation-moved': ['other method or path', 'calls that follow one are not found by the other'],
    'security-missing': ['no access token asked for', 'calls without one are refused'],
    'security-extra': ['access token asked for', 'the contract says that calls without one are answered'],
    'security-scheme': ['access token carried elsewhere', 'a token in another place is not found'],
    'parameter-demanded': ['parameter demanded', 'calls that follow the contract leave it out'],
    'parameter-optional': ['parameter not demanded', 'calls that leave it out are refused'],
    'request-body-missing': ['no request body published', 'calls without one are refused'],
    'request-body-extra': ['request body not in the contract', 'the contract sends none'],
    'request-body-optional': ['request body not demanded', 'calls without one are refused'],
    'request-media': ['other request media type', 'bodies of another type are refused with 415'],
    'request-media-extra': ['further request media type', 'bodies of another type are refused with 415'],
    'success-missing': [
      'no success of the contract published',
      'clients made from the definition take a success for a failure',
    ],
    'success-extra': ['success not in the contract', 'clients that follow the contract take it for a failure'],
    'response-media': ['other media type of the answer', 'the answer is read by its type'],
    type: ['other type', 'values are written and read by their type'],
    'null-refused': ['null not allowed', 'null clears the member'],
    'null-taken': ['null allowed', 'null in place of a required value is refused'],
    'null-answered': ['null in answers', 'the contract leaves out what is not set, and readers rely on it'],
    'member-refused': [
      'member excluded',
      'the definition lets no other members through, and the contract has this one',
    ],
    'member-needed': ['required member not published', 'requests without it are refused'],
    'member-unknown': ['unknown request member', 'requests with a member that the contract does not know are refused'],
    'member-set-by-service': [
      'member that only the service sets',
      'the definition lets it be sent, and a request with it is refused',
    ],
    'member-demanded': ['unknown member demanded', 'requests that follow the contract leave it out'],
    'required-missing': ['not required', 'requests without it are refused'],
    'required-extra': ['required', 'requests that follow the contract may leave it out'],
    values: ['other list of codes', 'a code that only one side knows is refused or misread'],
    length: ['other length', 'a text between the two limits is refused by one side'],
    pattern: ['other pattern', 'a text of the one form may not be of the other'],
    format: ['other format', 'a text of the one form is not of the other'],
    bounds: ['other bounds', 'a number between the two limits is refused by one side'],
    count: ['other number of items', 'a list between the two limits is refused by one side'],
  }),
  ...rulesOf('missing', {
    'operation-missing': ['operation not published', 'clients made from the definition cannot call it'],
    'parameter-missing': ['parameter not published', 'clients made from the definition cannot give it'],
    'status-missing': ['status not published', 'clients made from the definition are not prepared for it'],
    'response-body-missing': ['answer without a described body', 'clients made from the definition do not read it'],
    'header-missing': ['answer header not published', 'clients made from the definition do not look for it'],
    undescribed: ['not described', 'the definition takes anything here'],
    'member-missing': ['member not published', 'clients made from the definition do not know it'],
    'presence-missing': ['presence not promised', 'the contract promises the member in every answer'],
    'values-missing': ['codes not listed', 'values outside of the list are refused'],
    'length-missing': ['length not published', 'longer or shorter texts are refused'],
    'pattern-missing': ['pattern not published', 'texts of another form are refused'],
    'format-missing': ['format not published', 'texts of another form are refused'],
    'bounds-missing': ['bounds not published', 'numbers beyond them are refused'],
    'count-missing': ['number of items not published', 'longer or shorter lists are refused'],
    'form-missing': ['form not published', 'the contract knows one more form of it'],
  }),
  ...rulesOf('extra', {
    'operation-extra': ['operation not in the contract', 'no check looks at it'],
    'parameter-extra': ['parameter not in the contract', 'nobody has to give it'],
    'status-extra': ['status not in the contract', 'answers with it fail the check of statuses'],
    'response-body-extra': ['body where the contract describes none', 'no check reads it'],
    'header-extra': ['answer header not in the contract', 'no check looks at it'],
    described: ['described in more detail', 'the contract says no more of it'],
    'null-optional': ['null allowed in place of nothing', 'the contract leaves the member out'],
    'member-extra': ['member not in the contract', 'readers pass over what they do not know'],
    'member-fixed': [
      'member that an update cannot change',
      'the definition lets an update carry it, and one that changes it is refused',
    ],
    'required-in-update': ['required in an update', 'the contract has no word for what an update has to carry'],
    'presence-extra': ['presence promised', 'the contract lets answers lack the member'],
    'values-extra': ['codes listed', 'the contract lists none'],
    'length-extra': ['length limited', 'the contract sets no such limit'],
    'pattern-extra': ['pattern given', 'the contract sets none'],
    'format-extra': ['format given', 'the contract names none'],
    'bounds-extra': ['bounds given', 'the contract sets none'],
    'count-extra': ['number of items limited', 'the contract sets no such limit'],
    'form-extra': ['form not in the contract', 'the definition knows one more form of it'],
  }),
};

export type DriftRuleId = keyof typeof DRIFT_RULES;
