/** Grouping of failures by rule: the layer of the response that the rule judges, and the group key. */
import { fits, type RulePattern } from '../../model/check-scope.ts';
import type { Layer } from './failure.ts';

/** Layer of each rule; the first matching pattern wins. */
export const LAYER_OF: readonly (readonly [readonly RulePattern[], Layer])[] = [
  [['http.answered', 'http.complete'], 'connection'],
  [
    [
      'http.status-documented',
      'http.status-fields',
      'http.status-meaning',
      'http.status-method',
      'http.no-server-error',
      'http.challenge',
      'http.challenge-error',
      'http.challenge-scheme',
      'http.challenge-parameters',
      'http.allow',
      'http.location',
      'http.location-reachable',
      'http.retry-after',
      'http.no-content',
      'http.kept-fields',
      'http.media-hint',
      'http.error-uncached',
    ],
    'derived',
  ],
  [['http.json'], 'text'],
  [['http.media-type'], 'media'],
  [['http.error-shape', 'http.body-schema'], 'shape'],
  [['http.*', 'method.head', 'burst.*', 'header.*', 'conditional.changed-tag'], 'standalone'],
];
export const layerOf = (rule: string): Layer => LAYER_OF.find(([rules]) => fits(rules, rule))?.[1] ?? 'value';

/** Group key of rules with different kinds of findings; other rules are grouped by rule. */
export const GROUP_BY: readonly (readonly [readonly RulePattern[], 'place' | 'kind' | 'place and kind'])[] = [
  [['method.head', 'header.*'], 'place'],
  [['http.json'], 'kind'],
  [['http.*'], 'place and kind'],
];

/** Requests that a service may reject or that are unusual: a server error for them does not affect valid requests. */
export const UNUSUAL: readonly RulePattern[] = ['path.*', 'raw.*', 'method.*', 'media.*'];
/** Rules whose requests are valid only with `awaits: acceptance`. */
export const MAY_BE_REJECTED: readonly RulePattern[] = [
  'token.*',
  'client.*',
  'access.*',
  'input.*',
  'outcome.refused-or-complete',
];
