/** A run in which one thing fails: its title quotes what the service sent, which is one long word. */
import type { BaselineSummary, HtmlData } from '../../src/report/page/html.ts';
import type { Report } from '../../src/report/model.ts';
import { tinyReport } from '../report/tiny.ts';

const SENT =
  '[{"channel_type":"SFTP","the_endpoint_that_takes_what_is_handed_over":"sftp://files.partner.example/inbox"}]';

export function lone(): HtmlData {
  const report = tinyReport({
    checks: [
      {
        verdict: 'fail',
        title: `the channels are ${SENT}`,
        findings: [{ where: 'body#/channels', expected: 'none', actual: SENT }],
      },
      { verdict: 'pass' },
    ],
  });
  const causes = (report.causes ?? []).map((cause) => ({ ...cause, title: `/channels is ${SENT}` }));
  return { report: { ...report, causes }, exchanges: [], baseline: baselineOf(report) };
}

/** The night before it was not there, so that it stands in the changes too. */
function baselineOf({ run, checks }: Report): BaselineSummary {
  const appeared = checks
    .filter(({ verdict }) => verdict === 'fail')
    .map(({ id, service, spec }) => ({ id, service, spec, was: 'pass' as const }));
  const startedAt = new Date(Date.parse(run.startedAt) - 86_400_000).toISOString();
  return { run: { id: 'night-before', startedAt, decision: 'admit' }, appeared, fixed: [], stopped: [], added: [] };
}
