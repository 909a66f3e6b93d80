/** Naming and finding checks in a report: what the gate and the views need of it, so that they need not reach further. */
export { checkRef } from '../verdict/check-ref.ts';
