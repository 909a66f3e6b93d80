/** The passive rules that have a file of their own. */
import { banner } from './banner.ts';
import { challengeError } from './challenge-error.ts';
import { challengeParameters } from './challenge-parameters.ts';
import { cookies } from './cookies.ts';
import { crossOrigin } from './cross-origin.ts';
import { dates } from './dates.ts';
import { entityTag } from './entity-tag.ts';
import { errorUncached } from './error-uncached.ts';
import { inTime } from './in-time.ts';
import { lastModified } from './last-modified.ts';
import { mediaHint } from './media-hint.ts';
import { noEcho } from './no-echo.ts';
import { noToken } from './no-token.ts';
import { safeNumbers } from './safe-numbers.ts';
import { statusFields } from './status-fields.ts';
import { statusMethod } from './status-method.ts';
import { transportSecurity } from './transport-security.ts';
import { uniqueNames } from './unique-names.ts';

export const answerRules = [
  dates,
  lastModified,
  statusMethod,
  statusFields,
  entityTag,
  uniqueNames,
  safeNumbers,
  banner,
  mediaHint,
  challengeParameters,
  challengeError,
  errorUncached,
  noToken,
  noEcho,
  transportSecurity,
  crossOrigin,
  cookies,
  inTime,
] as const;
