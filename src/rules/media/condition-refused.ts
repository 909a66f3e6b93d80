import { refusalRule } from '../refused.ts';

/** RFC 9110 §13.2.1: a condition is looked at only where the request would succeed without it. */
export const conditionRefused = refusalRule({
  id: 'media.condition-refused',
  title: 'A condition does not hide that there is nothing',
  fails: '{accepts} a condition on a record that is not there: {status}',
  explain: 'An identifier that was never given out is asked for with `If-None-Match: *`. The answer is “not found” as without it; a 304 or 412 would say that there is something.',
  requirement: 'http.condition-refusal',
  covers: ['D08'],
});
