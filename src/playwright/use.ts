/** What Playwright's `use` says of requests, for what Plumbline itself has to know of them. */
import type { PlaywrightTestOptions, PlaywrightWorkerOptions } from '@playwright/test';
import { BadInput } from '../errors.ts';
import type { Session } from '../project/session.ts';
import { defined } from '../model/objects.ts';
import { isFieldName, unsendable } from '../model/headers.ts';

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
  readonly proxy?: Options['proxy'];
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
    ...defined({ baseURL, proxy }),
    headers: extraHTTPHeaders ?? {},
    isOfContext: ignoreHTTPSErrors === true || isOtherWay,
    isOtherWay,
    key: JSON.stringify(given),
  };
}

/** What proxies Playwright's request context can speak to. */
const PROXIES = ['http:', 'https:', 'socks:', 'socks4:', 'socks4a:', 'socks5:', 'socks5h:'];

/** Throws `BadInput` for what no request could be sent with: each test would fail, as if the service did not answer. */
export function checkUse(use: Pick<ContextUse, 'baseURL' | 'headers' | 'proxy'>): void {
  if (use.baseURL !== undefined) address(use.baseURL);
  checkSendable(use);
}

/** The same of what keeps anybody from sending anything, in suites without contract tests too. */
export function checkSendable({ headers, proxy }: Pick<ContextUse, 'headers' | 'proxy'>): void {
  if (proxy !== undefined) checkProxy(proxy.server);
  for (const [name, value] of Object.entries(headers)) {
    if (!isFieldName(name))
      throw BadInput.of(
        'bad-header',
        `use.extraHTTPHeaders has a name that is none of a header: ${JSON.stringify(name)}`,
        {
          hint: 'Letters, digits and hyphens make one; what follows the colon is its value.',
        },
      );
    const what = whatKeeps(name, value);
    if (what !== undefined)
      throw BadInput.of('bad-header', `use.extraHTTPHeaders cannot be sent: ${what}`, {
        hint: 'A variable that is not set, or a file read with its line break?',
      });
  }
}

/** In words that do not show the value, which may be a secret. */
function whatKeeps(name: string, value: unknown): string | undefined {
  if (typeof value !== 'string') return `the value of ${name} is no text`;
  const what = unsendable(value);
  return what === undefined ? undefined : `the value of ${name} holds ${what}, which no header can carry`;
}

function checkProxy(server: unknown): void {
  const text = typeof server === 'string' ? server.trim() : '';
  const whole = /^\w+:\/\//.test(text) ? text : `http://${text}`;
  if (text !== '' && URL.canParse(whole) && PROXIES.includes(new URL(whole).protocol)) return;
  // It may hold a password.
  const is = text === '' ? 'is empty' : 'is no address of a proxy that Playwright can send through';
  throw BadInput.of('bad-proxy', `use.proxy.server ${is}`, {
    hint: 'Write one such as http://proxy.example:3128 or socks5://proxy.example:1080, or leave proxy away.',
  });
}

/**
 * Throws `BadInput` where one address would stand for several of the target: another service or version would be judged than the report says.
 * @param known address of the target by what has taken its place so far
 */
export function checkReplaced(baseURL: string | undefined, own: string, known: Map<string, string>): void {
  if (baseURL === undefined) return;
  const other = known.get(baseURL) ?? own;
  known.set(baseURL, other);
  if (other === own) return;
  throw BadInput.of('one-address', `use.baseURL (${baseURL}) would stand for ${other} and for ${own} of the target`, {
    hint: 'Give each project its own baseURL (docs/playwright.md, Options of use), run one with --project, or write the addresses into the target.',
  });
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
