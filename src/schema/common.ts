/** Parts that several files share: names, versions, JSON pointers, secrets. */
import { TOKEN } from '../model/headers.ts';
import {
  choice,
  constant,
  Definitions,
  describeSchema,
  integer,
  JSON_VALUE,
  list,
  map,
  object,
  type ObjectOf,
  partial,
  schema,
  type Schema,
  schemaFile,
  text,
  type ValueOf,
} from './builder.ts';

const parts = new Definitions('common');

export const TEXT = parts.define('text', text({ title: 'string', pattern: '\\S' }));

const NAME_PATTERN = '[a-z0-9]+(-[a-z0-9]+)*';
export const NAME = parts.define(
  'name',
  describeSchema(
    'Lower-case letters, digits and hyphens, like student-reporting.',
    text({ title: 'name', pattern: `^${NAME_PATTERN}$` }),
  ),
);

export const LINK = parts.define(
  'link',
  describeSchema(
    'An earlier step whose Location is used, or the place of a link in its response, like asked#/links/status.',
    text({ title: 'step, or step#/pointer', pattern: `^${NAME_PATTERN}(#/.+)?$` }),
  ),
);

export const ID = parts.define(
  'id',
  describeSchema(
    'Dotted, starting with the service, like student-reporting.pagination.cap.',
    text({ title: 'id', pattern: `^${NAME_PATTERN}(\\.[A-Za-z0-9_-]+)+$` }),
  ),
);

const VERSION_PATTERN = '^[0-9A-Za-z][0-9A-Za-z.+_-]*$';
export const VERSION = parts.define(
  'version',
  describeSchema(
    'A version id of versions.yaml, always in quotes, like "2.1.05".',
    text({ title: 'version', pattern: VERSION_PATTERN }),
  ),
);

export const MEMBER = parts.define(
  'member',
  describeSchema('Name of a JSON field.', text({ title: 'member name', pattern: '^[^\\s/{}]+$' })),
);

/**
 * A bound of a version range: an id of the service's `versions.yaml`, or the answer to an open question (whose value is such an id),
 * if the documents do not specify the version.
 */
export type VersionBound = string | OpenBound;
export type OpenBound = ValueOf<typeof OPEN_BOUND>;

const OPEN_BOUND = object(
  { openPoint: describeSchema('Id of the open question whose answer is the version.', TEXT) },
  {
    is: describeSchema(
      'The version, if the documents specify it but not what changed. The open question then asks what changed.',
      text({ pattern: VERSION_PATTERN }),
    ),
    before: describeSchema('For `until` only: use the version before the answer.', constant(true)),
  },
);

export const BOUND: Schema<VersionBound> = parts.define(
  'bound',
  describeSchema(
    'A version in quotes, like "3.0.8". { openPoint: id } if the documents do not specify the version. { openPoint: id, is: "3.0.8" } if they specify the version but not what changed.',
    schema({ ...OPEN_BOUND, title: 'version', type: ['string', 'object'], pattern: VERSION_PATTERN }),
  ),
);

/** `since` is the first version that has it, `until` the last one (both inclusive). */
export const RANGE_PROPERTIES = {
  since: describeSchema('First version that has it. Default: the first version.', BOUND),
  until: describeSchema('Last version that has it. Default: the last version.', BOUND),
};
const RANGE = partial(RANGE_PROPERTIES);
export type VersionRange = ValueOf<typeof RANGE>;
parts.define('range', RANGE);

/** A version, and properties that change with it. */
export function changeOf<P extends Readonly<Record<string, Schema>>, const Removable extends string>(
  properties: P,
  removable: readonly Removable[],
): Schema<ObjectOf<{ readonly in: typeof BOUND }, P & { readonly remove: Schema<readonly Removable[]> }>> {
  const remove = list(choice(...removable), { minItems: 1, uniqueItems: true });
  return describeSchema(
    'A version, and at least one property that changes with it.',
    object(
      {
        in: describeSchema(
          'First version with the change. It is after the first version of the thing that changes.',
          BOUND,
        ),
      },
      { ...properties, remove: describeSchema('Properties that do not exist from this version on.', remove) },
    ),
  );
}

export function changesOf<T>(change: Schema<T>): Schema<readonly T[]> {
  return describeSchema(
    'Properties that change with a version. Changes apply in the order of the versions.',
    list(change, { minItems: 1 }),
  );
}

export const HEADER = parts.define('header', text({ title: 'header name', pattern: `^${TOKEN}$` }));
export const HEADERS = parts.define('headers', map(text(), { keys: HEADER }));

export const STATUS = parts.define('status', integer({ title: 'HTTP status', minimum: 100, maximum: 599 }));
export const STATUSES = parts.define('statuses', list(STATUS, { minItems: 1, uniqueItems: true }));

export const GLOB = parts.define(
  'glob',
  describeSchema(
    '`*` matches within a segment, `**` across segments.',
    text({ title: 'pattern', pattern: '^[^\\s/]+(/[^\\s/]+)*$' }),
  ),
);

/** A secret that is read only when it is needed and never printed. */
export type SecretRef = ValueOf<typeof SECRET>;
export const SECRET = parts.define(
  'secret',
  describeSchema(
    'Place of the secret: { env: NAME } or { file: path }, never the secret itself.',
    partial(
      {
        env: describeSchema(
          'Name of the environment variable with the secret.',
          text({ title: 'name of an environment variable', pattern: '^[A-Za-z_][A-Za-z0-9_]*$' }),
        ),
        file: describeSchema('File with the secret, relative to this file.', TEXT),
      },
      { title: 'secret', minProperties: 1, maxProperties: 1 },
    ),
  ),
);

/** RFC 6901. */
export const POINTER = text({ title: 'JSON pointer', pattern: '^(/([^~/]|~0|~1)*)*$' });

/** Pointers to the records in requests and responses. */
export type RecordWrapping = ValueOf<typeof RECORD_WRAPPING>;
export const RECORD_WRAPPING = parts.define(
  'wrapping',
  partial(
    {
      record: describeSchema(
        'Place of the record in the response to a create, read or update. Default: the response is the record.',
        POINTER,
      ),
      sent: describeSchema(
        'Place of the record in a request of form plain. Default: the request is the record.',
        POINTER,
      ),
      around: describeSchema(
        'Other content of such a request, around the record: { data: { type: books } }.',
        map(JSON_VALUE),
      ),
      records: describeSchema(
        'Place of the records in the response of a list. Default: the response is the array.',
        POINTER,
      ),
      empty: describeSchema('`absent`: an empty list is left out of the response, as in HAL.', constant('absent')),
      entry: describeSchema('Place of the record in a list entry. Default: the entry is the record.', POINTER),
      identifier: describeSchema(
        'Place of the identifier in a record; empty if records are plain values. Default: the field named by `uid`.',
        POINTER,
      ),
      flag: describeSchema('Place of the field that is true on success, whatever the status.', POINTER),
      messages: describeSchema('Place of the warnings.', POINTER),
    },
    { minProperties: 1 },
  ),
);

/** Texts that every finding must contain. */
export const SYMPTOM = partial(
  {
    where: describeSchema('Text that `where` must contain.', TEXT),
    actual: describeSchema('Text that `actual` must contain.', TEXT),
    expected: describeSchema('Text that `expected` must contain.', TEXT),
  },
  { minProperties: 1 },
);

export const COMMON_FILE = schemaFile('Plumbline: parts that several files share', schema({}), parts);
