/** What a single answer must be: accepted, refused, never a known fault. */
import { accepted } from './accepted.ts';
import { form } from './form.ts';
import { never } from './never.ts';
import { refusedOrComplete } from './refused-or-complete.ts';
import { refused } from './refused.ts';
import { successForm } from './success-form.ts';

export const outcomeRules = [accepted, refused, refusedOrComplete, never, form, successForm] as const;
