/** The parameters of a rule that looks at one step and needs to know nothing else. */
import { object, STEP, type ParamsOf } from './params.ts';

export const STEP_PARAMS = object({ step: STEP });

export type StepParams = ParamsOf<typeof STEP_PARAMS>;
