// The schemas for editors. Loading replaces each `{ openPoint: id }` with the default of the open question before it validates a file.
// An editor validates the file as it is, so its schemas accept an open value wherever a contract has a value.

const COMMON = 'common.schema.json';
const OPEN_VALUE = `${COMMON}#/$defs/openValue`;

/** Files with values that may be answers to open questions. */
const KINDS = ['endpoint', 'envelope', 'errors', 'own-catalogue', 'pagination', 'security', 'token'];
const OPEN = KINDS.map((name) => `${name}.schema.json`);

const openValue = {
  title: 'open value',
  description: 'The answer to an open question: that of the target, or the default until then.',
  type: 'object',
  properties: {
    openPoint: { description: 'Id of the open question, in specs/<service>/open-points.yaml.', type: 'string' },
    at: { description: 'JSON pointer to the part of the answer that is used here.', type: 'string' },
    has: { description: 'The value is true if the answer is a list that contains this.' },
  },
  required: ['openPoint'],
  additionalProperties: false,
};

/** A schema as an editor needs it. */
export function forEditors(name, schema) {
  if (name === COMMON) return { ...schema, $defs: { ...schema.$defs, openValue } };
  return OPEN.includes(name) ? opened(schema) : schema;
}

/** Keywords that hold schemas of values, and those that hold such schemas by name. */
const PARTS = ['additionalProperties', 'items'];
const NAMED = ['properties'];

function opened(schema) {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, held]) => {
      if (PARTS.includes(keyword)) return [keyword, orOpen(held)];
      if (NAMED.includes(keyword)) return [keyword, mapped(held, orOpen)];
      if (keyword === '$defs') return [keyword, mapped(held, opened)];
      if (['allOf', 'anyOf', 'oneOf'].includes(keyword)) return [keyword, held.map(opened)];
      return [keyword, held];
    }),
  );
}

function orOpen(schema) {
  if (!isOpened(schema)) return schema;
  const { description, ...value } = opened(schema);
  return { ...(description === undefined ? {} : { description }), anyOf: [value, { $ref: OPEN_VALUE }] };
}

/** Version bounds have their own form of open value, and a schema without keywords accepts it anyway. */
function isOpened(schema) {
  if (typeof schema !== 'object' || String(schema.$ref).endsWith('/bound')) return false;
  return Object.keys(schema).some((keyword) => keyword !== 'description');
}

function mapped(map, change) {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, change(value)]));
}
