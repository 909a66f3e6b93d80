/** The answer to a token request. What is tried of its assertion stands in contracts/common/token.yaml. */
import { noStore } from './no-store.ts';
import { response } from './response.ts';
import { sameRefusal } from './same-refusal.ts';

export const tokenRules = [response, noStore, sameRefusal] as const;
