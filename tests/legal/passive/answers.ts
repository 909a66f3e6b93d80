/** Answers that are right, and that somebody's software gives by default. */
import type { LegalAnswers } from '../legal.ts';

export const answers: readonly LegalAnswers[] = [
  {
    requirement: 'http.date',
    what: 'an answer of the class 5xx without Date',
    who: 'gateways whose own errors are made before the fields are',
    why: 'RFC 9110 §6.6.1: an origin server MUST send Date in 2xx, 3xx and 4xx, and MAY in 1xx and 5xx',
    answers: [{ status: 503, headers: { date: null, 'retry-after': '5' } }],
  },
];
