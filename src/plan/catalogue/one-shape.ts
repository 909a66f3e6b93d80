/**
 * What rows say, with every member that it may have: all of it is asked of every row for every operation, which is fast where all
 * look alike to the machine.
 */
import type { Act, TemplateCheck, TemplateTry } from './template.ts';

/** What a try may say, and a step of one. */
const TRY: Readonly<Record<keyof TemplateTry | keyof Act, undefined>> = {
  when: undefined,
  asks: undefined,
  requirement: undefined,
  applies: undefined,
  each: undefined,
  key: undefined,
  apart: undefined,
  undo: undefined,
  steps: undefined,
  collection: undefined,
  build: undefined,
  expect: undefined,
  via: undefined,
  passive: undefined,
  success: undefined,
  raw: undefined,
  method: undefined,
  path: undefined,
  identifier: undefined,
  identifierEnd: undefined,
  headers: undefined,
  query: undefined,
  page: undefined,
  size: undefined,
  token: undefined,
  body: undefined,
  correlation: undefined,
  times: undefined,
  set: undefined,
  remove: undefined,
  form: undefined,
  assertion: undefined,
  make: undefined,
  of: undefined,
  nth: undefined,
  items: undefined,
  on: undefined,
  read: undefined,
  list: undefined,
  delete: undefined,
  empty: undefined,
  change: undefined,
  item: undefined,
  below: undefined,
  location: undefined,
  ahead: undefined,
  together: undefined,
};

/** What may be expected. */
const CHECK: Readonly<Record<keyof TemplateCheck, undefined>> = {
  refused: undefined,
  field: undefined,
  fault: undefined,
  or: undefined,
  accepted: undefined,
  step: undefined,
  rule: undefined,
  as: undefined,
  with: undefined,
  given: undefined,
  asks: undefined,
  applies: undefined,
  key: undefined,
  id: undefined,
  title: undefined,
  fails: undefined,
  why: undefined,
  source: undefined,
  requirement: undefined,
  convention: undefined,
  covers: undefined,
};

export function tryInOneShape<T extends TemplateTry | Act>(said: T): T {
  return inOneShape(TRY, said);
}

export function checkInOneShape(check: TemplateCheck): TemplateCheck {
  return inOneShape(CHECK, check);
}

function inOneShape<T extends object>(unsaid: Readonly<Record<string, undefined>>, said: T): T {
  const known = Object.entries(said).filter(([name, value]) => name in unsaid && value !== undefined);
  return { ...unsaid, ...Object.fromEntries(known) } as unknown as T;
}
