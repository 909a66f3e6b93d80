/** The parameters of a rule that looks at several places of a body. */
import { object, POINTERS, STEP, type ParamsOf } from '../params.ts';

export const POINTERS_PARAMS = object({ step: STEP, pointers: POINTERS });

export type PointersParams = ParamsOf<typeof POINTERS_PARAMS>;
