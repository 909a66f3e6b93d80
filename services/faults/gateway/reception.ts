import { json, type Answer, type Call, type Reply } from '../../http/message.ts';
import type { Delivery } from '../../http/delivery.ts';
import type { FaultChange, SharedFaults, Subject } from '../fault.ts';

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
export function withText(call: Call, change: (text: string) => string): Call {
  let kept: Promise<Uint8Array | undefined> | undefined;
  const read = async (limit: number): Promise<Uint8Array | undefined> => {
    const bytes = await call.read(limit);
    return bytes === undefined ? undefined : Buffer.from(change(Buffer.from(bytes).toString('utf8')));
  };
  return { ...call, read: (limit) => (kept ??= read(limit)) };
}

/** Of a record that there is. */
const isChange = ({ method }: Call): boolean => ['PUT', 'PATCH', 'DELETE'].includes(method);

const refusal = (reply: Reply, status: number, detail: string): Reply => {
  const headers = Object.fromEntries(Object.entries(reply.headers).filter(([name]) => name !== 'www-authenticate'));
  const refused = json(status, { errors: [{ code: 'refused', detail }] });
  return { ...refused, headers: { ...headers, ...refused.headers } };
};

/** Another answer than the one that the service gave. */
const answering =
  (other: (reply: Reply, call: Call) => Reply): Deviation['apply'] =>
  async (call, answer) =>
    other(await answer(call), call);

/** Some reads are those of whoever wrote to their path last. */
const ofTheLastWriter =
  (isMeant: (call: Call) => boolean): Deviation['apply'] =>
  (call, answer, { writers }) => {
    const token = tokenOf(call);
    if (call.method === 'POST' && token !== undefined) writers.set(call.path, token);
    const writer = call.method === 'GET' && isMeant(call) ? writers.get(call.path) : undefined;
    return answer(writer === undefined ? call : withToken(call, writer));
  };

/** Something that is judged although nobody has signed in. */
const beforeToken =
  (judge: (call: Call) => boolean | Promise<boolean>, status: number, detail: string): Deviation['apply'] =>
  async (call, answer) => {
    const reply = await answer(call);
    if (reply.status !== 401 || tokenOf(call) !== undefined) return reply;
    return (await judge(call)) ? refusal(reply, status, detail) : reply;
  };

export async function isNoJson(call: Call): Promise<boolean> {
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

const first = 'Who calls is judged before anything else (assumed).';

/** Faults of how a call is taken in, as a layer around a service that knows nothing of them. */
const receptionFaults: Readonly<Record<string, Deviation>> = {
  'first-token-taken': {
    breaks: 'A call with two tokens is refused (RFC 6750, section 3.1).',
    describes: 'The first of two tokens is taken.',
    of: services,
    apply: (call, answer) => {
      const token = tokenOf(call);
      return answer(token?.includes(', ') === true ? withToken(call, token.split(', ')[0] ?? '') : call);
    },
  },
  'subject-trusted': {
    breaks: 'Only an access token of the identity provider gives access (RFC 8725, sections 3.1 and 3.12).',
    describes: 'Whatever names a subject that was served before is taken for its token, an assertion too.',
    of: services,
    apply: async (call, answer, { served }) => {
      const token = tokenOf(call);
      const reply = await answer(call);
      if (token === undefined) return reply;
      const subject = String(claimsOf(token)['sub']);
      if (reply.status < 400) served.set(subject, token);
      const known = served.get(subject);
      return reply.status === 401 && known !== undefined ? answer(withToken(call, known)) : reply;
    },
  },
  'id-before-token': {
    breaks: first,
    describes: 'A call without a token for a record that does not exist is answered 404.',
    of: services,
    apply: beforeToken((call) => /\/9{9}(\/|$)/.test(call.path), 404, 'There is no such resource.'),
  },
  'media-type-before-token': {
    breaks: first,
    describes: 'A call without a token in another media type is answered 415.',
    of: services,
    apply: beforeToken(
      (call) => call.hasBody && call.header('content-type')?.includes('json') !== true,
      415,
      'The body must be application/json.',
    ),
  },
  'body-before-token': {
    breaks: first,
    describes: 'A call without a token whose body is no JSON is answered 400.',
    of: services,
    apply: beforeToken(isNoJson, 400, 'The body is not well-formed JSON.'),
  },
  'forged-carried-out': {
    breaks: 'What is refused is not done (assumed).',
    describes: 'A write whose token is changed is answered 401, and carried out for who the token names.',
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
    describes: 'A write to what belongs to another organisation is answered 404, and carried out.',
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
    describes:
      'Whether JSON is accepted is looked at when the answer is written: a write is carried out, and answered 406.',
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
    describes: 'A list is that of whoever wrote to its path last.',
    of: ['student-reporting'],
    apply: ofTheLastWriter(() => true),
  },
  'later-pages-of-the-last-writer': {
    breaks: 'All data belongs to the organisation of the token (assumed).',
    describes: 'A list is that of whoever wrote to its path last, from its second page on.',
    of: ['student-reporting'],
    apply: ofTheLastWriter((call) => Number(call.header('tcsi-pagination-page') ?? 1) > 1),
  },
  'part-without-range': {
    breaks: 'A 206 carries Content-Range (RFC 9110, section 15.3.7.1).',
    describes: 'A GET with Range is answered 206 with the whole, and without Content-Range.',
    of: services,
    apply: answering((reply, call) =>
      reply.status === 200 && call.method === 'GET' && call.header('range') !== undefined
        ? { ...reply, status: 206 }
        : reply,
    ),
  },
  'coding-blamed': {
    breaks: 'A 415 that is not about the content coding has no Accept-Encoding (RFC 9110, section 12.5.3).',
    describes: 'Every 415 carries Accept-Encoding.',
    of: services,
    apply: answering((reply) =>
      reply.status === 415 ? { ...reply, headers: { ...reply.headers, 'accept-encoding': 'gzip' } } : reply,
    ),
  },
  'condition-before-id': {
    breaks: 'A condition is looked at only where the call would succeed without it (RFC 9110, section 13.2.1).',
    describes: 'A GET with If-None-Match: * is answered 304, even where there is nothing.',
    of: services,
    apply: answering((reply, call) =>
      reply.status === 404 && call.header('if-none-match') === '*'
        ? { status: 304, headers: { 'cache-control': 'no-store' } }
        : reply,
    ),
  },
  'text-normalised': {
    breaks: 'Text is stored as it was sent (assumed).',
    describes: 'Text is brought into the form NFKC before it is stored.',
    of: services,
    apply: (call, answer) => answer(withText(call, (text) => text.normalize('NFKC'))),
  },
  'text-trimmed': {
    breaks: 'Text is stored as it was sent (assumed).',
    describes: 'Blanks at the beginning and at the end of texts are cut off before they are stored.',
    of: services,
    apply: (call, answer) =>
      answer(withText(call, (text) => text.replace(/([:,[{]\s*") +/g, '$1').replace(/ +("\s*[,\]}])/g, '$1'))),
  },
  'blanks-joined': {
    breaks: 'Text is stored as it was sent (assumed).',
    describes: 'Several blanks after one another become one before texts are stored.',
    of: services,
    apply: (call, answer) => answer(withText(call, (text) => text.replace(/  +/g, ' '))),
  },
  'addresses-normalised': {
    breaks: 'An address is stored as it was sent (assumed).',
    describes:
      'Addresses are taken apart and put together again: hosts in small letters, and no port that goes without saying.',
    of: ['partner-onboarding'],
    apply: (call, answer) =>
      answer(
        withText(call, (text) =>
          text.replace(/(?<=")https?:[^"\\]+(?=")/g, (address) =>
            URL.canParse(address) ? new URL(address).href : address,
          ),
        ),
      ),
  },
  'mailboxes-in-small-letters': {
    breaks: 'An e-mail address is stored as it was sent (assumed; RFC 5321, section 2.4).',
    describes: 'E-mail addresses are stored in small letters.',
    of: ['partner-onboarding'],
    apply: (call, answer) =>
      answer(
        withText(call, (text) => text.replace(/(?<=")[^"\\\s@]+@[^"\\\s@]+(?=")/g, (mailbox) => mailbox.toLowerCase())),
      ),
  },
  'slashes-cut': {
    breaks: 'An address is stored as it was sent (assumed).',
    describes: 'A slash at the end of an address is cut off before it is stored.',
    of: ['partner-onboarding'],
    apply: (call, answer) => answer(withText(call, (text) => text.replace(/(?<=")(https?:[^"\\]+)\/(?=")/g, '$1'))),
  },
  'lines-of-two-characters': {
    breaks: 'Text is stored as it was sent (assumed).',
    describes: 'A line feed in a text is stored with a carriage return before it.',
    of: services,
    apply: (call, answer) => answer(withText(call, (text) => text.replaceAll('\\n', '\\r\\n'))),
  },
  'ends-of-lines-cut': {
    breaks: 'A text that breaks its pattern is refused (assumed).',
    describes: 'A line feed at the end of a text is cut off before the text is judged.',
    of: services,
    apply: (call, answer) => answer(withText(call, (text) => text.replaceAll('\\n"', '"'))),
  },
  'escapes-undone': {
    breaks: 'Text is stored as it was sent (assumed).',
    describes: 'Percent-escapes in texts are decoded before they are stored.',
    of: services,
    apply: (call, answer) => answer(withText(call, (text) => text.replaceAll('%41', 'A'))),
  },
  'capitals-put-right': {
    breaks: 'Text is stored as it was sent (assumed).',
    describes: 'A word that begins small and goes on in capitals is taken for a slip, and its letters are turned.',
    of: services,
    apply: (call, answer) =>
      answer(
        withText(call, (text) =>
          text.replace(
            /\b([a-z])([A-Z]+)\b/g,
            (_all, first: string, others: string) => first.toUpperCase() + others.toLowerCase(),
          ),
        ),
      ),
  },
  'nothing-by-its-word': {
    breaks: 'Text is stored as it was sent (assumed).',
    describes: 'The text null is stored as the word that another language has for it.',
    of: services,
    apply: (call, answer) => answer(withText(call, (text) => text.replace(/"null"/g, '"None"'))),
  },
  'exponents-written-out': {
    breaks: 'Text is stored as it was sent (assumed).',
    describes: 'A text that is a number with an exponent is stored as the digits of that number.',
    of: services,
    apply: (call, answer) =>
      answer(withText(call, (text) => text.replace(/"(\d+e\d{1,2})"/g, (_all, number) => `"${Number(number)}"`))),
  },
  'decoded-as-a-form': {
    breaks: 'Text is stored as it was sent (assumed).',
    describes:
      'Texts are decoded as those of a form are: a plus sign is a blank, and what follows a percent sign a letter.',
    of: services,
    apply: (call, answer) =>
      answer(
        withText(call, (text) =>
          text
            .replaceAll('+', ' ')
            .replace(/%([3-7][0-9a-f])/gi, (_all, code: string) => String.fromCharCode(parseInt(code, 16))),
        ),
      ),
  },
  'variables-filled-in': {
    breaks: 'Text is stored as it was sent (assumed).',
    describes: 'A dollar sign and the word behind it are a variable, which has no value.',
    of: services,
    apply: (call, answer) => answer(withText(call, (text) => text.replace(/\$\w+/g, ''))),
  },
  'text-stripped': {
    breaks: 'Text is stored as it was sent (assumed).',
    describes: 'Characters that cannot be seen are taken out of texts.',
    of: services,
    apply: (call, answer) =>
      answer(withText(call, (text) => text.replace(/[\u200b-\u200f\u202a-\u202e]|\\u(?:0000|d83d)/g, ''))),
  },
  'beyond-the-plane-refused': {
    breaks: 'The length of a text is counted in characters (assumed).',
    describes: 'A text with more than twenty characters beyond the basic plane is refused as too long.',
    of: services,
    apply: async (call, answer) => {
      const seen = withText(call, (text) => text);
      const bytes = seen.hasBody && tokenOf(call) !== undefined ? await seen.read(mebibyte) : undefined;
      const beyond =
        Buffer.from(bytes ?? new Uint8Array())
          .toString('utf8')
          .match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0;
      const reply = await answer(seen);
      return beyond > 20 && reply.status < 300 ? refusal(reply, 400, 'A text is too long.') : reply;
    },
  },
  'old-assertion-refused': {
    breaks:
      'An assertion that has not expired is accepted (student-reporting section 5; a limit of its age is shown nowhere).',
    describes: 'An assertion that is more than ten minutes old is refused.',
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

function changeOf({ apply }: Deviation): FaultChange<{ readonly delivery: Delivery }> {
  return ({ delivery: { answer } }, _stages, { clock }) => {
    const memory: Memory = { served: new Map(), writers: new Map() };
    return {
      delivery: { answer: (call) => apply(call, answer, memory, () => clock().getTime() / 1000) },
    };
  };
}

/** The faults of that kind that a subject can have. */
export function receptionFaultsOf(subject: Subject): SharedFaults<{ readonly delivery: Delivery }> {
  return Object.fromEntries(
    Object.entries(receptionFaults)
      .filter(([, { of }]) => of.includes(subject))
      .map(([name, fault]) => [name, { breaks: fault.breaks, describes: fault.describes, change: changeOf(fault) }]),
  );
}
