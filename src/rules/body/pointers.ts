/** The parameters of a rule that looks at several places of a body. */
export interface PointersParams {
  readonly step: string;
  readonly pointers: readonly string[];
}

export const POINTERS_PARAMS = {
  type: 'object',
  required: ['step', 'pointers'],
  properties: { step: { type: 'string' }, pointers: { type: 'array', items: { type: 'string' }, minItems: 1 } },
  additionalProperties: false,
} as const;
