import { finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

/** Which methods, and which requests, a status can be an answer to. */
const MEANT: readonly { readonly status: number; readonly to: string; readonly allows: (method: string, hasBody: boolean) => boolean }[] = [
  { status: 201, to: 'a method that creates', allows: (method) => !['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE'].includes(method) },
  { status: 304, to: 'GET or HEAD', allows: (method) => method === 'GET' || method === 'HEAD' },
  { status: 413, to: 'a request with content', allows: (_method, hasBody) => hasBody },
  { status: 415, to: 'a request with content', allows: (_method, hasBody) => hasBody },
];

export const statusMethod = passiveRule(
  {
    id: 'http.status-method',
    title: 'The status fits the request',
    fails: 'answers with a status that does not fit the request: {actual}',
    explain:
      'Some statuses only mean something for some requests: 201 says that a record was made, 304 that a read can use its copy, 413 and 415 that the content of the request is at fault.',
    covers: ['A16'],
  },
  (response, exchange) => {
    const meant = MEANT.find(({ status }) => status === response.status);
    if (meant === undefined) return inapplicable('the status fits any request');
    const hasBody = exchange.request.body !== undefined && exchange.request.body !== '';
    const { method } = exchange.request;
    return judged(
      meant.allows(method, hasBody)
        ? []
        : [finding(exchange, 'status', `${response.status} only to ${meant.to}`, `${response.status} to ${method}${hasBody ? '' : ' without content'}`)],
    );
  },
);
