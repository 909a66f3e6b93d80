/** What one organisation sees of another's records. What is tried of access tokens stands in contracts/common/access.yaml. */
import { canary } from './canary.ts';
import { listApart } from './list-apart.ts';
import { sameAnswer } from './same-answer.ts';

export const accessRules = [sameAnswer, canary, listApart] as const;
