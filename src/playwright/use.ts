/** Request options of Playwright's `use` that Plumbline must know. */
import type { PlaywrightTestOptions, PlaywrightWorkerOptions } from '@playwright/test';
import { BadInput } from '../errors.ts';
import type { Session } from '../project/session.ts';
import { omitUndefined } from '../model/objects.ts';
import { isFieldName, headerValueFault } from '../model/headers.ts';

type Target = Session['target'];
type Options = PlaywrightTestOptions & PlaywrightWorkerOptions;

/** Options of a request context. */
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
  /** Whether only Playwright's own context can send with these options. */
  readonly isOfContext: boolean;
  /** Whether the options define the connection instead of the target. */
  readonly isOtherWay: boolean;
  /** Key of equal options. */
  readonly key: string;
}

export function parseUse(given: ContextOptions): ContextUse {
  const { baseURL, extraHTTPHeaders, ignoreHTTPSErrors, proxy, clientCertificates } = given;
  const isOtherWay = proxy !== undefined || (clientCertificates ?? []).length > 0;
  return {
    ...omitUndefined({ baseURL, proxy }),
    headers: extraHTTPHeaders ?? {},
    isOfContext: ignoreHTTPSErrors === true || isOtherWay,
    isOtherWay,
    key: JSON.stringify(given),
  };
}

/** Proxy protocols that Playwright's request context supports. */
const PROXIES = ['http:', 'https:', 'socks:', 'socks4:', 'socks4a:', 'socks5:', 'socks5h:'];

/** Validates the options. Throws `BadInput`, since each test would otherwise fail as if the service did not respond. */
export function checkUse(use: Pick<ContextUse, 'baseURL' | 'headers' | 'proxy'>): void {
  if (use.baseURL !== undefined) address(use.baseURL);
  checkSendable(use);
}

/** Validates options that affect all requests, also in suites without contract tests. */
export function checkSendable({ headers, proxy }: Pick<ContextUse, 'headers' | 'proxy'>): void {
  if (proxy !== undefined) checkProxy(proxy.server);
  for (const [name, value] of Object.entries(headers)) {
    if (!isFieldName(name))
      throw BadInput.of('bad-header', `use.extraHTTPHeaders has an invalid header name: ${JSON.stringify(name)}`, {
        hint: 'A header name consists of letters, digits and hyphens.',
      });
    const what = unsendableReason(name, value);
    if (what !== undefined)
      throw BadInput.of('bad-header', `use.extraHTTPHeaders cannot be sent: ${what}`, {
        hint: 'Check for an unset variable, or a line break from a file.',
      });
  }
}

/** Reason why a header cannot be sent, without its value, which may be a secret. */
function unsendableReason(name: string, value: unknown): string | undefined {
  if (typeof value !== 'string') return `the value of ${name} is not a string`;
  const what = headerValueFault(value);
  return what === undefined ? undefined : `the value of ${name} contains ${what}, which an HTTP header cannot contain`;
}

function checkProxy(server: unknown): void {
  const text = typeof server === 'string' ? server.trim() : '';
  const whole = /^\w+:\/\//.test(text) ? text : `http://${text}`;
  if (text !== '' && URL.canParse(whole) && PROXIES.includes(new URL(whole).protocol)) return;
  // The URL may contain a password, so it is not shown.
  const problem = text === '' ? 'is empty' : 'is not the address of a proxy that Playwright supports';
  throw BadInput.of('bad-proxy', `use.proxy.server ${problem}`, {
    hint: 'Example: http://proxy.example:3128 or socks5://proxy.example:1080.',
  });
}

/**
 * Throws `BadInput` if one URL would replace several URLs of the target: the report would name the wrong service or version.
 * @param known replaced URLs of the target so far
 */
export function checkReplaced(baseURL: string | undefined, own: string, known: Map<string, string>): void {
  if (baseURL === undefined) return;
  const other = known.get(baseURL) ?? own;
  known.set(baseURL, other);
  if (other === own) return;
  throw BadInput.of('one-address', `use.baseURL (${baseURL}) would replace both ${other} and ${own} of the target`, {
    hint: 'Set baseURL in each project (docs/playwright.md, Options of use), run one project with --project, or set the addresses in the target.',
  });
}

/** Target with the URL and the headers of the options. Header values are secrets. */
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

/** Target with replaced URLs. */
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
    throw BadInput.of('bad-address', `use.baseURL is not a valid address: ${JSON.stringify(baseURL)}`, {
      hint: 'Give an absolute http or https URL.',
    });
  return baseURL.replace(/\/+$/, '');
}
