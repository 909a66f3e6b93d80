/** Rules for differences between a published document and a contract. */

/**
 * Severity of a difference. `contradicts`: the other side rejects or misreads a client of one side. `missing`: the published document
 * specifies less. `extra`: it specifies more.
 */
export const WEIGHTS = ['contradicts', 'missing', 'extra'] as const;
export type Weight = (typeof WEIGHTS)[number];

export interface DriftRule {
  readonly weight: Weight;
  readonly title: string;
  readonly why: string;
}

/** Rule of every reported difference. One-sided facts do not contradict. */
export const DRIFT_RULES = {
  'operation-moved': {
    weight: 'contradicts',
    title: 'other method or path',
    why: 'calls that follow one are not found by the other',
  },
  'operation-missing': {
    weight: 'missing',
    title: 'operation not published',
    why: 'clients made from the definition cannot call it',
  },
  'operation-extra': { weight: 'extra', title: 'operation not in the contract', why: 'no check looks at it' },

  'security-missing': {
    weight: 'contradicts',
    title: 'no access token asked for',
    why: 'calls without one are refused',
  },
  'security-extra': {
    weight: 'contradicts',
    title: 'access token asked for',
    why: 'the contract says that calls without one are answered',
  },
  'security-scheme': {
    weight: 'contradicts',
    title: 'access token carried elsewhere',
    why: 'a token in another place is not found',
  },

  'parameter-missing': {
    weight: 'missing',
    title: 'parameter not published',
    why: 'clients made from the definition cannot give it',
  },
  'parameter-extra': { weight: 'extra', title: 'parameter not in the contract', why: 'nobody has to give it' },
  'parameter-demanded': {
    weight: 'contradicts',
    title: 'parameter demanded',
    why: 'calls that follow the contract leave it out',
  },
  'parameter-optional': {
    weight: 'contradicts',
    title: 'parameter not demanded',
    why: 'calls that leave it out are refused',
  },

  'request-body-missing': {
    weight: 'contradicts',
    title: 'no request body published',
    why: 'calls without one are refused',
  },
  'request-body-extra': {
    weight: 'contradicts',
    title: 'request body not in the contract',
    why: 'the contract sends none',
  },
  'request-body-optional': {
    weight: 'contradicts',
    title: 'request body not demanded',
    why: 'calls without one are refused',
  },
  'request-media': {
    weight: 'contradicts',
    title: 'other request media type',
    why: 'bodies of another type are refused with 415',
  },
  'request-media-extra': {
    weight: 'contradicts',
    title: 'further request media type',
    why: 'bodies of another type are refused with 415',
  },

  'success-missing': {
    weight: 'contradicts',
    title: 'no success of the contract published',
    why: 'clients made from the definition take a success for a failure',
  },
  'success-extra': {
    weight: 'contradicts',
    title: 'success not in the contract',
    why: 'clients that follow the contract take it for a failure',
  },
  'status-missing': {
    weight: 'missing',
    title: 'status not published',
    why: 'clients made from the definition are not prepared for it',
  },
  'status-extra': {
    weight: 'extra',
    title: 'status not in the contract',
    why: 'answers with it fail the check of statuses',
  },
  'response-body-missing': {
    weight: 'missing',
    title: 'answer without a described body',
    why: 'clients made from the definition do not read it',
  },
  'response-body-extra': { weight: 'extra', title: 'body where the contract describes none', why: 'no check reads it' },
  'response-media': {
    weight: 'contradicts',
    title: 'other media type of the answer',
    why: 'the answer is read by its type',
  },
  'header-missing': {
    weight: 'missing',
    title: 'answer header not published',
    why: 'clients made from the definition do not look for it',
  },
  'header-extra': { weight: 'extra', title: 'answer header not in the contract', why: 'no check looks at it' },

  type: { weight: 'contradicts', title: 'other type', why: 'values are written and read by their type' },
  undescribed: { weight: 'missing', title: 'not described', why: 'the definition takes anything here' },
  described: { weight: 'extra', title: 'described in more detail', why: 'the contract says no more of it' },
  'null-refused': { weight: 'contradicts', title: 'null not allowed', why: 'null clears the member' },
  'null-taken': { weight: 'contradicts', title: 'null allowed', why: 'null in place of a required value is refused' },
  'null-optional': {
    weight: 'extra',
    title: 'null allowed in place of nothing',
    why: 'the contract leaves the member out',
  },
  'null-answered': {
    weight: 'contradicts',
    title: 'null in answers',
    why: 'the contract leaves out what is not set, and readers rely on it',
  },

  'member-missing': {
    weight: 'missing',
    title: 'member not published',
    why: 'clients made from the definition do not know it',
  },
  'member-refused': {
    weight: 'contradicts',
    title: 'member excluded',
    why: 'the definition lets no other members through, and the contract has this one',
  },
  'member-needed': {
    weight: 'contradicts',
    title: 'required member not published',
    why: 'requests without it are refused',
  },
  'member-extra': {
    weight: 'extra',
    title: 'member not in the contract',
    why: 'readers pass over what they do not know',
  },
  'member-unknown': {
    weight: 'contradicts',
    title: 'unknown request member',
    why: 'requests with a member that the contract does not know are refused',
  },
  'member-set-by-service': {
    weight: 'contradicts',
    title: 'member that only the service sets',
    why: 'the definition lets it be sent, and a request with it is refused',
  },
  'member-fixed': {
    weight: 'extra',
    title: 'member that an update cannot change',
    why: 'the definition lets an update carry it, and one that changes it is refused',
  },
  'member-demanded': {
    weight: 'contradicts',
    title: 'unknown member demanded',
    why: 'requests that follow the contract leave it out',
  },
  'required-missing': { weight: 'contradicts', title: 'not required', why: 'requests without it are refused' },
  'required-extra': {
    weight: 'contradicts',
    title: 'required',
    why: 'requests that follow the contract may leave it out',
  },
  'required-in-update': {
    weight: 'extra',
    title: 'required in an update',
    why: 'the contract has no word for what an update has to carry',
  },
  'presence-missing': {
    weight: 'missing',
    title: 'presence not promised',
    why: 'the contract promises the member in every answer',
  },
  'presence-extra': { weight: 'extra', title: 'presence promised', why: 'the contract lets answers lack the member' },

  values: {
    weight: 'contradicts',
    title: 'other list of codes',
    why: 'a code that only one side knows is refused or misread',
  },
  'values-missing': { weight: 'missing', title: 'codes not listed', why: 'values outside of the list are refused' },
  'values-extra': { weight: 'extra', title: 'codes listed', why: 'the contract lists none' },
  length: { weight: 'contradicts', title: 'other length', why: 'a text between the two limits is refused by one side' },
  'length-missing': { weight: 'missing', title: 'length not published', why: 'longer or shorter texts are refused' },
  'length-extra': { weight: 'extra', title: 'length limited', why: 'the contract sets no such limit' },
  pattern: { weight: 'contradicts', title: 'other pattern', why: 'a text of the one form may not be of the other' },
  'pattern-missing': { weight: 'missing', title: 'pattern not published', why: 'texts of another form are refused' },
  'pattern-extra': { weight: 'extra', title: 'pattern given', why: 'the contract sets none' },
  format: { weight: 'contradicts', title: 'other format', why: 'a text of the one form is not of the other' },
  'format-missing': { weight: 'missing', title: 'format not published', why: 'texts of another form are refused' },
  'format-extra': { weight: 'extra', title: 'format given', why: 'the contract names none' },
  bounds: {
    weight: 'contradicts',
    title: 'other bounds',
    why: 'a number between the two limits is refused by one side',
  },
  'bounds-missing': { weight: 'missing', title: 'bounds not published', why: 'numbers beyond them are refused' },
  'bounds-extra': { weight: 'extra', title: 'bounds given', why: 'the contract sets none' },
  count: {
    weight: 'contradicts',
    title: 'other number of items',
    why: 'a list between the two limits is refused by one side',
  },
  'count-missing': {
    weight: 'missing',
    title: 'number of items not published',
    why: 'longer or shorter lists are refused',
  },
  'count-extra': { weight: 'extra', title: 'number of items limited', why: 'the contract sets no such limit' },
  'form-missing': { weight: 'missing', title: 'form not published', why: 'the contract knows one more form of it' },
  'form-extra': { weight: 'extra', title: 'form not in the contract', why: 'the definition knows one more form of it' },
} as const satisfies Record<string, DriftRule>;

export type DriftRuleId = keyof typeof DRIFT_RULES;
