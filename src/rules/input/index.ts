/** One fault a request: what a body must be refused for, and what it must not be refused for. */
import { arrayForText } from './array-for-text.ts';
import { badDate } from './bad-date.ts';
import { belowMinimum } from './below-minimum.ts';
import { correlationMissing } from './correlation-missing.ts';
import { correlationSpaces } from './correlation-spaces.ts';
import { correlationTooLong } from './correlation-too-long.ts';
import { correlationType } from './correlation-type.ts';
import { decimals } from './decimals.ts';
import { deepNesting } from './deep-nesting.ts';
import { duplicateMember } from './duplicate-member.ts';
import { duplicate } from './duplicate.ts';
import { eachListed } from './each-listed.ts';
import { emptyBody } from './empty-body.ts';
import { finest } from './finest.ts';
import { future } from './future.ts';
import { hugeBody } from './huge-body.ts';
import { injection } from './injection.ts';
import { leadingZero } from './leading-zero.ts';
import { leapDay } from './leap-day.ts';
import { longestAstral } from './longest-astral.ts';
import { longest } from './longest.ts';
import { lowest } from './lowest.ts';
import { malformedJson } from './malformed-json.ts';
import { missing } from './missing.ts';
import { noTraceListed } from './no-trace-listed.ts';
import { noTraceRead } from './no-trace-read.ts';
import { noTrace } from './no-trace.ts';
import { notInList } from './not-in-list.ts';
import { notPatchable } from './not-patchable.ts';
import { nullMember } from './null.ts';
import { numberText } from './number-text.ts';
import { order } from './order.ts';
import { pattern } from './pattern.ts';
import { readOnly } from './read-only.ts';
import { sameDay } from './same-day.ts';
import { textTrap } from './text-trap.ts';
import { today } from './today.ts';
import { tooFew } from './too-few.ts';
import { tooLongAstral } from './too-long-astral.ts';
import { tooLong } from './too-long.ts';
import { tooShort } from './too-short.ts';
import { truncatedJson } from './truncated-json.ts';
import { unicode } from './unicode.ts';
import { unknownMember } from './unknown-member.ts';
import { unknownReference } from './unknown-reference.ts';
import { wrongTopLevel } from './wrong-top-level.ts';
import { wrongType } from './wrong-type.ts';

export const inputRules = [
  missing,
  nullMember,
  wrongType,
  tooLong,
  longest,
  tooShort,
  notInList,
  eachListed,
  pattern,
  decimals,
  belowMinimum,
  badDate,
  leapDay,
  future,
  today,
  order,
  duplicate,
  unknownReference,
  unknownMember,
  readOnly,
  notPatchable,
  unicode,
  injection,
  malformedJson,
  truncatedJson,
  emptyBody,
  wrongTopLevel,
  duplicateMember,
  deepNesting,
  hugeBody,
  correlationMissing,
  correlationType,
  correlationTooLong,
  correlationSpaces,
  textTrap,
  longestAstral,
  tooLongAstral,
  numberText,
  leadingZero,
  arrayForText,
  lowest,
  finest,
  sameDay,
  tooFew,
  noTrace,
  noTraceListed,
  noTraceRead,
] as const;
