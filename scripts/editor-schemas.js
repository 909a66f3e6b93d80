// The schemas that editors are given. Loading puts the default of an open point at the place of each `{ openPoint: id }`
// before it looks at the form of a file, an editor sees what is written: so wherever a contract has a value, these take that too.

const COMMON = 'common.schema.json';
const OPEN_VALUE = `${COMMON}#/$defs/openValue`;

/** Files in which a value may be the answer to an open point. */
const KINDS = ['endpoint', 'envelope', 'errors', 'own-catalogue', 'pagination', 'security', 'token'];
const OPEN = KINDS.map((name) => `${name}.schema.json`);

const openValue = {
  title: 'open value',
  description: 'The answer to an open point: what a target says, and the default of the point until then.',
  type: 'object',
  properties: {
    openPoint: { description: 'Id of the open point, of specs/<service>/open-points.yaml.', type: 'string' },
    at: { description: 'JSON pointer to the part of the answer that stands here.', type: 'string' },
    has: { description: 'True here, where the answer is a list that has this.' },
  },
  required: ['openPoint'],
  additionalProperties: false,
};

/** One of our schemas as an editor needs it. */
export function forEditors(name, schema) {
  if (name === COMMON) return { ...schema, $defs: { ...schema.$defs, openValue } };
  return OPEN.includes(name) ? opened(schema, schema) : schema;
}

/** Keywords that hold schemas of values, and those that hold such schemas by name. */
const PARTS = ['additionalProperties', 'items'];
const NAMED = ['properties'];

function opened(schema, root) {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return schema;
  const part = (value) => opened(value, root);
  const value = (of) => orOpen(of, root);
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, held]) => {
      if (PARTS.includes(keyword)) return [keyword, value(held)];
      if (NAMED.includes(keyword)) return [keyword, mapped(held, value)];
      if (keyword === '$defs') return [keyword, mapped(held, part)];
      if (['allOf', 'anyOf', 'oneOf'].includes(keyword)) return [keyword, held.map(part)];
      return [keyword, keyword === '$ref' && held.startsWith('#/') ? moved(held, root) : held];
    }),
  );
}

function orOpen(schema, root) {
  if (!isOpened(schema)) return schema;
  const { description, ...value } = opened(schema, root);
  return { ...(description === undefined ? {} : { description }), anyOf: [value, { $ref: OPEN_VALUE }] };
}

/** Versions have a form of their own, and what has no form takes anything. */
function isOpened(schema) {
  if (typeof schema !== 'object' || String(schema.$ref).endsWith('/bound')) return false;
  return Object.keys(schema).some((keyword) => keyword !== 'description');
}

/** Where what a reference leads to stands now: what it passes through is the first of two. */
function moved(reference, root) {
  const parts = reference.slice(2).split('/');
  const now = [];
  let schema = root;
  let isNamed = false;
  parts.forEach((part, index) => {
    const isValue = isNamed ? NAMED.includes(parts[index - 1]) : PARTS.includes(part);
    isNamed = !isNamed && (NAMED.includes(part) || part === '$defs');
    schema = schema[part];
    now.push(part, ...(isValue && index < parts.length - 1 && isOpened(schema) ? ['anyOf', '0'] : []));
  });
  return `#/${now.join('/')}`;
}

function mapped(map, change) {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, change(value)]));
}
