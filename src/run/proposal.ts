/** `waivers-proposed.yaml` beside a report. */
import path from 'node:path';
import type { Report } from '../report/model.ts';
import { proposeWaivers } from '../report/propose-waivers.ts';
import { writeWhole } from '../project/output.ts';
import { counted } from '../record/counted.ts';

export const PROPOSAL = 'waivers-proposed.yaml';

/** Writes the entries, and says in one line how many there are and what to do with them. */
export function writeProposal(out: string, report: Report): string {
  const { text, entries, untold } = proposeWaivers(report);
  const file = path.join(out, PROPOSAL);
  writeWhole(file, text);
  const shown = path.relative(process.cwd(), file);
  const next =
    entries === 0
      ? untold === 0
        ? 'nothing fails that no waiver excuses'
        : 'no entry'
      : `${counted(entries, 'entry', 'entries')}: fill in owner and expires, move it beside the target, and name it there under "waivers"`;
  const left =
    untold === 0
      ? ''
      : `; ${counted(untold, 'failing check is', 'failing checks are')} left out, which the file names, since nothing of what was found is likely to come again`;
  return `waivers  ${shown} (${next}${left})`;
}
