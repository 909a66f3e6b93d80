/** Rules about who may call that have a file of their own. */
import { algSpelling } from './alg-spelling.ts';
import { assertion } from './assertion.ts';
import { beforeBody } from './before-body.ts';
import { beforeId } from './before-id.ts';
import { beforeMediaType } from './before-media-type.ts';
import { canary } from './canary.ts';
import { doubled } from './doubled.ts';
import { expired } from './expired.ts';
import { listApart } from './list-apart.ts';
import { notYetValid } from './not-yet-valid.ts';
import { otherIssuer } from './other-issuer.ts';
import { ownKey } from './own-key.ts';
import { sameAnswer } from './same-answer.ts';
import { schemeCase } from './scheme-case.ts';

export const furtherAccessRules = [
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
