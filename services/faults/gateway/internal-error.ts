import { GatewayError } from '../../http/gateway-error.ts';

/** What a careless service falls over with. */
export const internalError = (): GatewayError =>
  new GatewayError(500, { code: 'internal_error', detail: 'Internal Server Error' });
