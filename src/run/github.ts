/** In a step of GitHub Actions: annotations at the lines of the contracts, and the summary on the page of the run. */
import { appendFileSync } from 'node:fs';
import type { ViewOptions } from '../report/open-causes.ts';
import { sayExact, tell } from '../project/say.ts';
import { githubAnnotations } from '../report/views/github-annotations.ts';
import { summaryMarkdown } from '../report/views/summary-markdown.ts';
import type { Report } from '../report/model.ts';

/** What GitHub reads stands on standard output; elsewhere nothing happens. */
export function tellGithub(report: Report, blocks: NonNullable<ViewOptions['blocks']>, env: NodeJS.ProcessEnv): void {
  if (env['GITHUB_ACTIONS'] !== 'true') return;
  sayExact(githubAnnotations(report, { blocks }));
  const file = env['GITHUB_STEP_SUMMARY'];
  if (file === undefined || file === '') return;
  try {
    appendFileSync(file, `${summaryMarkdown(report)}\n`);
  } catch {
    // The report is there, and its exit code: a page that cannot be written must not change what was decided.
    tell(`warning: the step summary ${file} cannot be written\n`);
  }
}
