/** Rules for the effect of a change on clients of the earlier version. */

/** `perhaps`: depends on the implementation of the client. */
export const BREAKS = ['yes', 'perhaps', 'no'] as const;
export type Breaks = (typeof BREAKS)[number];

export interface BreakRule {
  readonly breaks: Breaks;
  readonly title: string;
  readonly why: string;
}

/** Rules of one effect, from pairs of title and explanation. */
function rulesOf<Id extends string>(
  breaks: Breaks,
  rows: Readonly<Record<Id, readonly [title: string, why: string]>>,
): Readonly<Record<Id, BreakRule>> {
  const rules = Object.entries<readonly [string, string]>(rows).map(([id, [title, why]]) => [
    id,
    { breaks, title, why },
  ]);
  return Object.fromEntries(rules) as Record<Id, BreakRule>;
}

/** Rule of every reported change. */
export const BREAK_RULES = {
  ...rulesOf('yes', {
    'operation-removed': ['operation removed', 'calls to it fail'],
    'operation-moved': ['other method or path', 'calls to the old one fail'],
    'request-form': ['other request form', 'bodies in the old form are refused'],
    'response-form': ['other response form', 'answers are read by their form'],
    'access-needed': ['access token needed', 'calls without one are refused'],
    'pages-enforced': ['pages enforced', 'clients that read one answer miss the rest'],
    'leaves-changed': [
      'what becomes of a deleted record',
      'who reads it afterwards finds something else than before, or nothing',
    ],
    'empties-changed': ['empties other members', 'what is left afterwards is not what it was'],
    'request-member-required': ['new required request member', 'requests without it are refused'],
    'request-member-removed': ['request member removed', 'requests with it are refused as holding an unknown member'],
    'became-required': ['became required', 'requests without it are refused'],
    'response-member-removed': ['response member removed', 'clients that read it find nothing'],
    'type-changed': ['other type', 'values are written and read by their type'],
    'input-narrower': ['narrower input', 'values that were taken are refused'],
    'patch-refused': ['can no longer be changed by PATCH', 'a PATCH with another value is refused'],
    'requirement-added-breaking': ['requirement added', 'the specification says that clients have to change'],
    'requirement-changed-breaking': ['requirement changed', 'the specification says that clients have to change'],
  }),
  ...rulesOf('perhaps', {
    'success-added': ['new status of a success', 'clients that know the old statuses only take it for a failure'],
    'pages-dropped': ['pages no longer offered', 'clients that ask for pages get everything at once'],
    'became-optional': ['became optional', 'answers may lack it'],
    'input-changed': ['other form of input', 'whether the new form holds the old one cannot be told from a pattern'],
    'output-wider': ['wider output', 'answers may hold values that clients do not know'],
    'output-changed': [
      'other form of output',
      'whether the new form lies within the old one cannot be told from a pattern',
    ],
    'element-changed': ['other element number', 'errors name the member by it'],
    'codes-changed': ['other error codes', 'clients may tell errors apart by them'],
    'requirement-removed': ['requirement gone', 'clients may rely on what was promised'],
    'change-not-shown': ['changed, and not shown how', 'the specification says that it changed and no more'],
    'requirement-changed': ['requirement changed', 'clients may rely on how it was'],
  }),
  ...rulesOf('no', {
    'operation-added': ['operation added', 'nobody calls it yet'],
    'success-removed': ['status of a success gone', 'the others were possible before'],
    'access-freed': ['access token no longer needed', 'calls with one still work'],
    'pages-offered': ['pages offered', 'they have to be asked for'],
    'request-member-added': ['new optional request member', 'requests may leave it out'],
    'request-member-optional': ['no longer required', 'requests may go on having it'],
    'response-member-certain': ['always in answers', 'answers could have it before'],
    'response-member-added': ['new response member', 'clients are told to pass over what they do not know'],
    'input-wider': ['wider input', 'what was taken is still taken'],
    'output-narrower': ['narrower output', 'every value was possible before'],
    'patch-allowed': ['can be changed by PATCH', 'nobody relies on the refusal'],
    'requirement-added': ['requirement added', 'the service promises more'],
    'requirement-excluded': ['requirement that no check can prove', 'it asks nothing of an exchange'],
    'requirement-changed-harmless': ['requirement changed', 'the specification says that clients need not change'],
  }),
};

export type BreakRuleId = keyof typeof BREAK_RULES;
