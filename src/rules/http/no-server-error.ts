import { clip, finding, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

export const noServerError = passiveRule(
  {
    id: 'http.no-server-error',
    title: 'No request causes a server error',
    fails: 'fails inside: {actual}',
    explain: 'Whatever is sent, the service must not fail inside. Announced unavailability (503) is not meant.',
    covers: ['A02'],
  },
  (response, exchange) =>
    judged(
      response.status >= 500 && response.status !== 503 && response.status !== 501
        ? [finding(exchange, 'status', 'below 500', `${response.status}: ${clip(response.body, 160)}`)]
        : [],
    ),
);
