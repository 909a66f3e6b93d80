import { GatewayError } from '../http/gateway-error.ts';
import type { Call } from '../http/message.ts';
import type { ServiceName } from '../services.ts';
import type { AccessToken, Caller } from './access-token.ts';

/** The stages of letting a call in. */
export interface Door {
  /** The caller of an authorised call; throws the 401 with its challenge otherwise. */
  readonly admit: (call: Call) => Caller | Promise<Caller>;
  /** Takes the token out of a call; `undefined` when none was sent. */
  readonly tokenOf: (call: Call) => string | undefined;
  /** The header fields of a 401. */
  readonly challenge: (sentToken: boolean) => Readonly<Record<string, string>>;
}

export function door(
  stages: { readonly door: Door; readonly token: AccessToken },
  service: ServiceName,
  tokenOf: Door['tokenOf'],
): Door {
  return {
    admit: (call) => {
      const token = stages.door.tokenOf(call);
      if (token === undefined) throw unauthorised('An access token is required.', stages.door.challenge(false));
      const verdict = stages.token.verify(token);
      const admitted = (caller: Caller | undefined): Caller => {
        if (caller) return caller;
        throw unauthorised('The access token is not valid.', stages.door.challenge(true));
      };
      return verdict instanceof Promise ? verdict.then(admitted) : admitted(verdict);
    },
    tokenOf,
    challenge: (sentToken) => {
      // RFC 6750, section 3.1: an error code only for a token that was sent.
      const error = sentToken ? ', error="invalid_token", error_description="The access token is not valid."' : '';
      return { 'www-authenticate': `Bearer realm="${service}"${error}` };
    },
  };
}

/** student-reporting carries the token in a header of its own (assumed; section 5 does not show which). */
export function accessTokenHeader(call: Call): string | undefined {
  return call.header('access-token')?.trim() || undefined;
}

/** partner-onboarding carries it as RFC 6750 has it (assumed; section 5 shows no scheme). */
export function bearerToken(call: Call): string | undefined {
  return /^bearer +(\S+) *$/i.exec(call.header('authorization') ?? '')?.[1];
}

function unauthorised(detail: string, headers: Readonly<Record<string, string>>): GatewayError {
  return new GatewayError(401, { code: 'unauthorised', detail }, headers);
}
