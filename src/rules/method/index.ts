/** Methods: what HTTP itself asks for. */
import { getContent } from './get-content.ts';
import { headContent } from './head-content.ts';
import { headLength } from './head-length.ts';
import { headOffered } from './head-offered.ts';
import { head } from './head.ts';
import { optionsOffered } from './options-offered.ts';
import { options } from './options.ts';
import { override } from './override.ts';
import { safe } from './safe.ts';
import { traceRefused } from './trace-refused.ts';
import { trace } from './trace.ts';
import { unsupported } from './unsupported.ts';

export const methodRules = [
  unsupported,
  head,
  headContent,
  headLength,
  headOffered,
  options,
  optionsOffered,
  trace,
  traceRefused,
  override,
  safe,
  getContent,
] as const;
