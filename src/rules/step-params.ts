/** The parameters of a rule that looks at one step and needs to know nothing else. */
export const STEP_PARAMS = {
  type: 'object',
  required: ['step'],
  properties: { step: { type: 'string' } },
  additionalProperties: false,
} as const;
