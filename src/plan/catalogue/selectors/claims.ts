/** What a token request is made of: claims and header parameters of token.yaml, parameters of the form. */
import type { ClaimRule } from '../../../load/model.ts';
import type { OperationContext } from '../../context.ts';
import { tokenBody } from '../../templates.ts';
import type { EachItem } from '../items.ts';
import type { NamedSelector } from './model.ts';

export const claimSelectors: Readonly<Record<string, NamedSelector>> = {
  claims: { words: 'the claims of token.yaml', gives: 'claim', items: (context) => claims(context) },
  'claims.required': {
    words: 'those that are required',
    gives: 'claim',
    items: (context) => claims(context, (claim) => claim.required),
  },
  'claims.fixed': {
    words: 'those that can have a wrong value: they equal a setting of the target, or are digits',
    gives: 'claim',
    items: (context) => claims(context, (claim) => isSetting(claim) || claim.type === 'digits'),
  },
  'claims.settings': {
    words: 'those that equal a setting of the target',
    gives: 'claim',
    items: (context) => claims(context, isSetting),
  },
  'claims.lettered': {
    words:
      'of these, those that have letters, but for the address of the service, which may be written in several ways',
    gives: 'claim',
    items: (context) => claims(context, (claim) => isCompared(claim) && claim.type !== 'digits'),
  },
  'claims.addresses': {
    words: 'of these, those that are addresses',
    gives: 'claim',
    items: (context) => claims(context, (claim) => isCompared(claim) && claim.type === 'uri'),
  },
  'claims.texts': {
    words: 'those whose value is a text',
    gives: 'claim',
    items: (context) => claims(context, (claim) => claim.type !== 'number'),
  },
  'claims.but-subject': {
    words: 'all but `sub`',
    gives: 'claim',
    items: (context) => claims(context, ({ name }) => name !== 'sub'),
  },
  'claims.token-audience': {
    words: 'the one that says which service the token is to be for: it equals the setting `token-audience`',
    gives: 'claim',
    items: (context) => claims(context, (claim) => settingOf(claim) === 'token-audience'),
  },
  'claims.digits': {
    words: 'those that are digits',
    gives: 'claim',
    items: (context) => claims(context, (claim) => claim.type === 'digits'),
  },
  'jose.required': {
    words: 'the required parameters of the assertion’s JOSE header',
    gives: 'claim',
    items: (context) => headerParameters(context, (parameter) => parameter.required),
  },
  'jose.kid': {
    words: '`kid`, where the header has one',
    gives: 'claim',
    items: (context) => headerParameters(context, ({ name }) => name === 'kid'),
  },
  'form.parameters': { words: 'the parameters of a token request', items: formParameters },
  'form.required': {
    words: 'those of them that the request needs: `scope` may have a default (RFC 6749 §3.3)',
    items: (context) => formParameters(context).filter(({ key }) => key !== 'scope'),
  },
};

function formParameters({ scope }: OperationContext): readonly EachItem[] {
  return tokenBody(scope).parameters.map(([name]) => ({ key: name, value: name, member: [name] }));
}

type Wanted = (rule: ClaimRule) => boolean;

function claims({ scope }: OperationContext, wanted: Wanted = () => true): readonly EachItem[] {
  return (scope.contracts.token?.claims ?? []).filter(wanted).map(itemOf);
}

function headerParameters({ scope }: OperationContext, wanted: Wanted): readonly EachItem[] {
  return (scope.contracts.token?.header ?? []).filter(wanted).map(itemOf);
}

function itemOf(claim: ClaimRule): EachItem {
  return { key: claim.name, value: claim.name, member: [claim.name], claim };
}

function isSetting(claim: ClaimRule): boolean {
  return settingOf(claim) !== undefined;
}

/** Issuer, audience and subject are compared character by character; no standard says how the address of the service is. */
function isCompared(claim: ClaimRule): boolean {
  return isSetting(claim) && settingOf(claim) !== 'token-audience';
}

/** The name of the setting that a claim equals. */
export function settingOf({ value }: ClaimRule): unknown {
  return typeof value === 'object' && value !== null && '$setting' in value ? value['$setting'] : undefined;
}
