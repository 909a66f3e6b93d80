/** Allure shows its environment on the first page: what is said of each service there is what every other view says. */
import { appendFileSync, existsSync } from 'node:fs';
import path from 'node:path';
import type { Report } from '../report/model.ts';
import { decisionWords, standingOf } from '../report/standing.ts';
import { oneLine } from '../report/words.ts';

/** `folder` holds what Allure's reporter wrote, where it was asked to. */
export function tellStanding(folder: string, { summaries, decision }: Report): void {
  if (!existsSync(folder)) return;
  const lines = [
    `decision=${decisionWords({ exitCode: decision.exitCode, summaries }).text} (policy ${oneLine(decision.policy, 60)})`,
    ...summaries.map((summary) => `${summary.service}@${summary.spec}=${standingOf(summary).text}`),
  ];
  appendFileSync(path.join(folder, 'environment.properties'), `\n${lines.join('\n')}\n`);
}
