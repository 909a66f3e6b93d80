/**
 * What Allure's reporter groups tests by. It takes labels from an attachment of its own kind, as from annotations; annotations would stand
 * in every other report too, beside tags that say the same.
 */
import { SEVERITY } from '../report/checks.ts';
import type { GroupEntry } from './index-file.ts';

interface Attachment {
  readonly name: string;
  readonly contentType: string;
  readonly body: Buffer;
}

/** Playwright's page shows no attachment whose name begins so. */
const NAME = '_allure-labels';

/** To be pushed among a test's attachments. */
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
