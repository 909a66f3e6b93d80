/** Security schemes of an exported document, and the open questions that token carriers and pagination depend on. */
import { pageStyleOf, sizeSlot } from '../plan/catalogue/paging.ts';
import type { JsonMap } from '../model/json.ts';
import type { Operation, SecurityScheme } from '../load/model.ts';
import type { Scope } from '../plan/scope.ts';
import { collectOpenQuestions } from '../plan/open-question-uses.ts';
import type { ContractFacet } from './fact-sources.ts';

/** Name of the default scheme. */
export const DEFAULT_SCHEME = 'accessToken';

/** Facets of an operation as a whole. */
export function operationFacets(hasBody: boolean): readonly ContractFacet[] {
  return [
    'operation',
    'status',
    'answer',
    'error',
    'access',
    ...(hasBody ? (['form', 'media', 'unknown', 'correlation'] as const) : []),
  ];
}

/** A bearer token in `Authorization` is an HTTP scheme; tokens in other headers are API keys. */
export function defaultSecurityScheme(scope: Scope): JsonMap {
  if (scope.contracts.security !== undefined) return configuredScheme(scope.contracts.security, scope);
  const carrier = scope.contracts.token?.carrier;
  const header = carrier === undefined ? 'authorization' : carrier.header;
  const scheme = carrier === undefined ? 'Bearer' : carrier.scheme;
  if (header.toLowerCase() === 'authorization' && scheme !== '')
    return { type: 'http', scheme: scheme.toLowerCase(), description: 'The access token.' };
  return {
    type: 'apiKey',
    in: 'header',
    name: header,
    description: scheme === '' ? 'The access token.' : `The access token after the scheme ${scheme}.`,
  };
}

/** Scheme of `security.yaml`, which uses the terms of OpenAPI. */
function configuredScheme(
  { type, scheme, in: place, name, scopes = [] }: SecurityScheme,
  { settings }: Scope,
): JsonMap {
  switch (type) {
    case 'apiKey':
      return { type, in: place ?? 'header', name: name ?? '' };
    case 'http':
      return { type, scheme: scheme?.toLowerCase() ?? '' };
    default:
      return {
        type: 'oauth2',
        flows: {
          clientCredentials: {
            tokenUrl: (settings?.client ?? settings?.identityProvider)?.tokenUrl ?? '',
            scopes: Object.fromEntries(scopes.map((one) => [one, ''])),
          },
        },
      };
  }
}

/** All schemes of the service by name. */
export function exportedSchemes(scope: Scope): JsonMap {
  const { security } = scope.contracts;
  const others = Object.entries(security?.others ?? {}).map(
    ([name, one]) => [name, configuredScheme(one, scope)] as const,
  );
  return {
    ...(security?.type === 'none' ? {} : { [DEFAULT_SCHEME]: defaultSecurityScheme(scope) }),
    ...Object.fromEntries(others),
  };
}

export function carrierQuestions(scope: Scope): readonly string[] {
  const carrier = scope.contracts.token?.carrier;
  return collectOpenQuestions(() => [carrier?.header, carrier?.scheme]);
}

/** Open questions about the pagination parameters and headers. */
export function paginationQuestions(scope: Scope, operation: Operation): readonly string[] {
  const pages = pageStyleOf(scope, operation);
  if (pages === undefined || operation.pagination === 'none') return [];
  const { ask, current, next, previous, total } = pages;
  const askParameters = [ask.page, ask.offset, ask.cursor];
  return collectOpenQuestions(() => [
    ...[...askParameters, current, next, previous, total].map((place) =>
      place === undefined ? [] : Object.values(place),
    ),
    ask.size === undefined ? undefined : sizeSlot(ask.size),
  ]);
}
