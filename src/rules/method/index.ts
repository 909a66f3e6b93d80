/** Rules about methods that have a file of their own. */
import { getContent } from './get-content.ts';
import { override } from './override.ts';
import { safe } from './safe.ts';
import { trace } from './trace.ts';

export const furtherMethodRules = [trace, override, safe, getContent] as const;
