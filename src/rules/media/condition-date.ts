import { acceptanceRule } from '../accepted.ts';

/** RFC 9110 §13.1.3: a recipient MUST ignore the field where its value is no date of HTTP. */
export const conditionDate = acceptanceRule({
  id: 'media.condition-date',
  title: 'If-Modified-Since without a date is ignored',
  fails: '{refuses} an If-Modified-Since without a date: {status}',
  explain:
    'The field holds no date that HTTP knows, so there is no condition. Answering 304, 400 or 412 leaves a client with a wrong clock without its data.',
  requirement: 'http.condition-date',
  covers: ['D07'],
});
