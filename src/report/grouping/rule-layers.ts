/** How failures of each rule are grouped: the layer of the response that the rule judges, and the key within the rule. */
import { fits, type RulePattern } from '../../model/check-scope.ts';
import type { Layer } from './failure.ts';

/** Layer of a rule; the first pattern that matches counts. To be declared with each rule. */
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

/** Key within a rule, where one rule finds different things; default: the rule alone. To be declared with each rule as `groupBy`. */
export const GROUP_BY: readonly (readonly [readonly RulePattern[], 'place' | 'kind' | 'place and kind'])[] = [
  [['method.head', 'header.*'], 'place'],
  [['http.json'], 'kind'],
  [['http.*'], 'place and kind'],
];

/** Requests that a service may reject, or need not have met before: if they break it, valid requests need not. */
export const UNUSUAL: readonly RulePattern[] = ['path.*', 'raw.*', 'method.*', 'media.*'];
/** Rules whose requests are valid only if the rule says so (`awaits: acceptance`). */
export const MAY_BE_REJECTED: readonly RulePattern[] = [
  'token.*',
  'client.*',
  'access.*',
  'input.*',
  'outcome.refused-or-complete',
];
