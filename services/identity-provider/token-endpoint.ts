import { randomUUID } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import type { Switches } from '../faults/switches.ts';
import { decodeUtf8 } from '../http/json-text.ts';
import { json, type Call, type Reply } from '../http/message.ts';
import { audiences, identityProviderUrl } from '../services.ts';
import { judge, type Judge } from './assertion.ts';
import { isForm, parseForm, type Form } from './form.ts';
import type { KeyPair, RegisteredDevice } from './keys.ts';

export interface TokenEndpoint extends Judge {
  readonly kid: string;
  readonly keys: KeyPair;
}

const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const lifetime = 3600;
const mebibyte = 1024 * 1024;
const day = 24 * 60 * 60 * 1000;

/** The JWT-bearer token request of student-reporting section 5; address and parameters are assumed. */
export async function answerTokenRequest(call: Call, endpoint: TokenEndpoint): Promise<Reply> {
  const { switches } = endpoint;
  const form = await readForm(call, switches);
  if ('status' in form) return form;
  const { parameters } = form;
  const grant = parameters.get('grant_type')?.[0];
  if (!switches.on('identity-provider.request.grant-type.off')) {
    if (grant === undefined) return refusal('invalid_request', 'grant_type is required.', switches);
    if (grant !== grantType) return refusal('unsupported_grant_type', 'The grant type is not supported.', switches);
  }
  const assertion = parameters.get('assertion')?.[0];
  if (assertion === undefined) return refusal('invalid_request', 'assertion is required.', switches);
  const verdict = await judge(assertion, endpoint);
  if (!verdict.isGranted) return refusal(verdict.error, verdict.description, switches);
  return grantTo(verdict.device, verdict.audience, endpoint);
}

async function readForm(call: Call, switches: Switches): Promise<Reply | { readonly parameters: Form }> {
  if (!isForm(call.header('content-type')) && !switches.on('identity-provider.request.media-type.off')) {
    return refusal('invalid_request', 'The body must be application/x-www-form-urlencoded.', switches);
  }
  const bytes = await call.read(mebibyte);
  if (!bytes) return { ...refusal('invalid_request', 'The body is longer than 1 MiB.', switches), status: 413 };
  let text: string;
  try {
    text = decodeUtf8(bytes);
  } catch {
    return refusal('invalid_request', 'The body is not UTF-8.', switches);
  }
  const parameters = parseForm(text);
  if (!parameters) return refusal('invalid_request', 'A parameter is not rightly encoded.', switches);
  const isRepeated = [...parameters.values()].some((values) => values.length > 1);
  if (isRepeated && !switches.on('identity-provider.request.repeated-parameter.off')) {
    return refusal('invalid_request', 'A parameter is repeated.', switches);
  }
  return { parameters };
}

async function grantTo(device: RegisteredDevice, audience: string, endpoint: TokenEndpoint): Promise<Reply> {
  const { switches, clock, keys, kid } = endpoint;
  const now = clock().getTime();
  const issuedAt =
    Math.floor(now / 1000) - (switches.on('identity-provider.token.expired-at-issue') ? lifetime + 1 : 0);
  const claims = {
    iss: identityProviderUrl,
    sub: device.device,
    aud: switches.on('identity-provider.token.wrong-audience') ? otherAudience(audience) : audience,
    iat: issuedAt,
    exp: issuedAt + lifetime,
    org: device.organisation,
    jti: randomUUID(),
  };
  const token = switches.on('identity-provider.token.unsigned')
    ? new UnsecuredJWT(claims).encode()
    : await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, typ: 'at+jwt' }).sign(keys.privateKey);
  const body = {
    access_token: token,
    token_type: switches.on('identity-provider.token.type-wrong') ? 'mac' : 'bearer',
    expires_in: lifetimeShown(switches),
    scope: '',
    key_expiry: new Date(now + 180 * day).toISOString(),
    device_expiry: new Date(now + 1825 * day).toISOString(),
    ...(switches.on('identity-provider.token.error-beside-token') ? { error: 'invalid_grant' } : {}),
  };
  const caching = switches.on('identity-provider.token.cacheable') ? 'public, max-age=3600' : 'no-store';
  return json(200, body, { 'cache-control': caching });
}

function lifetimeShown(switches: Switches): number | string {
  if (switches.on('identity-provider.token.expires-in-wrong')) return 300;
  return switches.on('identity-provider.token.expires-in-text') ? String(lifetime) : lifetime;
}

function otherAudience(audience: string): string {
  return Object.values(audiences).find((other) => other !== audience) ?? audience;
}

/** RFC 6749, section 5.2. Never an access token beside an error. */
function refusal(error: string, description: string, switches: Switches): Reply {
  const code = switches.on('identity-provider.token.refusal-code-wrong') ? 'server_error' : error;
  const status = switches.on('identity-provider.token.refusal-200') ? 200 : 400;
  return json(status, { error: code, error_description: description }, { 'cache-control': 'no-store' });
}
