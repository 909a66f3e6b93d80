/** Who may call: the access token of an API call, one fault at a time. */
import { algNone } from './alg-none.ts';
import { algSpelling } from './alg-spelling.ts';
import { assertion } from './assertion.ts';
import { beforeBody } from './before-body.ts';
import { beforeId } from './before-id.ts';
import { beforeMediaType } from './before-media-type.ts';
import { canary } from './canary.ts';
import { doubled } from './doubled.ts';
import { expired } from './expired.ts';
import { garbage } from './garbage.ts';
import { hs256PublicKey } from './hs256-public-key.ts';
import { inQuery } from './in-query.ts';
import { listApart } from './list-apart.ts';
import { none } from './none.ts';
import { notYetValid } from './not-yet-valid.ts';
import { otherAudience } from './other-audience.ts';
import { otherIssuer } from './other-issuer.ts';
import { otherKey } from './other-key.ts';
import { ownKey } from './own-key.ts';
import { sameAnswer } from './same-answer.ts';
import { schemeCase } from './scheme-case.ts';
import { signatureRemoved } from './signature-removed.ts';
import { tampered } from './tampered.ts';
import { wrongHeader } from './wrong-header.ts';

export const accessRules = [
  none,
  garbage,
  otherKey,
  algNone,
  hs256PublicKey,
  tampered,
  signatureRemoved,
  otherAudience,
  wrongHeader,
  inQuery,
  doubled,
  schemeCase,
  ownKey,
  algSpelling,
  assertion,
  beforeId,
  beforeMediaType,
  beforeBody,
  sameAnswer,
  canary,
  listApart,
  expired,
  notYetValid,
  otherIssuer,
] as const;
