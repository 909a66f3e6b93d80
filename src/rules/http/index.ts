/** Judged on every answer at no extra request. */
import { allowConsistent } from './allow-consistent.ts';
import { allow } from './allow.ts';
import { answered } from './answered.ts';
import { banner } from './banner.ts';
import { bodySchema } from './body-schema.ts';
import { cacheControl } from './cache-control.ts';
import { challengeError } from './challenge-error.ts';
import { challengeParameters } from './challenge-parameters.ts';
import { challenge } from './challenge.ts';
import { complete } from './complete.ts';
import { contentLength } from './content-length.ts';
import { cookies } from './cookies.ts';
import { crossOrigin } from './cross-origin.ts';
import { date } from './date.ts';
import { dates } from './dates.ts';
import { entityTag } from './entity-tag.ts';
import { errorShape } from './error-shape.ts';
import { errorUncached } from './error-uncached.ts';
import { expires } from './expires.ts';
import { fieldGrammar } from './field-grammar.ts';
import { inTime } from './in-time.ts';
import { json } from './json.ts';
import { keptFields } from './kept-fields.ts';
import { lastModified } from './last-modified.ts';
import { link } from './link.ts';
import { location } from './location.ts';
import { mediaHint } from './media-hint.ts';
import { mediaType } from './media-type.ts';
import { noContent } from './no-content.ts';
import { noEcho } from './no-echo.ts';
import { noKnownFault } from './no-known-fault.ts';
import { noLeak } from './no-leak.ts';
import { noServerError } from './no-server-error.ts';
import { noToken } from './no-token.ts';
import { oneLength } from './one-length.ts';
import { problemMembers } from './problem-members.ts';
import { problemStatus } from './problem-status.ts';
import { retryAfter } from './retry-after.ts';
import { safeNumbers } from './safe-numbers.ts';
import { singletons } from './singletons.ts';
import { softwareVersion } from './software-version.ts';
import { statusDocumented } from './status-documented.ts';
import { statusFields } from './status-fields.ts';
import { statusMeaning } from './status-meaning.ts';
import { statusMethod } from './status-method.ts';
import { transportSecurity } from './transport-security.ts';
import { uniqueNames } from './unique-names.ts';

export const httpRules = [
  complete,
  statusDocumented,
  noServerError,
  mediaType,
  json,
  bodySchema,
  errorShape,
  date,
  contentLength,
  noContent,
  noLeak,
  noKnownFault,
  challenge,
  allow,
  cacheControl,
  retryAfter,
  location,
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
  answered,
  allowConsistent,
  expires,
  statusMeaning,
  softwareVersion,
  singletons,
  oneLength,
  fieldGrammar,
  link,
  problemStatus,
  problemMembers,
  keptFields,
] as const;
