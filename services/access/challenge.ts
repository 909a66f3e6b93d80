import { GatewayError } from '../http/gateway-error.ts';
import type { Call } from '../http/message.ts';
import { tokenFault } from '../faults/ids.ts';
import type { Switches } from '../faults/switches.ts';
import type { ServiceName } from '../services.ts';
import type { AccessTokenVerifier, Caller } from './access-token.ts';

export interface DoorOptions {
  readonly service: ServiceName;
  readonly verifier: AccessTokenVerifier;
  readonly switches: Switches;
  /** Takes the token out of a call; `undefined` when none was sent. */
  readonly tokenOf: (call: Call) => string | undefined;
  /** Who an unauthorised call is served as under the fault that lets it in. */
  readonly anyone: Caller;
}

/** student-reporting carries the token in a header of its own (assumed; section 5 does not show which). */
export function accessTokenHeader(call: Call): string | undefined {
  return call.header('access-token')?.trim() || undefined;
}

/** partner-onboarding carries it as RFC 6750 has it (assumed; section 5 shows no scheme). */
export function bearerToken(call: Call, isLiteral: boolean): string | undefined {
  const form = isLiteral ? /^Bearer +(\S+) *$/ : /^bearer +(\S+) *$/i;
  return form.exec(call.header('authorization') ?? '')?.[1];
}

/** The caller of an authorised call; throws the 401 with its challenge otherwise. */
export function admit(call: Call, options: DoorOptions): Caller | Promise<Caller> {
  const { service, switches, verifier } = options;
  const token = options.tokenOf(call);
  if (token === undefined) {
    if (switches.on(tokenFault(service, 'missing.off'))) return options.anyone;
    throw unauthorised('An access token is required.', challenge(options, false), 401);
  }
  const verdict = verifier.verify(token);
  const admitted = (caller: Caller | undefined): Caller => {
    if (caller) return caller;
    const status = switches.on(tokenFault(service, 'refused-403')) ? 403 : 401;
    throw unauthorised('The access token is not valid.', challenge(options, true), status);
  };
  return verdict instanceof Promise ? verdict.then(admitted) : admitted(verdict);
}

function unauthorised(detail: string, headers: Readonly<Record<string, string>>, status: number): GatewayError {
  return new GatewayError(status, { code: 'unauthorised', detail }, headers);
}

function challenge({ service, switches }: DoorOptions, sentToken: boolean): Readonly<Record<string, string>> {
  if (switches.on(tokenFault(service, 'challenge-missing'))) return {};
  const namesError = sentToken
    ? !switches.on(tokenFault(service, 'challenge-error-missing'))
    : switches.on(tokenFault(service, 'challenge-error-unasked'));
  // RFC 6750, section 3.1: an error code only for a token that was sent.
  const error = namesError ? ', error="invalid_token", error_description="The access token is not valid."' : '';
  return { 'www-authenticate': `Bearer realm="${service}"${error}` };
}
