/** Twenty thousand checks, six hundred of them failing, with the exchanges they cite. */
import type { HtmlData } from '../../src/report/page/html.ts';
import { citedExchanges, timingsOf } from '../../src/report/page/html.ts';
import { sampleExchanges, sampleReport } from '../report/sample-report.ts';

export const LARGE_CHECKS = 20_000;

export function large(failing = 600): HtmlData {
  const report = sampleReport({ checks: LARGE_CHECKS, failing, seed: 7 });
  const exchanges = sampleExchanges(report);
  return { report, exchanges: citedExchanges(report, exchanges), timings: timingsOf(exchanges) };
}
