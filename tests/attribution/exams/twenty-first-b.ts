/**
 * Forty-five ordinary mistakes in what student-reporting gives to be read: single reads, lists, pages, HEAD, the HELP balance, refusals,
 * the published definition and the organisations; some of them in the versions before the newest.
 */
import type { Exam } from '../exam.ts';
import { about } from './twenty-first-b-about.ts';
import { lists } from './twenty-first-b-lists.ts';
import { pages } from './twenty-first-b-pages.ts';
import { refusals } from './twenty-first-b-refusals.ts';
import { single } from './twenty-first-b-single.ts';

export const exam: Exam = {
  'student-reporting': [...single, ...lists, ...pages, ...refusals, ...about],
};
