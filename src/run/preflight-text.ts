/** Messages of preflight: the cause, which the report repeats, and what to do. Pure. */
import { ownProperty } from '../model/json.ts';
import {
  explainUnreachable,
  type TransportFailure,
  type UnreachableExplanation,
  type WireResponse,
} from '../http/transport.ts';
import { firstHeader } from '../model/headers.ts';
import type { Maintenance, TargetService } from '../load/model.ts';

/** Message for a service that returns server errors to its simplest reads. */
export function explainFailing(status: number, address: string, path: string): UnreachableExplanation {
  return {
    cause: `GET ${path} at ${address}, the simplest request of the plan, returned ${status}`,
    hint: 'The service or one of its dependencies fails. Check the log of the service, then run again.',
  };
}

/** Message for a service that rejects the token or key of the target. */
export function explainRefused(
  { bearer, credentials }: TargetService,
  address: string,
  path: string,
): UnreachableExplanation {
  const { own } = credentials ?? {};
  const shown = bearer ?? (own?.kind === 'key' ? own.key : own?.password);
  // The report keeps this message, and the file name may come from the environment.
  const file = shown?.file === undefined ? 'the target' : 'the secret file of the target';
  const place = shown?.env === undefined ? file : `the variable ${shown.env}`;
  return {
    cause: `GET ${path} at ${address} returned 401: the service rejects ${own?.kind === 'user' ? 'the user name or password' : 'the token or key'}`,
    hint: `Check the value in ${place}. It may have expired, or belong to another service.`,
  };
}

/** Hints for the error codes of RFC 6749 and RFC 7523. */
const SIGN_IN: Readonly<Record<string, string>> = {
  unauthorized_client:
    'The organisation is not linked to the service. Ask its administrator to link it for the device in the target; a new link may take some minutes.',
  invalid_client: 'The identity provider does not know the client. Check clientId, issuer and device in the target.',
  invalid_grant:
    'The assertion was rejected. Check issuer, device, kid, key and audience in the target, and the clock of this machine.',
  invalid_request: 'The token request is invalid for this address. Check tokenUrl in the target.',
  unsupported_grant_type: 'The address does not accept token requests with an assertion. Check tokenUrl in the target.',
};

export function explainSignIn(failure: TransportFailure, service: TargetService): UnreachableExplanation {
  if (failure.kind !== 'not-sent') {
    const { hint } = explainUnreachable(failure, '');
    return { cause: `the identity provider cannot be reached: ${failure.message}`, hint, signIn: true };
  }
  const who =
    service.client !== undefined
      ? ` (client ${service.client.own.id})`
      : service.identityProvider === undefined
        ? ''
        : ` (organisation ${service.identityProvider.issuer}, device ${service.identityProvider.device})`;
  return {
    cause: `${failure.message}${who}`,
    hint: ownProperty(SIGN_IN, failure.code ?? '') ?? 'Check `identityProvider` or `credentials` in the target.',
    signIn: true,
  };
}

/** The current maintenance window, if any. */
export function openWindow(windows: readonly Maintenance[], now: number): UnreachableExplanation | undefined {
  const open = windows.find((window) => Date.parse(window.from) <= now && now < Date.parse(window.to));
  if (open === undefined) return undefined;
  return {
    cause: `a maintenance window is open until ${open.to} (${open.note})`,
    hint: 'Run again after the window, or correct `maintenance` in the target.',
  };
}

/** Milliseconds that the clock of the service is ahead; undefined without a Date header. */
export function clockDifference(response: WireResponse, now: number): number | undefined {
  const date = firstHeader(response, 'date');
  const then = date === undefined ? Number.NaN : Date.parse(date);
  return Number.isNaN(then) ? undefined : then - now;
}

export function minutesText(milliseconds: number): string {
  const count = Math.round(Math.abs(milliseconds) / 60_000);
  return count < 120 ? `${count} minutes` : `${Math.round(count / 60)} hours`;
}

/** Message for a service that rejects a token of its identity provider. */
export function deniedText(address: string, status: number, paths: readonly string[]): string {
  const asked = paths.map((path) => `GET ${path}`).join(' and ');
  return `${asked} at ${address} returned ${status} with a valid token. Check how requests send the token (security.yaml, token.yaml, related answers of the target) and the permissions of the organisation`;
}

export function missingText(address: string, paths: readonly string[]): string {
  const asked = paths.map((path) => `GET ${path}`).join(' and ');
  return `${asked} at ${address} returned 404. Check the path in baseUrl and the deployed version of the service`;
}
