/** The token request: the assertion's claims and header, one fault at a time, and the answer to a good one. */
import { algNone } from './alg-none.ts';
import { audienceArray } from './audience-array.ts';
import { boundary } from './boundary.ts';
import { claimMissing } from './claim-missing.ts';
import { claimWrongType } from './claim-wrong-type.ts';
import { claimWrong } from './claim-wrong.ts';
import { crit } from './crit.ts';
import { duplicateClaim } from './duplicate-claim.ts';
import { expired } from './expired.ts';
import { expiryExtreme } from './expiry-extreme.ts';
import { extraClaim } from './extra-claim.ts';
import { grantType } from './grant-type.ts';
import { headerMissing } from './header-missing.ts';
import { headerWrong } from './header-wrong.ts';
import { hs256 } from './hs256.ts';
import { issuedInFuture } from './issued-in-future.ts';
import { keyUrl } from './key-url.ts';
import { lifetime } from './lifetime.ts';
import { malformed } from './malformed.ts';
import { mediaType } from './media-type.ts';
import { noStore } from './no-store.ts';
import { notYetValid } from './not-yet-valid.ts';
import { otherAlgorithm } from './other-algorithm.ts';
import { otherKey } from './other-key.ts';
import { parameterMissing } from './parameter-missing.ts';
import { parameterRepeated } from './parameter-repeated.ts';
import { response } from './response.ts';
import { sameRefusal } from './same-refusal.ts';
import { tampered } from './tampered.ts';
import { unlinked } from './unlinked.ts';
import { usable } from './usable.ts';

export const tokenRules = [
  response,
  noStore,
  parameterMissing,
  parameterRepeated,
  grantType,
  mediaType,
  headerMissing,
  headerWrong,
  claimMissing,
  claimWrongType,
  claimWrong,
  expired,
  issuedInFuture,
  notYetValid,
  lifetime,
  algNone,
  hs256,
  otherAlgorithm,
  otherKey,
  tampered,
  crit,
  keyUrl,
  duplicateClaim,
  malformed,
  extraClaim,
  audienceArray,
  unlinked,
  boundary,
  expiryExtreme,
  sameRefusal,
  usable,
] as const;
