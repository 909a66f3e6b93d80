/** Rules for the effect of a change on clients of the earlier version. */

/** `perhaps`: depends on the implementation of the client. */
export const BREAKS = ['yes', 'perhaps', 'no'] as const;
export type Breaks = (typeof BREAKS)[number];

export interface BreakRule {
  readonly breaks: Breaks;
  readonly title: string;
  readonly why: string;
}

/** Rule of every reported change. */
export const BREAK_RULES = {
  'operation-removed': { breaks: 'yes', title: 'operation removed', why: 'calls to it fail' },
  'operation-added': { breaks: 'no', title: 'operation added', why: 'nobody calls it yet' },
  'operation-moved': { breaks: 'yes', title: 'other method or path', why: 'calls to the old one fail' },
  'request-form': { breaks: 'yes', title: 'other request form', why: 'bodies in the old form are refused' },
  'response-form': { breaks: 'yes', title: 'other response form', why: 'answers are read by their form' },
  'success-added': {
    breaks: 'perhaps',
    title: 'new status of a success',
    why: 'clients that know the old statuses only take it for a failure',
  },
  'success-removed': { breaks: 'no', title: 'status of a success gone', why: 'the others were possible before' },
  'access-needed': { breaks: 'yes', title: 'access token needed', why: 'calls without one are refused' },
  'access-freed': { breaks: 'no', title: 'access token no longer needed', why: 'calls with one still work' },
  'pages-enforced': { breaks: 'yes', title: 'pages enforced', why: 'clients that read one answer miss the rest' },
  'pages-offered': { breaks: 'no', title: 'pages offered', why: 'they have to be asked for' },
  'pages-dropped': {
    breaks: 'perhaps',
    title: 'pages no longer offered',
    why: 'clients that ask for pages get everything at once',
  },
  'leaves-changed': {
    breaks: 'yes',
    title: 'what becomes of a deleted record',
    why: 'who reads it afterwards finds something else than before, or nothing',
  },
  'empties-changed': {
    breaks: 'yes',
    title: 'empties other members',
    why: 'what is left afterwards is not what it was',
  },
  'request-member-required': {
    breaks: 'yes',
    title: 'new required request member',
    why: 'requests without it are refused',
  },
  'request-member-added': { breaks: 'no', title: 'new optional request member', why: 'requests may leave it out' },
  'request-member-removed': {
    breaks: 'yes',
    title: 'request member removed',
    why: 'requests with it are refused as holding an unknown member',
  },
  'became-required': { breaks: 'yes', title: 'became required', why: 'requests without it are refused' },
  'became-optional': { breaks: 'perhaps', title: 'became optional', why: 'answers may lack it' },
  'request-member-optional': { breaks: 'no', title: 'no longer required', why: 'requests may go on having it' },
  'response-member-certain': { breaks: 'no', title: 'always in answers', why: 'answers could have it before' },
  'response-member-removed': {
    breaks: 'yes',
    title: 'response member removed',
    why: 'clients that read it find nothing',
  },
  'response-member-added': {
    breaks: 'no',
    title: 'new response member',
    why: 'clients are told to pass over what they do not know',
  },
  'type-changed': { breaks: 'yes', title: 'other type', why: 'values are written and read by their type' },
  'input-narrower': { breaks: 'yes', title: 'narrower input', why: 'values that were taken are refused' },
  'input-wider': { breaks: 'no', title: 'wider input', why: 'what was taken is still taken' },
  'input-changed': {
    breaks: 'perhaps',
    title: 'other form of input',
    why: 'whether the new form holds the old one cannot be told from a pattern',
  },
  'output-wider': { breaks: 'perhaps', title: 'wider output', why: 'answers may hold values that clients do not know' },
  'output-narrower': { breaks: 'no', title: 'narrower output', why: 'every value was possible before' },
  'output-changed': {
    breaks: 'perhaps',
    title: 'other form of output',
    why: 'whether the new form lies within the old one cannot be told from a pattern',
  },
  'patch-refused': {
    breaks: 'yes',
    title: 'can no longer be changed by PATCH',
    why: 'a PATCH with another value is refused',
  },
  'patch-allowed': { breaks: 'no', title: 'can be changed by PATCH', why: 'nobody relies on the refusal' },
  'element-changed': { breaks: 'perhaps', title: 'other element number', why: 'errors name the member by it' },
  'codes-changed': { breaks: 'perhaps', title: 'other error codes', why: 'clients may tell errors apart by them' },
  'requirement-added': { breaks: 'no', title: 'requirement added', why: 'the service promises more' },
  'requirement-added-breaking': {
    breaks: 'yes',
    title: 'requirement added',
    why: 'the specification says that clients have to change',
  },
  'requirement-removed': { breaks: 'perhaps', title: 'requirement gone', why: 'clients may rely on what was promised' },
  'requirement-excluded': {
    breaks: 'no',
    title: 'requirement that no check can prove',
    why: 'it asks nothing of an exchange',
  },
  'change-not-shown': {
    breaks: 'perhaps',
    title: 'changed, and not shown how',
    why: 'the specification says that it changed and no more',
  },
  'requirement-changed': { breaks: 'perhaps', title: 'requirement changed', why: 'clients may rely on how it was' },
  'requirement-changed-breaking': {
    breaks: 'yes',
    title: 'requirement changed',
    why: 'the specification says that clients have to change',
  },
  'requirement-changed-harmless': {
    breaks: 'no',
    title: 'requirement changed',
    why: 'the specification says that clients need not change',
  },
} as const satisfies Record<string, BreakRule>;

export type BreakRuleId = keyof typeof BREAK_RULES;
