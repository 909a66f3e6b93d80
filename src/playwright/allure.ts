/** Labels for Allure's reporter. They are passed as an attachment, since annotations would appear in all other reports. */
import { SEVERITY } from '../report/checks.ts';
import type { GroupEntry } from './index-file.ts';

interface Attachment {
  readonly name: string;
  readonly contentType: string;
  readonly body: Buffer;
}

/** Playwright's HTML report hides attachments with this prefix. */
const NAME = '_allure-labels';

/** Attachment with the labels of a test. */
export function allureLabels(
  entry: Pick<GroupEntry, 'service' | 'spec' | 'endpoint' | 'operation' | 'aspect' | 'levels'>,
): Attachment {
  const { service, spec, endpoint, operation, aspect, levels } = entry;
  const level = (['MUST', 'SHOULD', 'MAY'] as const).find((one) => levels.includes(one)) ?? 'MAY';
  const labels = {
    epic: `${service} ${spec}`,
    feature: endpoint,
    story: `${operation}: ${aspect}`,
    severity: SEVERITY[level],
    specVersion: spec,
  };
  const message = {
    type: 'metadata',
    data: { labels: Object.entries(labels).map(([name, value]) => ({ name, value })) },
  };
  return { name: NAME, contentType: 'application/vnd.allure.message+json', body: Buffer.from(JSON.stringify(message)) };
}
