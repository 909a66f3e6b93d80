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
    'request-form': ['other request form', 'the service rejects bodies in the old form'],
    'response-form': ['other response form', 'clients cannot read the new form'],
    'access-needed': ['access token needed', 'the service rejects calls without one'],
    'pages-enforced': ['pages enforced', 'clients that read only one response miss the other records'],
    'leaves-changed': ['other state after a delete', 'a read after the delete returns another result'],
    'empties-changed': ['clears other fields', 'other values remain afterwards'],
    'request-member-required': ['new required request field', 'the service rejects requests without it'],
    'request-member-removed': ['request field removed', 'the service rejects requests with it, as an unknown field'],
    'became-required': ['became required', 'the service rejects requests without it'],
    'response-member-removed': ['response field removed', 'clients that read it get no value'],
    'type-changed': ['other type', 'clients write and read values by type'],
    'input-narrower': ['narrower input', 'the service rejects values that it accepted before'],
    'patch-refused': ['can no longer be changed by PATCH', 'the service rejects a PATCH with another value'],
    'requirement-added-breaking': ['requirement added', 'according to the specification, clients must change'],
    'requirement-changed-breaking': ['requirement changed', 'according to the specification, clients must change'],
  }),
  ...rulesOf('perhaps', {
    'success-added': ['new success status', 'clients that expect only the old statuses treat it as a failure'],
    'pages-dropped': ['paging no longer supported', 'clients that request a page get all records'],
    'became-optional': ['became optional', 'responses may omit it'],
    'input-changed': ['other input pattern', 'patterns do not show whether the new one accepts all old values'],
    'output-wider': ['wider output', 'responses may contain values that clients do not know'],
    'output-changed': ['other output pattern', 'patterns do not show whether the old one accepts all new values'],
    'element-changed': ['other element number', 'errors refer to the field by it'],
    'codes-changed': ['other error codes', 'clients may distinguish errors by them'],
    'requirement-removed': ['requirement removed', 'clients may rely on it'],
    'change-not-shown': ['changed without details', 'the specification does not describe the change'],
    'requirement-changed': ['requirement changed', 'clients may rely on the old behaviour'],
  }),
  ...rulesOf('no', {
    'operation-added': ['operation added', 'no client calls it yet'],
    'success-removed': ['success status removed', 'clients know the other statuses'],
    'access-freed': ['access token no longer needed', 'calls with one still work'],
    'pages-offered': ['paging supported', 'only requests with paging parameters get pages'],
    'request-member-added': ['new optional request field', 'requests may omit it'],
    'request-member-optional': ['no longer required', 'requests may still contain it'],
    'response-member-certain': ['always in responses', 'responses could contain it before'],
    'response-member-added': ['new response field', 'clients must ignore unknown fields'],
    'input-wider': ['wider input', 'the service still accepts the old values'],
    'output-narrower': ['narrower output', 'clients know all remaining values'],
    'patch-allowed': ['can be changed by PATCH', 'no client relies on the rejection'],
    'requirement-added': ['requirement added', 'the service guarantees more'],
    'requirement-excluded': ['requirement that cannot be tested', 'no request or response depends on it'],
    'requirement-changed-harmless': ['requirement changed', 'according to the specification, clients need not change'],
  }),
};

export type BreakRuleId = keyof typeof BREAK_RULES;
