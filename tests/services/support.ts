import { createPrivateKey, type KeyObject } from 'node:crypto';
import { SignJWT, type JWTHeaderParameters } from 'jose';
import { createWorld, type Device, type ServiceName, type World, type WorldOptions } from '../../services/index.ts';

/** Noon in Sydney of a fixed day, so that "today" never changes under a test. */
export const noon = new Date('2026-03-10T01:00:00Z');
export const today = '2026-03-10';

export interface Clock {
  now: Date;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: unknown;
}

export interface CallOptions {
  readonly body?: unknown;
  readonly raw?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** A world on a stopped clock with a client that holds tokens. */
export class Bench {
  readonly world: World;
  readonly clock: Clock;
  readonly #tokens = new Map<string, string>();
  readonly #service: ServiceName;
  readonly #spec: string;

  constructor(world: World, clock: Clock, service: ServiceName, spec: string) {
    this.world = world;
    this.clock = clock;
    this.#service = service;
    this.#spec = spec;
  }

  static async open(
    service: ServiceName = 'student-reporting',
    spec = '4.0.1',
    options: WorldOptions = {},
  ): Promise<Bench> {
    const clock: Clock = { now: noon };
    const world = await createWorld({ instances: [{ service, spec }], clock: () => clock.now, ...options });
    return new Bench(world, clock, service, spec);
  }

  device(name: string): Device {
    const device = this.world.devices.find((known) => known.device === name);
    if (!device) throw new Error(`no ${name}`);
    return device;
  }

  async token(name = 'device-1', service: ServiceName = this.#service): Promise<string> {
    const key = `${name} ${service}`;
    const known = this.#tokens.get(key);
    if (known !== undefined) return known;
    const answer = await this.requestToken(await assertionOf(this.world, this.device(name), service, this.clock.now));
    const { access_token: token } = answer.body as { access_token?: string };
    if (token === undefined) throw new Error(answer.text);
    this.#tokens.set(key, token);
    return token;
  }

  forgetTokens(): void {
    this.#tokens.clear();
  }

  async requestToken(assertion: string): Promise<Answer> {
    const body = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion });
    const request = new Request('https://identity.example/oauth/token', { method: 'POST', body });
    return read(await this.world.identityProvider()(request));
  }

  async call(
    method: string,
    path: string,
    { body, raw, headers = {} }: CallOptions = {},
    device = 'device-1',
  ): Promise<Answer> {
    const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const token = await this.token(device);
    const sent = new Headers();
    if (this.#service === 'student-reporting') sent.set('access-token', token);
    else sent.set('authorization', `Bearer ${token}`);
    if (content !== undefined) sent.set('content-type', 'application/json');
    for (const [name, value] of Object.entries(headers)) {
      if (value === undefined) sent.delete(name);
      else sent.set(name, value);
    }
    const request = new Request(`http://service.example${path}`, {
      method,
      headers: sent,
      ...(content === undefined ? {} : { body: content }),
    });
    return read(await this.world.handler(this.#service, this.#spec)(request));
  }

  get = (path: string, options?: CallOptions, device?: string): Promise<Answer> =>
    this.call('GET', path, options, device);
  post = (path: string, body: unknown, options: CallOptions = {}, device?: string): Promise<Answer> =>
    this.call('POST', path, { ...options, body }, device);
  patch = (path: string, body: unknown): Promise<Answer> => this.call('PATCH', path, { body });
  delete = (path: string): Promise<Answer> => this.call('DELETE', path);
}

async function read(response: Response): Promise<Answer> {
  const text = await response.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  return { status: response.status, headers: response.headers, text, body };
}

export function privateKeyOf(device: Device): KeyObject {
  return createPrivateKey(device.privateKeyPem);
}

export function claimsOf(world: World, device: Device, service: ServiceName, now: Date): Record<string, unknown> {
  const iat = Math.floor(now.getTime() / 1000);
  return {
    sub: device.device,
    iss: device.organisation,
    aud: world.audiences.identityProvider,
    'token.aud': world.audiences.services[service],
    iat,
    exp: iat + 600,
  };
}

export function sign(claims: Record<string, unknown>, key: KeyObject, header: JWTHeaderParameters): Promise<string> {
  return new SignJWT(claims).setProtectedHeader(header).sign(key);
}

export function assertionOf(world: World, device: Device, service: ServiceName, now: Date): Promise<string> {
  return sign(claimsOf(world, device, service, now), privateKeyOf(device), { alg: 'RS256', kid: device.kid });
}

let serial = 0;

/** A new name of at most ten letters and digits, for codes that must be unique. */
export function fresh(prefix: string): string {
  serial += 1;
  return `${prefix}${String(serial).padStart(6, '0')}`;
}

export const item = (
  singular: string,
  fields: Record<string, unknown>,
  correlationId = fresh('c'),
): Record<string, unknown> => ({
  correlation_id: correlationId,
  [singular]: fields,
});

export const student = (extra: Record<string, unknown> = {}): Record<string, unknown> => ({
  student_identification_code: fresh('S'),
  student_types: ['HEP'],
  date_of_birth: '2001-05-06',
  student_family_name: 'Nguyen',
  gender_code: 'X',
  ...extra,
});

export interface Result {
  readonly success: boolean;
  readonly correlation_id?: string;
  readonly result: Record<string, unknown> & {
    readonly errors?: readonly { readonly error_identifier: string; readonly error_description: string }[];
  };
  readonly messages?: readonly { readonly code: string; readonly severity: string; readonly detail: string }[];
}

/** The result of the one item that was sent. */
export function only(answer: Answer): Result {
  return (Array.isArray(answer.body) ? answer.body[0] : answer.body) as Result;
}

export function uidOf(answer: Answer, name: string): number {
  const { success, result } = only(answer);
  const uid = result[name];
  if (!success || typeof uid !== 'number') throw new Error(`${String(answer.status)} ${answer.text}`);
  return uid;
}

export interface GatewayBody {
  readonly errors: readonly {
    readonly code: string;
    readonly detail: string;
    readonly source?: { readonly pointer?: string; readonly header?: string };
  }[];
}

export function gateway(answer: Answer): GatewayBody['errors'] {
  return (answer.body as GatewayBody).errors;
}
