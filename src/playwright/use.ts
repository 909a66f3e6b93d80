/** What Playwright's `use` says of requests, for what Plumbline itself has to know of them. */
import type { PlaywrightTestOptions, PlaywrightWorkerOptions } from '@playwright/test';
import { BadInput } from '../errors.ts';
import type { Loaded } from '../project/session.ts';
import { defined } from '../record/defined.ts';

type Options = PlaywrightTestOptions & PlaywrightWorkerOptions;

/** The options that a request context is made with. */
export type Given = Partial<
  Pick<
    Options,
    | 'baseURL'
    | 'clientCertificates'
    | 'contextOptions'
    | 'extraHTTPHeaders'
    | 'httpCredentials'
    | 'ignoreHTTPSErrors'
    | 'proxy'
    | 'storageState'
    | 'userAgent'
  >
>;

export interface Use {
  readonly baseURL?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Nothing but Playwright's own context can send as it is asked to. */
  readonly isOfContext: boolean;
  /** The same for the same options. */
  readonly key: string;
}

export function useOf(given: Given): Use {
  const { baseURL, extraHTTPHeaders, ignoreHTTPSErrors, proxy, clientCertificates } = given;
  return {
    ...defined({ baseURL }),
    headers: extraHTTPHeaders ?? {},
    isOfContext: ignoreHTTPSErrors === true || proxy !== undefined || (clientCertificates ?? []).length > 0,
    key: JSON.stringify(given),
  };
}

/** The target as these options would have it: its address, and headers with every call, which are nobody's business. */
export function withUse(target: Loaded['target'], { baseURL, headers }: Use): Loaded['target'] {
  if (baseURL !== undefined && !/^https?:\/\//.test(baseURL))
    throw BadInput.of('bad-address', `use.baseURL is no address: ${JSON.stringify(baseURL)}`, {
      hint: 'Give an absolute http or https URL.',
    });
  const address = baseURL?.replace(/\/+$/, '');
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  if (address === undefined && names.length === 0) return target;
  return {
    ...target,
    secrets: [...(target.secrets ?? []), ...Object.values(headers)],
    services: target.services.map((service) => ({
      ...service,
      addresses: address === undefined ? service.addresses : service.addresses.map((a) => ({ ...a, baseUrl: address })),
      headers: { ...service.headers, ...headers },
      secretHeaders: [...(service.secretHeaders ?? []), ...names],
    })),
  };
}
