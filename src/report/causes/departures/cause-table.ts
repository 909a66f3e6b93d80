/**
 * Which departure explains which, as data. A check that fails stands in a layer; what fails in a layer above explains what
 * fails below it in the same exchange, and the relations say what explains what beside that.
 */
import type { RulePattern } from '../../../record/rule-pattern.ts';

/** From the outside of an answer to its inside. What is only held against a status, and what stands for itself, come last. */
export const LAYERS = [
  'version',
  'connection',
  'breakdown',
  'status',
  'text',
  'media',
  'shape',
  'value',
  'attendant',
  'apart',
] as const;
export type Layer = (typeof LAYERS)[number];

/** The first that fits counts. */
export const LAYER_OF: readonly (readonly [RulePattern, Layer])[] = [
  ['http.answered', 'connection'],
  ['http.complete', 'connection'],
  // These follow from the status that an answer has.
  ['http.status-documented', 'attendant'],
  ['http.status-fields', 'attendant'],
  ['http.status-meaning', 'attendant'],
  ['http.status-method', 'attendant'],
  ['http.no-server-error', 'attendant'],
  ['http.challenge', 'attendant'],
  ['http.challenge-error', 'attendant'],
  ['http.challenge-scheme', 'attendant'],
  ['http.challenge-parameters', 'attendant'],
  ['http.allow', 'attendant'],
  ['http.location', 'attendant'],
  ['http.location-reachable', 'attendant'],
  ['http.retry-after', 'attendant'],
  ['http.no-content', 'attendant'],
  ['http.kept-fields', 'attendant'],
  ['http.media-hint', 'attendant'],
  ['http.error-uncached', 'attendant'],
  ['http.json', 'text'],
  ['http.media-type', 'media'],
  ['http.error-shape', 'shape'],
  ['http.body-schema', 'shape'],
  ['http.*', 'apart'],
  ['method.head', 'apart'],
  ['burst.*', 'apart'],
  ['header.*', 'apart'],
  // What a tag says of a state is no matter of whether conditions are looked at.
  ['conditional.changed-tag', 'apart'],
];

/** Requests that a service need not have met before, whether it is to take them or not. */
export const UNUSUAL: readonly RulePattern[] = ['path.*', 'raw.*', 'method.*', 'media.*', 'http.*'];

/** Rules of which one is told apart from another by more than its id: by what of its finding. The first that fits counts. */
export const KEYED_BY: readonly (readonly [RulePattern, 'place' | 'kind' | 'place and kind'])[] = [
  ['method.head', 'place'],
  ['header.*', 'place'],
  ['http.json', 'kind'],
  ['http.*', 'place and kind'],
];

/** Whether what was made is in its list. */
export const OF_LISTING: readonly RulePattern[] = [
  'lifecycle.stored-once',
  'lifecycle.listed',
  'lifecycle.listed-earlier',
  'lifecycle.listed-ended',
];

/** From so many kinds of departure of one sort in one operation on, they are one habit. */
export const MANY = 3;

/** From so many kinds of things that are let through on, in many operations, it is the service that refuses nothing. */
export const VERY_MANY = 8;
