/** What Playwright's `use` says of requests, for what Plumbline itself has to know of them. */
import type { PlaywrightTestOptions, PlaywrightWorkerOptions } from '@playwright/test';
import { BadInput } from '../errors.ts';
import type { Session } from '../project/session.ts';
import { defined } from '../record/defined.ts';

type Target = Session['target'];
type Options = PlaywrightTestOptions & PlaywrightWorkerOptions;

/** The options that a request context is made with. */
export type ContextOptions = Partial<
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

export interface ContextUse {
  readonly baseURL?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Nothing but Playwright's own context can send as it is asked to. */
  readonly isOfContext: boolean;
  /** It says by itself how the services are reached, in place of the target. */
  readonly isOtherWay: boolean;
  /** The same for the same options. */
  readonly key: string;
}

export function useOf(given: ContextOptions): ContextUse {
  const { baseURL, extraHTTPHeaders, ignoreHTTPSErrors, proxy, clientCertificates } = given;
  const isOtherWay = proxy !== undefined || (clientCertificates ?? []).length > 0;
  return {
    ...defined({ baseURL }),
    headers: extraHTTPHeaders ?? {},
    isOfContext: ignoreHTTPSErrors === true || isOtherWay,
    isOtherWay,
    key: JSON.stringify(given),
  };
}

/** The target as these options would have it: its address, and headers with every call, which are nobody's business. */
export function withUse(target: Target, { baseURL, headers }: Pick<ContextUse, 'baseURL' | 'headers'>): Target {
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  const addressed = withAddresses(target, () => baseURL);
  if (names.length === 0) return addressed;
  return {
    ...addressed,
    secrets: [...(target.secrets ?? []), ...Object.values(headers)],
    services: addressed.services.map((service) => ({
      ...service,
      headers: { ...service.headers, ...headers },
      secretHeaders: [...(service.secretHeaders ?? []), ...names],
    })),
  };
}

/** The target with other addresses where there are some. */
export function withAddresses(target: Target, of: (service: string, spec: string) => string | undefined): Target {
  return {
    ...target,
    services: target.services.map((service) => ({
      ...service,
      addresses: service.addresses.map(({ spec, baseUrl }) => {
        const other = of(service.service, spec);
        return { spec, baseUrl: other === undefined ? baseUrl : address(other) };
      }),
    })),
  };
}

function address(baseURL: string): string {
  if (!/^https?:\/\//.test(baseURL) || !URL.canParse(baseURL))
    throw BadInput.of('bad-address', `use.baseURL is no address: ${JSON.stringify(baseURL)}`, {
      hint: 'Give an absolute http or https URL.',
    });
  return baseURL.replace(/\/+$/, '');
}
