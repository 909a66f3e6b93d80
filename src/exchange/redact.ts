/**
 * Masks secrets where exchanges are recorded, so that no artefact, log or error can hold one.
 *
 * Sensitive members keep their shape (each digit a 0, each letter an x or X), because rules judge the recorded form.
 */

/** Headers whose whole value is a secret, whatever the service. */
const SECRET_HEADERS = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-api-key', 'x-ibm-client-secret']);
/** Members and parameters that hold tokens wherever they stand. */
const SECRET_NAMES = ['access_token', 'refresh_token', 'id_token', 'assertion', 'client_assertion', 'client_secret', 'password'];
/** Three base64url parts: a JWT, whatever it is called. */
const JWT = /\beyJ[\w-]{5,}\.[\w-]*\.[\w-]*/g;

export const MASK = '[redacted]';

export class Redactor {
  readonly #headers: ReadonlySet<string>;
  readonly #sensitive: RegExp | undefined;
  readonly #secret: RegExp;
  readonly #known = new Set<string>();
  /** Of them: what the run signs in with, as opposed to the data that it writes. */
  readonly #tokens = new Set<string>();

  /** @param headers header names that carry access tokens; @param sensitive member names such as `tfn` */
  constructor(headers: readonly string[], sensitive: readonly string[]) {
    this.#headers = new Set([...SECRET_HEADERS, ...headers.map((h) => h.toLowerCase())]);
    this.#sensitive = sensitive.length === 0 ? undefined : memberPattern(sensitive);
    this.#secret = memberPattern(SECRET_NAMES);
  }

  /** Remembers a secret value: it is masked wherever it occurs, as it is and as it stands in a query, a form or a JSON text. */
  learn(secret: string, kind: 'token' | 'data' = 'token'): void {
    if (secret.length < 8) return;
    const forms = [secret, encodeURIComponent(secret), new URLSearchParams([['', secret]]).toString().slice(1), JSON.stringify(secret).slice(1, -1)];
    for (const form of forms) {
      this.#known.add(form);
      if (kind === 'token') this.#tokens.add(form);
    }
  }

  /** Where a token that was learnt stands in an answer: what is masked for its name or its form alone is somebody else's. */
  betrayed(headers: readonly (readonly [string, string])[], body: Buffer): { readonly secrets?: readonly string[] } {
    if (this.#tokens.size === 0) return {};
    const holds = (text: string): boolean => [...this.#tokens].some((secret) => text.includes(secret));
    const places = [...headers.flatMap(([name, value]) => (holds(value) ? [`header ${name}`] : [])), ...(body.length > 0 && holds(body.toString('utf8')) ? ['body'] : [])];
    return places.length === 0 ? {} : { secrets: [...new Set(places)] };
  }

  headers(headers: readonly (readonly [string, string])[]): readonly (readonly [string, string])[] {
    return headers.map(([name, value]) => [name, name === 'set-cookie' ? cookie(value) : this.#headers.has(name) ? MASK : this.text(value)] as const);
  }

  url(url: string): string {
    return this.text(url.replace(new RegExp(`([?&](?:${SECRET_NAMES.join('|')})=)[^&#]*`, 'gi'), `$1${MASK}`));
  }

  /** Bodies are masked as text, so that what is not well-formed JSON is masked too. */
  body(body: string): string {
    const members = body
      .replace(this.#secret, (_all, before: string, value: string) => `${before}${masked(value)}`)
      .replace(new RegExp(`((?:^|&)(?:${SECRET_NAMES.join('|')})=)[^&]*`, 'g'), `$1${MASK}`);
    const shaped = this.#sensitive === undefined ? members : members.replace(this.#sensitive, (_all, before: string, value: string) => `${before}${sameShape(value)}`);
    return this.text(shaped);
  }

  text(text: string): string {
    let result = text.replace(JWT, MASK);
    for (const secret of this.#known) if (result.includes(secret)) result = result.replaceAll(secret, MASK);
    return result;
  }
}

/** A secret keeps its JSON type, which is judged. */
function masked(value: string): string {
  if (value.startsWith('[')) return `["${MASK}"]`;
  return value.startsWith('"') ? `"${MASK}"` : '0';
}

/** The value of a cookie is masked; its attributes say how it is kept, and are judged. */
function cookie(value: string): string {
  const [pair = '', ...attributes] = value.split(';');
  return [pair.includes('=') ? `${pair.slice(0, pair.indexOf('='))}=${MASK}` : MASK, ...attributes].join(';');
}

/** A text, which may break off with the body that holds it. */
const TEXT = '"(?:[^"\\\\]|\\\\.)*(?:"|\\\\?$)';
const NUMBER = '-?\\d[\\d.eE+-]*';
const LIST = `\\[(?:${TEXT}|[^"\\]])*\\]?`;

function memberPattern(names: readonly string[]): RegExp {
  const name = names.map((n) => n.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  return new RegExp(`("(?:${name})"\\s*:\\s*)(${TEXT}|${NUMBER}|${LIST})`, 'g');
}

const SCALARS = new RegExp(`${TEXT}|${NUMBER}`, 'g');

function sameShape(value: string): string {
  return value.replace(SCALARS, (scalar) =>
    scalar.startsWith('"')
      ? scalar
          .replace(/\\u[0-9a-fA-F]{4}|\\./g, 'x')
          .replace(/\p{Nd}/gu, '0')
          .replace(/\p{Lu}/gu, 'X')
          .replace(/(?!X)[\p{L}\p{M}]/gu, 'x')
      : '0',
  );
}
