import { rawRule } from './refused-raw.ts';

export const host = rawRule({
  id: 'raw.host',
  title: 'A request names one host',
  fails: '{accepts} a request without one valid Host ({key}): {status}',
  explain: 'Host is missing, stands twice, or is no host name. Gateway and service may each believe another one, so HTTP has it refused with 400.',
  requirement: 'http.host',
  covers: ['F12'],
});
