/**
 * The lock of a version as text and back: YAML that stays readable line by line, so that a diff of it is the review.
 * One line for each requirement, open point, operation, field, shared block, and for the checks of each operation.
 */
import { createHash } from 'node:crypto';
import { BadInput } from '../errors.ts';
import { SECTIONS, type ShapeSection, type Shape } from './shape.ts';

export const LOCK_SCHEMA = 'plumbline.lock/1';

export interface Lock {
  readonly service: string;
  readonly version: string;
  /** As the file says; anything else than `lockHash(shape)` was changed by hand. */
  readonly hash: string;
  readonly shape: Shape;
  /** Lines of the file, from 1: of sections by their name, of entries by `<section> <name>`. */
  readonly places: ReadonlyMap<string, number>;
}

/** SHA-256 over every line, hex: what a released version requires, as one name. */
export function lockHash(shape: Shape): string {
  const hash = createHash('sha256');
  for (const section of SECTIONS)
    for (const [name, line] of shape[section]) hash.update(`${section}\n${name}\n${line}\n`);
  return hash.digest('hex');
}

export function lockText(service: string, version: string, shape: Shape): string {
  const body = SECTIONS.flatMap((section) =>
    shape[section].size === 0
      ? []
      : [`${section}:`, ...[...shape[section]].map(([name, line]) => `  ${key(name)}: ${quoted(line)}`)],
  );
  return `${[
    `# What ${service} ${version} requires, with every open point at its default. Written by "plumbline lint --update-locks".`,
    `lock: ${LOCK_SCHEMA}`,
    `service: ${service}`,
    `version: ${JSON.stringify(version)}`,
    `hash: ${JSON.stringify(lockHash(shape))}`,
    ...body,
  ].join('\n')}\n`;
}

function key(name: string): string {
  return /^[A-Za-z][\w./-]*$/.test(name) ? name : JSON.stringify(name);
}

/** In the kind of quotes that needs no escapes, where there is one. */
function quoted(text: string): string {
  return /["\\]/.test(text) && !/[\n\r]/.test(text) ? `'${text.replaceAll("'", "''")}'` : JSON.stringify(text);
}

/** Throws `BadInput` for a text that no lock has: merge markers, a line changed by hand beyond its form. */
export function parseLock(text: string, file: string): Lock {
  const shape = Object.fromEntries(SECTIONS.map((section) => [section, new Map<string, string>()])) as Record<
    ShapeSection,
    Map<string, string>
  >;
  const places = new Map<string, number>();
  const head = new Map<string, string>();
  let section: ShapeSection | undefined;
  text.split('\n').forEach((line, index) => {
    if (line.trim() === '' || line.startsWith('#')) return;
    const entry = /^ {2}("(?:[^"\\]|\\.)*"|[A-Za-z][\w./-]*): (".*"|'.*')$/.exec(line);
    const opening = SECTIONS.find((name) => line === `${name}:`);
    const scalar = /^(lock|service|version|hash): (.+)$/.exec(line);
    if (opening !== undefined) {
      section = opening;
      places.set(opening, index + 1);
    } else if (scalar !== null) head.set(scalar[1] ?? '', unquoted(scalar[2] ?? '') ?? '');
    else {
      const name = entry === null ? undefined : unquoted(entry[1] ?? '');
      const value = entry === null ? undefined : unquoted(entry[2] ?? '');
      if (section === undefined || name === undefined || value === undefined) {
        throw BadInput.of('lock-form', 'this is no line of a lock', {
          file,
          line: index + 1,
          column: 1,
          hint: 'Take the file of the last commit, or write it anew with "plumbline lint --update-locks".',
        });
      }
      shape[section].set(name, value);
      places.set(`${section} ${name}`, index + 1);
    }
  });
  if (head.get('lock') !== LOCK_SCHEMA)
    throw BadInput.of('lock-form', `this is not a lock of the schema ${LOCK_SCHEMA}`, {
      file,
      line: 1,
      column: 1,
      hint: 'Write it anew with "plumbline lint --update-locks".',
    });
  return {
    service: head.get('service') ?? '',
    version: head.get('version') ?? '',
    hash: head.get('hash') ?? '',
    shape,
    places,
  };
}

/** What the quotes hold, or a plain word as it stands. */
function unquoted(text: string): string | undefined {
  if (text.startsWith("'")) return text.slice(1, -1).replaceAll("''", "'");
  if (!text.startsWith('"')) return text;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
