/** All rules with a judge of their own. Written by scripts/rules-index/main.ts: `npm run generate`. */
import { canary as accessCanary } from './access/canary.ts';
import { sameAnswer as accessSameAnswer } from './access/same-answer.ts';
import { asSent as bodyAsSent } from './body/as-sent.ts';
import { count as bodyCount } from './body/count.ts';
import { distinct as bodyDistinct } from './body/distinct.ts';
import { each as bodyEach } from './body/each.ts';
import { equals as bodyEquals } from './body/equals.ts';
import { has as bodyHas } from './body/has.ts';
import { includes as bodyIncludes } from './body/includes.ts';
import { lacks as bodyLacks } from './body/lacks.ts';
import { matches as bodyMatches } from './body/matches.ts';
import { schema as bodySchema } from './body/schema.ts';
import { sorted as bodySorted } from './body/sorted.ts';
import { notThrottled as burstNotThrottled } from './burst/not-throttled.ts';
import { changedTag as conditionalChangedTag } from './conditional/changed-tag.ts';
import { currentTag as conditionalCurrentTag } from './conditional/current-tag.ts';
import { ifMatch as conditionalIfMatch } from './conditional/if-match.ts';
import { staleTag as conditionalStaleTag } from './conditional/stale-tag.ts';
import { exercised as coverageExercised } from './coverage/exercised.ts';
import { document as definitionDocument } from './definition/document.ts';
import { operations as definitionOperations } from './definition/operations.ts';
import { requestForms as definitionRequestForms } from './definition/request-forms.ts';
import { version as definitionVersion } from './definition/version.ts';
import { digest as headerDigest } from './header/digest.ts';
import { equals as headerEquals } from './header/equals.ts';
import { matches as headerMatches } from './header/matches.ts';
import { absent as headerAbsent, present as headerPresent } from './header/presence.ts';
import { same as headerSame } from './header/same.ts';
import { allow as httpAllow } from './http/allow.ts';
import { allowConsistent as httpAllowConsistent } from './http/allow-consistent.ts';
import { answered as httpAnswered } from './http/answered.ts';
import { banner as httpBanner } from './http/banner.ts';
import { bodySchema as httpBodySchema } from './http/body-schema.ts';
import { cacheControl as httpCacheControl } from './http/cache-control.ts';
import { challenge as httpChallenge } from './http/challenge.ts';
import { challengeError as httpChallengeError } from './http/challenge-error.ts';
import { challengeParameters as httpChallengeParameters } from './http/challenge-parameters.ts';
import { challengeScheme as httpChallengeScheme } from './http/challenge-scheme.ts';
import { charset as httpCharset } from './http/charset.ts';
import { complete as httpComplete } from './http/complete.ts';
import { contentLength as httpContentLength } from './http/content-length.ts';
import { cookies as httpCookies } from './http/cookies.ts';
import { correlation as httpCorrelation } from './http/correlation.ts';
import { crossOrigin as httpCrossOrigin } from './http/cross-origin.ts';
import { date as httpDate } from './http/date.ts';
import { dates as httpDates } from './http/dates.ts';
import { entityTag as httpEntityTag } from './http/entity-tag.ts';
import { errorShape as httpErrorShape } from './http/error-shape.ts';
import { errorUncached as httpErrorUncached } from './http/error-uncached.ts';
import { expires as httpExpires } from './http/expires.ts';
import { fieldGrammar as httpFieldGrammar } from './http/field-grammar.ts';
import { headersDeclared as httpHeadersDeclared } from './http/headers-declared.ts';
import { inTime as httpInTime } from './http/in-time.ts';
import { json as httpJson } from './http/json.ts';
import { keptFields as httpKeptFields } from './http/kept-fields.ts';
import { lastModified as httpLastModified } from './http/last-modified.ts';
import { link as httpLink } from './http/link.ts';
import { location as httpLocation } from './http/location.ts';
import { locationReachable as httpLocationReachable } from './http/location-reachable.ts';
import { made as httpMade } from './http/made.ts';
import { mediaHint as httpMediaHint } from './http/media-hint.ts';
import { mediaType as httpMediaType } from './http/media-type.ts';
import { noContent as httpNoContent } from './http/no-content.ts';
import { noEcho as httpNoEcho } from './http/no-echo.ts';
import { noKnownFault as httpNoKnownFault } from './http/no-known-fault.ts';
import { noLeak as httpNoLeak } from './http/no-leak.ts';
import { noServerError as httpNoServerError } from './http/no-server-error.ts';
import { noToken as httpNoToken } from './http/no-token.ts';
import { notThrottled as httpNotThrottled } from './http/not-throttled.ts';
import { oneLength as httpOneLength } from './http/one-length.ts';
import { problemMembers as httpProblemMembers } from './http/problem-members.ts';
import { problemStatus as httpProblemStatus } from './http/problem-status.ts';
import { retryAfter as httpRetryAfter } from './http/retry-after.ts';
import { safeNumbers as httpSafeNumbers } from './http/safe-numbers.ts';
import { singletons as httpSingletons } from './http/singletons.ts';
import { softwareVersion as httpSoftwareVersion } from './http/software-version.ts';
import { statusDocumented as httpStatusDocumented } from './http/status-documented.ts';
import { statusFields as httpStatusFields } from './http/status-fields.ts';
import { statusMeaning as httpStatusMeaning } from './http/status-meaning.ts';
import { statusMethod as httpStatusMethod } from './http/status-method.ts';
import { tokenLife as httpTokenLife } from './http/token-life.ts';
import { transferCoding as httpTransferCoding } from './http/transfer-coding.ts';
import { transportSecurity as httpTransportSecurity } from './http/transport-security.ts';
import { uniqueNames as httpUniqueNames } from './http/unique-names.ts';
import { batchPointed as inputBatchPointed } from './input/batch-pointed.ts';
import { batchRefused as inputBatchRefused } from './input/batch-refused.ts';
import { blanksStored as inputBlanksStored } from './input/blanks-stored.ts';
import { noTrace as inputNoTrace } from './input/no-trace.ts';
import { noTraceInside as inputNoTraceInside } from './input/no-trace-inside.ts';
import { numberText as inputNumberText } from './input/number-text.ts';
import { textTrap as inputTextTrap } from './input/text-trap.ts';
import { batchAlike as lifecycleBatchAlike } from './lifecycle/batch-alike.ts';
import { batchIndependent as lifecycleBatchIndependent } from './lifecycle/batch-independent.ts';
import { batchReadable as lifecycleBatchReadable } from './lifecycle/batch-readable.ts';
import { concurrentWrites as lifecycleConcurrentWrites } from './lifecycle/concurrent-writes.ts';
import { correlationEchoed as lifecycleCorrelationEchoed } from './lifecycle/correlation-echoed.ts';
import { createsAtOnce as lifecycleCreatesAtOnce } from './lifecycle/creates-at-once.ts';
import { empties as lifecycleEmpties } from './lifecycle/empties.ts';
import { innerCorrelation as lifecycleInnerCorrelation } from './lifecycle/inner-correlation.ts';
import { keyAtOnce as lifecycleKeyAtOnce } from './lifecycle/key-at-once.ts';
import { listOrder as lifecycleListOrder } from './lifecycle/list-order.ts';
import { listed as lifecycleListed } from './lifecycle/listed.ts';
import { listedAsRead as lifecycleListedAsRead } from './lifecycle/listed-as-read.ts';
import { listedOnce as lifecycleListedOnce } from './lifecycle/listed-once.ts';
import { listedWhole as lifecycleListedWhole } from './lifecycle/listed-whole.ts';
import { locationLeads as lifecycleLocationLeads } from './lifecycle/location-leads.ts';
import { madeApart as lifecycleMadeApart } from './lifecycle/made-apart.ts';
import { marked as lifecycleMarked } from './lifecycle/marked.ts';
import { nothingAdded as lifecycleNothingAdded } from './lifecycle/nothing-added.ts';
import { othersKept as lifecycleOthersKept } from './lifecycle/others-kept.ts';
import { readAtOnce as lifecycleReadAtOnce } from './lifecycle/read-at-once.ts';
import { refusedUntouched as lifecycleRefusedUntouched } from './lifecycle/refused-untouched.ts';
import { sameRecord as lifecycleSameRecord } from './lifecycle/same-record.ts';
import { storedOnce as lifecycleStoredOnce } from './lifecycle/stored-once.ts';
import { updateAlone as lifecycleUpdateAlone } from './lifecycle/update-alone.ts';
import { updateAtomic as lifecycleUpdateAtomic } from './lifecycle/update-atomic.ts';
import { updateMakesNone as lifecycleUpdateMakesNone } from './lifecycle/update-makes-none.ts';
import { updateOnlyNamed as lifecycleUpdateOnlyNamed } from './lifecycle/update-only-named.ts';
import { updatesAtOnce as lifecycleUpdatesAtOnce } from './lifecycle/updates-at-once.ts';
import { conditionRefused as mediaConditionRefused } from './media/condition-refused.ts';
import { originNotReflected as mediaOriginNotReflected } from './media/origin-not-reflected.ts';
import { rangeUnit as mediaRangeUnit } from './media/range-unit.ts';
import { allowSame as methodAllowSame } from './method/allow-same.ts';
import { getContent as methodGetContent } from './method/get-content.ts';
import { head as methodHead } from './method/head.ts';
import { headContent as methodHeadContent } from './method/head-content.ts';
import { headLength as methodHeadLength } from './method/head-length.ts';
import { headRefused as methodHeadRefused } from './method/head-refused.ts';
import { offered as methodOffered } from './method/offered.ts';
import { options as methodOptions } from './method/options.ts';
import { override as methodOverride } from './method/override.ts';
import { safe as methodSafe } from './method/safe.ts';
import { trace as methodTrace } from './method/trace.ts';
import { traceRefused as methodTraceRefused } from './method/trace-refused.ts';
import { unsupported as methodUnsupported } from './method/unsupported.ts';
import { accepted as outcomeAccepted } from './outcome/accepted.ts';
import { form as outcomeForm } from './outcome/form.ts';
import { never as outcomeNever } from './outcome/never.ts';
import { refused as outcomeRefused } from './outcome/refused.ts';
import { refusedOrComplete as outcomeRefusedOrComplete } from './outcome/refused-or-complete.ts';
import { status as outcomeStatus } from './outcome/status.ts';
import { successForm as outcomeSuccessForm } from './outcome/success-form.ts';
import { addedDuringWalk as pageAddedDuringWalk } from './page/added-during-walk.ts';
import { cap as pageCap } from './page/cap.ts';
import { headers as pageHeaders } from './page/headers.ts';
import { leads as pageLeads } from './page/leads.ts';
import { linked as pageLinked } from './page/linked.ts';
import { next as pageNext } from './page/next.ts';
import { noDuplicates as pageNoDuplicates } from './page/no-duplicates.ts';
import { noHeaders as pageNoHeaders } from './page/no-headers.ts';
import { notEnabled as pageNotEnabled } from './page/not-enabled.ts';
import { order as pageOrder } from './page/order.ts';
import { orderKept as pageOrderKept } from './page/order-kept.ts';
import { othersApart as pageOthersApart } from './page/others-apart.ts';
import { ownAlone as pageOwnAlone } from './page/own-alone.ts';
import { pastTheEnd as pagePastTheEnd } from './page/past-the-end.ts';
import { previous as pagePrevious } from './page/previous.ts';
import { size as pageSize } from './page/size.ts';
import { total as pageTotal } from './page/total.ts';
import { totalGrown as pageTotalGrown } from './page/total-grown.ts';
import { totalScaled as pageTotalScaled } from './page/total-scaled.ts';
import { walkComplete as pageWalkComplete } from './page/walk-complete.ts';
import { encoded as pathEncoded } from './path/encoded.ts';
import { errorShape as pathErrorShape } from './path/error-shape.ts';
import { overLong as pathOverLong } from './path/over-long.ts';
import { filtered as queryFiltered } from './query/filtered.ts';
import { narrowed as queryNarrowed } from './query/narrowed.ts';
import { several as querySeveral } from './query/several.ts';
import { sorted as querySorted } from './query/sorted.ts';
import { part as rangePart } from './range/part.ts';
import { refused as rawRefused } from './raw/refused.ts';
import { stillResponds as rawStillResponds } from './raw/still-responds.ts';
import { equals as storeEquals } from './store/equals.ts';
import { noTrace as storeNoTrace } from './store/no-trace.ts';
import { audienceAsked as tokenAudienceAsked } from './token/audience-asked.ts';
import { decoded as tokenDecoded } from './token/decoded.ts';
import { expiresIn as tokenExpiresIn } from './token/expires-in.ts';
import { issuedNow as tokenIssuedNow } from './token/issued-now.ts';
import { noStore as tokenNoStore } from './token/no-store.ts';
import { response as tokenResponse } from './token/response.ts';
import { sameRefusal as tokenSameRefusal } from './token/same-refusal.ts';
import { given as warningGiven } from './warning/given.ts';
import { none as warningNone } from './warning/none.ts';
import { pointed as warningPointed } from './warning/pointed.ts';

/** Over one case. */
export const CASE_RULES = [
  accessCanary,
  accessSameAnswer,
  bodyAsSent,
  bodyCount,
  bodyDistinct,
  bodyEach,
  bodyEquals,
  bodyHas,
  bodyIncludes,
  bodyLacks,
  bodyMatches,
  bodySchema,
  bodySorted,
  burstNotThrottled,
  conditionalChangedTag,
  conditionalCurrentTag,
  conditionalIfMatch,
  conditionalStaleTag,
  coverageExercised,
  definitionDocument,
  definitionOperations,
  definitionRequestForms,
  definitionVersion,
  headerDigest,
  headerEquals,
  headerMatches,
  headerAbsent,
  headerPresent,
  headerSame,
  inputBatchPointed,
  inputBatchRefused,
  inputBlanksStored,
  inputNoTrace,
  inputNoTraceInside,
  inputNumberText,
  inputTextTrap,
  lifecycleBatchAlike,
  lifecycleBatchIndependent,
  lifecycleBatchReadable,
  lifecycleConcurrentWrites,
  lifecycleCorrelationEchoed,
  lifecycleCreatesAtOnce,
  lifecycleEmpties,
  lifecycleInnerCorrelation,
  lifecycleKeyAtOnce,
  lifecycleListOrder,
  lifecycleListed,
  lifecycleListedAsRead,
  lifecycleListedOnce,
  lifecycleListedWhole,
  lifecycleLocationLeads,
  lifecycleMadeApart,
  lifecycleMarked,
  lifecycleNothingAdded,
  lifecycleOthersKept,
  lifecycleReadAtOnce,
  lifecycleRefusedUntouched,
  lifecycleSameRecord,
  lifecycleStoredOnce,
  lifecycleUpdateAlone,
  lifecycleUpdateAtomic,
  lifecycleUpdateMakesNone,
  lifecycleUpdateOnlyNamed,
  lifecycleUpdatesAtOnce,
  mediaConditionRefused,
  mediaOriginNotReflected,
  mediaRangeUnit,
  methodAllowSame,
  methodGetContent,
  methodHead,
  methodHeadContent,
  methodHeadLength,
  methodHeadRefused,
  methodOffered,
  methodOptions,
  methodOverride,
  methodSafe,
  methodTrace,
  methodTraceRefused,
  methodUnsupported,
  outcomeAccepted,
  outcomeForm,
  outcomeNever,
  outcomeRefused,
  outcomeRefusedOrComplete,
  outcomeStatus,
  outcomeSuccessForm,
  pageAddedDuringWalk,
  pageCap,
  pageHeaders,
  pageLeads,
  pageLinked,
  pageNext,
  pageNoDuplicates,
  pageNoHeaders,
  pageNotEnabled,
  pageOrder,
  pageOrderKept,
  pageOthersApart,
  pageOwnAlone,
  pagePastTheEnd,
  pagePrevious,
  pageSize,
  pageTotal,
  pageTotalGrown,
  pageTotalScaled,
  pageWalkComplete,
  pathEncoded,
  pathErrorShape,
  pathOverLong,
  queryFiltered,
  queryNarrowed,
  querySeveral,
  querySorted,
  rangePart,
  rawRefused,
  rawStillResponds,
  storeEquals,
  storeNoTrace,
  tokenAudienceAsked,
  tokenDecoded,
  tokenExpiresIn,
  tokenIssuedNow,
  tokenNoStore,
  tokenResponse,
  tokenSameRefusal,
  warningGiven,
  warningNone,
  warningPointed,
] as const;

/** Over every answer. */
export const PASSIVE_RULES = [
  httpAllow,
  httpAllowConsistent,
  httpAnswered,
  httpBanner,
  httpBodySchema,
  httpCacheControl,
  httpChallenge,
  httpChallengeError,
  httpChallengeParameters,
  httpChallengeScheme,
  httpCharset,
  httpComplete,
  httpContentLength,
  httpCookies,
  httpCorrelation,
  httpCrossOrigin,
  httpDate,
  httpDates,
  httpEntityTag,
  httpErrorShape,
  httpErrorUncached,
  httpExpires,
  httpFieldGrammar,
  httpHeadersDeclared,
  httpInTime,
  httpJson,
  httpKeptFields,
  httpLastModified,
  httpLink,
  httpLocation,
  httpLocationReachable,
  httpMade,
  httpMediaHint,
  httpMediaType,
  httpNoContent,
  httpNoEcho,
  httpNoKnownFault,
  httpNoLeak,
  httpNoServerError,
  httpNoToken,
  httpNotThrottled,
  httpOneLength,
  httpProblemMembers,
  httpProblemStatus,
  httpRetryAfter,
  httpSafeNumbers,
  httpSingletons,
  httpSoftwareVersion,
  httpStatusDocumented,
  httpStatusFields,
  httpStatusMeaning,
  httpStatusMethod,
  httpTokenLife,
  httpTransferCoding,
  httpTransportSecurity,
  httpUniqueNames,
] as const;
