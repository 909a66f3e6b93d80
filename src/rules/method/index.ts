/** Methods: what HTTP itself asks for. */
import { getContent } from './get-content.ts';
import { head } from './head.ts';
import { options } from './options.ts';
import { override } from './override.ts';
import { safe } from './safe.ts';
import { trace } from './trace.ts';
import { unsupported } from './unsupported.ts';

export const methodRules = [unsupported, head, options, trace, override, safe, getContent] as const;
