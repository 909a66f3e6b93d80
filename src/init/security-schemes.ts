/** Security schemes of a document as `security.yaml`, and the credentials that a target needs for them. */
import type { JsonMap } from '../model/json.ts';
import type { ApiOperation, ApiScheme } from '../openapi/document.ts';
import { byFrequency, kebabCase, environmentVariableName } from './names.ts';

export interface SecurityDraft {
  /** Content of `security.yaml`. */
  readonly security: JsonMap;
  /** `credentials` of a target. */
  readonly credentials?: JsonMap;
  /** `connection` of a target. */
  readonly connection?: JsonMap;
  /** Environment variables with a description of their value. */
  readonly variables: readonly { readonly name: string; readonly holds: string }[];
  /** Access settings of an operation; empty for the default scheme or none. */
  readonly wayOf: (operation: ApiOperation) => JsonMap;
  readonly leftOut: readonly string[];
}

interface SchemeDraft {
  readonly security: JsonMap;
  readonly credentials: JsonMap;
  readonly variables: SecurityDraft['variables'];
}

export interface SecurityInput {
  /** Schemes of the document, used if no operation names one. */
  readonly schemes: readonly ApiScheme[];
  /** Name of the mutual TLS scheme, if there is one. */
  readonly certificate: string | undefined;
  /** Environment variable that contains an access token. */
  readonly bearer: string;
  /** Base URL of relative addresses in the document. */
  readonly server: string | undefined;
}

/** An operation that documents status 401 but no security is treated as secured if the document declares a scheme. */
export function isAssumedSecured(
  { secured, schemes, responses }: ApiOperation,
  declaredSchemes: SecurityInput['schemes'],
): boolean {
  return !secured && schemes === undefined && declaredSchemes.length > 0 && responses['401'] !== undefined;
}

export function draftSecurity(operations: readonly ApiOperation[], given: SecurityInput): SecurityDraft {
  const draft = requestSecurity(operations, given);
  if (given.certificate === undefined) return draft;
  const [certificate, key] = [variableOf(given.certificate, 'CERTIFICATE'), variableOf(given.certificate, 'KEY')];
  return {
    ...draft,
    connection: { clientCertificate: { certificate: { env: certificate }, key: { env: key } } },
    variables: [
      ...draft.variables,
      { name: certificate, holds: 'client certificate, as PEM' },
      { name: key, holds: 'private key of the client certificate, as PEM' },
    ],
  };
}

function requestSecurity(
  operations: readonly ApiOperation[],
  { schemes: declaredSchemes, bearer, server }: SecurityInput,
): SecurityDraft {
  const secured = operations.filter((one) => one.secured);
  const named = secured.flatMap(({ schemes = [] }) => schemes);
  const asked = byFrequency(
    named.length > 0 || secured.length === 0 ? named : declaredSchemes.length > 0 ? declaredSchemes : [TOKEN_SCHEME],
    ({ name }) => name,
  ).map((scheme) => ({ scheme, way: draftScheme(scheme, bearer, server) }));
  const supported = asked.flatMap(({ scheme, way: draft }) => (draft === undefined ? [] : [{ scheme, way: draft }]));
  const leftOut = asked
    .filter(({ way }) => way === undefined)
    .map(
      ({ scheme }) =>
        `the auth scheme ${scheme.name}: a contract does not support ${scheme.type === '' ? 'scheme without a type' : scheme.type}`,
    );
  const [defaultScheme] = supported;
  // `type: none` is written explicitly, so that users can change it if the service does need credentials.
  if (defaultScheme === undefined) return { security: { type: 'none' }, variables: [], wayOf: () => ({}), leftOut };
  const usesDefault = ({ schemes }: ApiOperation): boolean =>
    schemes === undefined || schemes.length === 0 || schemes.some(({ name }) => name === defaultScheme.scheme.name);
  const otherSchemes = supported.filter(
    ({ scheme, way }) =>
      scheme !== defaultScheme.scheme &&
      way.security['type'] !== 'oauth2' &&
      secured.some(
        (one) =>
          !usesDefault(one) &&
          one.schemes?.find((s) => supported.some((a) => a.scheme.name === s.name))?.name === scheme.name,
      ),
  );
  return {
    security: {
      ...defaultScheme.way.security,
      ...(otherSchemes.length === 0
        ? {}
        : {
            others: Object.fromEntries(otherSchemes.map(({ scheme, way }) => [kebabCase(scheme.name), way.security])),
          }),
    },
    credentials: {
      ...defaultScheme.way.credentials,
      ...(otherSchemes.length === 0
        ? {}
        : {
            others: Object.fromEntries(
              otherSchemes.map(({ scheme, way }) => [kebabCase(scheme.name), way.credentials]),
            ),
          }),
    },
    variables: [defaultScheme, ...otherSchemes].flatMap(({ way }) => way.variables),
    wayOf: (operation) => {
      if (!operation.secured) return { access: 'public' };
      if (usesDefault(operation)) return {};
      const other = otherSchemes.find(({ scheme }) => operation.schemes?.some(({ name }) => name === scheme.name));
      return other === undefined ? {} : { security: kebabCase(other.scheme.name) };
    },
    leftOut,
  };
}

/** Appends a word to the variable name, unless the name already ends with it. */
function variableOf(name: string, word: string): string {
  return environmentVariableName(name).endsWith(`_${word}`)
    ? environmentVariableName(name)
    : `${environmentVariableName(name)}_${word}`;
}

/** Scheme of an observed endpoint that was requested with a token. */
const TOKEN_SCHEME: ApiScheme = { name: 'token', type: 'http', carrier: 'header authorization', scheme: 'bearer' };

function draftScheme(
  { name, type, scheme, place, parameter, client }: ApiScheme,
  bearer: string,
  server: string | undefined,
): SchemeDraft | undefined {
  const variable = (word: string): string => variableOf(name, word);
  if (type === 'http' && scheme === 'basic') {
    const [user, password] = [variable('USER'), variable('PASSWORD')];
    return {
      security: { type, scheme },
      credentials: { user: `\${env:${user}}`, password: { env: password } },
      variables: [
        { name: user, holds: 'user name' },
        { name: password, holds: 'password of the user' },
      ],
    };
  }
  if (client !== undefined) {
    const [id, secret] = [variable('CLIENT_ID'), variable('CLIENT_SECRET')];
    const address = variable('TOKEN_URL');
    const tokenUrl = URL.canParse(client.tokenUrl, server) ? new URL(client.tokenUrl, server).href : undefined;
    return {
      security: {
        type: 'oauth2',
        flow: 'clientCredentials',
        client: 'secret-basic',
        ...(client.scopes.length === 0 ? {} : { scopes: [...client.scopes] }),
      },
      credentials: { tokenUrl: tokenUrl ?? `\${env:${address}}`, id: `\${env:${id}}`, secret: { env: secret } },
      variables: [
        ...(tokenUrl === undefined ? [{ name: address, holds: 'address of the token endpoint' }] : []),
        { name: id, holds: 'client id' },
        { name: secret, holds: 'client secret' },
      ],
    };
  }
  if (type === 'apiKey' && place !== undefined && parameter !== undefined) {
    const key = variable('KEY');
    return {
      security: { type, in: place, name: parameter },
      credentials: { key: { env: key } },
      variables: [{ name: key, holds: 'API key' }],
    };
  }
  if ((type === 'http' && scheme !== undefined) || type === 'oauth2' || type === 'openIdConnect')
    return {
      security: { type: 'http', scheme: scheme ?? 'bearer' },
      credentials: { key: { env: bearer } },
      variables: [{ name: bearer, holds: 'access token' }],
    };
  return undefined;
}
