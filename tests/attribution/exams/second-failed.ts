import { GatewayError } from '../../../services/http/gateway-error.ts';

/** What a service answers that broke down. */
export function failed(): GatewayError {
  return new GatewayError(500, { code: 'internal_error', detail: 'The service could not handle the request.' });
}
