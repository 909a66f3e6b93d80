import { rawRule } from './refused-raw.ts';

/** RFC 9112 §3.2 has 400. Whoever serves several names and knows none of them says so in other ways, and serves nobody. */
export const host = rawRule({
  id: 'raw.host',
  title: 'A request names one host',
  fails: '{accepts} a request without one valid Host ({key}): {status}',
  explain:
    'Host is missing, stands twice, or is no host name. Gateway and service may each believe another one, so HTTP has it refused.',
  requirement: 'http.host',
  covers: ['F12'],
});
