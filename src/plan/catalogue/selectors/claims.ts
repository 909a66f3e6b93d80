/** Parts of a token request: claims and header parameters of token.yaml, parameters of the form. */
import type { ClaimRule } from '../../../load/model.ts';
import type { OperationContext } from '../../context.ts';
import { tokenBody } from '../../request-templates.ts';
import type { EachItem, Selector } from '../items.ts';

export const claimSelectors: Readonly<Record<string, Selector>> = {
  claims: claimsWith(() => true),
  'claims.required': claimsWith((claim) => claim.required),
  'claims.fixed': claimsWith((claim) => isSetting(claim) || claim.type === 'digits'),
  'claims.settings': claimsWith(isSetting),
  'claims.lettered': claimsWith((claim) => isComparedByCharacter(claim) && claim.type !== 'digits'),
  'claims.addresses': claimsWith((claim) => isComparedByCharacter(claim) && claim.type === 'uri'),
  'claims.texts': claimsWith(({ type }) => type !== 'number'),
  'claims.but-subject': claimsWith(({ name }) => name !== 'sub'),
  'claims.token-audience': claimsWith((claim) => settingOf(claim) === 'token-audience'),
  'claims.digits': claimsWith(({ type }) => type === 'digits'),
  'jose.required': claimsWith(({ required }) => required, 'header'),
  'jose.kid': claimsWith(({ name }) => name === 'kid', 'header'),
  'form.parameters': { items: formParameters },
  // `scope` may have a default (RFC 6749 §3.3).
  'form.required': { items: (context) => formParameters(context).filter(({ key }) => key !== 'scope') },
};

function formParameters({ scope }: OperationContext): readonly EachItem[] {
  return tokenBody(scope).parameters.map(([name]) => ({ key: name, value: name, member: [name] }));
}

function claimsWith(isSelected: (rule: ClaimRule) => boolean, part: 'claims' | 'header' = 'claims'): Selector {
  return {
    gives: 'claim',
    items: ({ scope }) => (scope.contracts.token?.[part] ?? []).filter(isSelected).map(itemOf),
  };
}

function itemOf(claim: ClaimRule): EachItem {
  return { key: claim.name, value: claim.name, member: [claim.name], claim };
}

function isSetting(claim: ClaimRule): boolean {
  return settingOf(claim) !== undefined;
}

/** Issuer, audience and subject are compared character by character. No standard specifies that for the address of the service. */
function isComparedByCharacter(claim: ClaimRule): boolean {
  return isSetting(claim) && settingOf(claim) !== 'token-audience';
}

/** The name of the setting that a claim equals. */
export function settingOf({ value }: ClaimRule): unknown {
  return typeof value === 'object' && value !== null && '$setting' in value ? value['$setting'] : undefined;
}
