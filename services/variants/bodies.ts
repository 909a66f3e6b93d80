import { isObject } from '../model/objects.ts';
import { withJson, type Variant } from './variant.ts';

type Members = Readonly<Record<string, unknown>>;

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reversed(member)]),
  );
}

/** Indented, with everything beyond ASCII escaped, and a line's end at the end. */
function spaced(document: unknown): string {
  const text = JSON.stringify(document, undefined, 2);
  return `${text.replace(/[^\0-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`;
}

/** Every error in other words: the names of what is wrong stay, whatever is said about them. */
function reworded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reworded);
  if (!isObject(value)) return value;
  if (typeof value['error_identifier'] === 'string')
    return {
      ...value,
      error_identifier: renumbered(value['error_identifier']),
      error_description: other(value['error_description']),
    };
  if ('error' in value && 'error_description' in value)
    return { ...value, error_description: other(value['error_description']) };
  const errors = value['errors'];
  if (!Array.isArray(errors))
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, reworded(member)]));
  const changed = errors.map((entry: unknown, index) => (isObject(entry) ? gatewayEntry(entry, index) : entry));
  return { ...value, errors: changed };
}

function gatewayEntry(entry: Members, index: number): unknown {
  if (typeof entry['error_identifier'] === 'string') return reworded(entry);
  return {
    id: `e-${String(index + 1)}`,
    ...entry,
    code: `ERR_${String(entry['code']).toUpperCase()}`,
    detail: other(entry['detail']),
  };
}

function other(text: unknown): string {
  return `Please mend this and send it again: ${String(text)}`;
}

/** The digits of a rule that nobody has published are the service's own. */
function renumbered(identifier: string): string {
  return identifier.replace(/^19/, '27');
}

/** Without a source, the words alone say which member is meant; where they do not, the source stays. */
function unpointed(value: unknown): unknown {
  if (!isObject(value) || !Array.isArray(value['errors'])) return value;
  const errors = value['errors'].map((entry: unknown) => {
    if (!isObject(entry) || !isObject(entry['source'])) return entry;
    const { source, ...rest } = entry;
    const [place] = Object.values(source as Members).map(String);
    const name = place?.split('/').at(-1) ?? '';
    // The place is written out, so that the words say which of several entries is meant.
    return name !== '' && !name.match(/^\d+$/)
      ? { ...rest, detail: `${name} (at ${place ?? ''}): ${String(entry['detail'])}` }
      : entry;
  });
  return { ...value, errors };
}

const json =
  'RFC 8259, section 4: the order of members and white space mean nothing; section 7: any character may be escaped.';
const ownWords = 'No document shows an error body, so that its words, its codes and an id are the service’s own.';

export const bodyVariants = {
  'member-order': {
    describes: 'The fields of every object are in another order.',
    allowedBy: json,
    apply: (reply) => withJson(reply, reversed),
  },
  'spaced-json': {
    describes: 'JSON is indented, escapes all characters beyond ASCII, and ends with a line feed.',
    allowedBy: json,
    apply: (reply) => withJson(reply, (document) => document, spaced),
  },
  'other-words': {
    describes: 'Errors have an id, other codes and other texts, which still name the field.',
    allowedBy: ownWords,
    apply: (reply) => withJson(reply, reworded),
  },
  'no-source': {
    describes: 'Errors name the field in their text and have no source.',
    allowedBy: ownWords,
    apply: (reply) => (reply.status >= 400 ? withJson(reply, unpointed) : reply),
  },
} as const satisfies Readonly<Record<string, Variant>>;
