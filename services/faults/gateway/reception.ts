import { json, type Answer, type Call, type Reply, type Delivery } from '../../http/message.ts';
import type { ServiceStages } from '../../instance.ts';
import type { FaultChange, FaultTable, Subject } from '../fault.ts';

/** What is remembered between two calls. */
interface Memory {
  /** The token that a subject was last served with, and the one that last wrote to a path. */
  readonly served: Map<string, string>;
  readonly writers: Map<string, string>;
}

interface Deviation {
  readonly breaks: string;
  readonly describes: string;
  readonly of: readonly Subject[];
  readonly apply: (call: Call, answer: Answer, memory: Memory, now: () => number) => Promise<Reply>;
}

const services: readonly Subject[] = ['student-reporting', 'partner-onboarding'];
const tokenHeaders = ['access-token', 'authorization'];
const mebibyte = 1024 * 1024;

const tokenOf = (call: Call): string | undefined =>
  tokenHeaders.map((name) => call.header(name)).find((value) => value !== undefined);

const withToken = (call: Call, token: string): Call => ({
  ...call,
  header: (name) => (tokenHeaders.includes(name) && call.header(name) !== undefined ? token : call.header(name)),
});

/** The call with another text as its body, read once and kept. */
function withText(call: Call, change: (text: string) => string): Call {
  let kept: Promise<Uint8Array | undefined> | undefined;
  const read = async (limit: number): Promise<Uint8Array | undefined> => {
    const bytes = await call.read(limit);
    return bytes === undefined ? undefined : Buffer.from(change(Buffer.from(bytes).toString('utf8')));
  };
  return { ...call, read: (limit) => (kept ??= read(limit)) };
}

/** Of a record that there is. */
const isChange = ({ method }: Call): boolean => ['PUT', 'PATCH', 'DELETE'].includes(method);

async function isNoJson(call: Call): Promise<boolean> {
  if (!call.hasBody) return false;
  try {
    JSON.parse(Buffer.from((await call.read(mebibyte)) ?? new Uint8Array()).toString('utf8'));
    return false;
  } catch {
    return true;
  }
}

function claimsOf(token: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as Readonly<
      Record<string, unknown>
    >;
  } catch {
    return {};
  }
}

/** Faults of how a call is taken in, as a layer around a service that knows nothing of them. */
const receptionFaults: Readonly<Record<string, Deviation>> = {
  'id-before-token': {
    breaks: 'Who calls is judged before anything else (assumed).',
    describes: 'A request without a token for a record that does not exist returns 404.',
    of: services,
    apply: async (call, answer) => {
      const reply = await answer(call);
      if (reply.status !== 401 || tokenOf(call) !== undefined || !/\/9{9}(\/|$)/.test(call.path)) return reply;
      const { 'www-authenticate': _challenge, ...headers } = reply.headers;
      const refused = json(404, { errors: [{ code: 'refused', detail: 'There is no such resource.' }] });
      return { ...refused, headers: { ...headers, ...refused.headers } };
    },
  },
  'text-normalised': {
    breaks: 'Text is stored as it was sent (assumed).',
    describes: 'Texts are normalised to NFKC before they are stored.',
    of: services,
    apply: (call, answer) => answer(withText(call, (text) => text.normalize('NFKC'))),
  },
  'forged-carried-out': {
    breaks: 'What is refused is not done (assumed).',
    describes: 'A write with a modified token returns 401 but is carried out for the organisation in the token.',
    of: services,
    apply: async (call, answer, { served }) => {
      const seen = withText(call, (text) => text);
      const reply = await answer(seen);
      const subject = String(claimsOf(tokenOf(call) ?? '')['sub']);
      if (reply.status < 400) served.set(subject, tokenOf(call) ?? '');
      const known = served.get(subject);
      if (reply.status === 401 && known !== undefined && isChange(call)) await answer(withToken(seen, known));
      return reply;
    },
  },
  'foreign-carried-out': {
    breaks: 'All data belongs to the organisation of the token (assumed).',
    describes: 'A write to a record of another organisation returns 404 but is carried out.',
    of: services,
    apply: async (call, answer, { served }) => {
      const seen = withText(call, (text) => text);
      const reply = await answer(seen);
      const token = tokenOf(call) ?? '';
      if (reply.status < 400) served.set(String(claimsOf(token)['sub']), token);
      if (reply.status === 404 && isChange(call))
        for (const other of served.values()) if (other !== token) await answer(withToken(seen, other));
      return reply;
    },
  },
  'unwanted-carried-out': {
    breaks: 'What is refused is not done (assumed).',
    describes: 'The service checks Accept after it carries out a write: it stores the record and returns 406.',
    of: services,
    apply: async (call, answer) => {
      const seen = withText(call, (text) => text);
      const reply = await answer(seen);
      if (reply.status === 406 && isChange(call))
        await answer({ ...seen, header: (name) => (name === 'accept' ? undefined : call.header(name)) });
      return reply;
    },
  },
  'lists-of-the-last-writer': {
    breaks: 'All data belongs to the organisation of the token (assumed).',
    describes: 'A list has the records of the organisation that wrote to its path last.',
    of: ['student-reporting'],
    apply: (call, answer, { writers }) => {
      const token = tokenOf(call);
      if (call.method === 'POST' && token !== undefined) writers.set(call.path, token);
      const writer = call.method === 'GET' ? writers.get(call.path) : undefined;
      return answer(writer === undefined ? call : withToken(call, writer));
    },
  },
  'condition-before-id': {
    breaks: 'A condition is looked at only where the call would succeed without it (RFC 9110, section 13.2.1).',
    describes: 'A GET with If-None-Match: * returns 304, even if the record does not exist.',
    of: services,
    apply: async (call, answer) => {
      const reply = await answer(call);
      return reply.status === 404 && call.header('if-none-match') === '*'
        ? { status: 304, headers: { 'cache-control': 'no-store' } }
        : reply;
    },
  },
  'slashes-cut': {
    breaks: 'An address is stored as it was sent (assumed).',
    describes: 'A trailing slash of a stored URL is removed.',
    of: ['partner-onboarding'],
    apply: (call, answer) => answer(withText(call, (text) => text.replace(/(?<=")(https?:[^"\\]+)\/(?=")/g, '$1'))),
  },
  'old-assertion-refused': {
    breaks:
      'An assertion that has not expired is accepted (student-reporting section 5; a limit of its age is shown nowhere).',
    describes: 'An assertion that is more than ten minutes old is rejected.',
    of: ['identity-provider'],
    apply: async (call, answer, _memory, now) => {
      const seen = withText(call, (text) => text);
      const form = new URLSearchParams(Buffer.from((await seen.read(mebibyte)) ?? new Uint8Array()).toString('utf8'));
      const { iat } = claimsOf(form.get('assertion') ?? '');
      const isOld = typeof iat === 'number' && iat < now() - 600;
      return isOld
        ? json(
            400,
            { error: 'invalid_grant', error_description: 'The assertion is too old.' },
            { 'cache-control': 'no-store' },
          )
        : answer(seen);
    },
  },
};

/** The layer that a fault is around a service. */
function layerOf({ apply }: Deviation): FaultChange<Pick<ServiceStages, 'delivery'>> {
  return ({ delivery: { answer } }, _stages, { clock }) => {
    const memory: Memory = { served: new Map(), writers: new Map() };
    return { delivery: { answer: (call) => apply(call, answer, memory, () => clock().getTime() / 1000) } };
  };
}

/** The faults of that kind that a subject can have. */
export function receptionFaultsOf(subject: Subject): FaultTable<Pick<ServiceStages, 'delivery'>> {
  return Object.fromEntries(
    Object.entries(receptionFaults)
      .filter(([, { of }]) => of.includes(subject))
      .map(([name, fault]) => [name, { breaks: fault.breaks, describes: fault.describes, change: layerOf(fault) }]),
  );
}

/** As long as a restart takes. */
const restartMs = 8000;

/** Stops for the time of a restart after a request that `isFatal` names. */
const stopping =
  (isFatal: (call: Call, status: number) => boolean | Promise<boolean>) =>
  (
    answer: Delivery['answer'],
    clock: () => Date,
  ): { readonly answer: Delivery['answer']; readonly stop: () => void } => {
    let until = 0;
    const stop = (): void => {
      until = clock().getTime() + restartMs;
    };
    return {
      stop,
      answer: async (call) => {
        if (clock().getTime() < until) return { status: 503, headers: { 'cache-control': 'no-store' } };
        const seen = withText(call, (text) => text);
        const reply = await answer(seen);
        if (await isFatal(seen, reply.status)) stop();
        return reply;
      },
    };
  };

const words = {
  breaks: 'The service responds after a malformed request (good practice).',
  describes: 'A malformed request stops the service for eight seconds.',
};

/** Of the services, whose requests have JSON. */
export const stopsWhenMalformed: FaultTable<ServiceStages>[string] = {
  ...words,
  change: (inner, _stages, { clock }) => {
    const { answer, stop } = stopping(isNoJson)(inner.delivery.answer, clock);
    return {
      delivery: { answer },
      gateway: {
        malformed: (error) => {
          stop();
          return inner.gateway.malformed(error);
        },
      },
    };
  },
};

/** Of the identity provider, whose requests are forms. */
export const stopsWhenRefused: FaultTable<Pick<ServiceStages, 'delivery'>>[string] = {
  ...words,
  describes: 'A token request that returns 400 stops the identity provider for eight seconds.',
  change: (inner, _stages, { clock }) => ({
    delivery: { answer: stopping((_call, status) => status === 400)(inner.delivery.answer, clock).answer },
  }),
};
