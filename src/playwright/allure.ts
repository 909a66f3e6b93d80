/** Declared annotations that Allure reads as labels: they add no steps to Playwright's own report. */
import { SEVERITY } from '../report/severity.ts';
import type { GroupEntry } from './index-file.ts';

export function allureAnnotations(
  entry: GroupEntry,
): readonly { readonly type: string; readonly description: string }[] {
  const level = (['MUST', 'SHOULD', 'MAY'] as const).find((l) => entry.levels.includes(l)) ?? 'MAY';
  return [
    { type: 'allure.label.epic', description: `${entry.service} ${entry.spec}` },
    { type: 'allure.label.feature', description: entry.endpoint },
    { type: 'allure.label.story', description: `${entry.operation}: ${entry.aspect}` },
    { type: 'allure.label.severity', description: SEVERITY[level] },
    { type: 'allure.label.specVersion', description: entry.spec },
  ];
}
