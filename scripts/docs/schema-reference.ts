/** Reference pages for the files of Plumbline, generated from their JSON Schemas: one table per file, one row per key. */
interface Node {
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Node;
  readonly items?: Node;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly if?: Node;
  readonly then?: Node;
  readonly else?: Node;
  readonly allOf?: readonly Node[];
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
  readonly $defs?: Readonly<Record<string, Node>>;
}
export type SchemaFiles = Readonly<Record<string, object>>;

/** A key of a file, with its path from the root or from a shared definition. */
export interface KeyRow {
  readonly key: string;
  readonly values: string;
  readonly required: string;
  readonly meaning: string;
}

/** A table: the keys of a file, or of a definition that several keys share. */
export interface KeyTable {
  readonly name: string;
  readonly about: string;
  readonly rows: readonly KeyRow[];
}

/** Tables of one schema file. The first one has the keys of the file itself, the others the definitions that it uses. */
export function keyTables(files: SchemaFiles, name: string): readonly KeyTable[] {
  return tablesFrom(files, [{ name: '', node: withFile(files[name], name) }]);
}

function tablesFrom(files: SchemaFiles, waiting: Definition[]): readonly KeyTable[] {
  const tables: KeyTable[] = [];
  const named = new Set<string>();
  const collector = new KeyCollector(files, (definition) => {
    if (!named.has(definition.name)) waiting.push(definition);
    named.add(definition.name);
  });
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
    tables.push({ name: next.name, about: next.node.description ?? '', rows: collector.rowsOf(next.node, '') });
  return tables;
}

interface Definition {
  readonly name: string;
  readonly node: Node;
}

/** A schema whose references all name their file. */
function withFile(value: unknown, file: string): Node {
  const absolute = (part: unknown): unknown => {
    if (typeof part === 'string' && part.startsWith('#/$defs/')) return `${file}${part}`;
    if (Array.isArray(part)) return part.map(absolute);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([keyword, inner]) => [keyword, absolute(inner)]));
  };
  return absolute(value) as Node;
}

/** Collects the rows of a table. Objects without a name of their own are expanded, definitions get their own table. */
class KeyCollector {
  readonly #files: SchemaFiles;
  readonly #define: (definition: Definition) => void;

  constructor(files: SchemaFiles, define: (definition: Definition) => void) {
    this.#files = files;
    this.#define = define;
  }

  rowsOf(node: Node, prefix: string): readonly KeyRow[] {
    const own = Object.entries(node.properties ?? {}).flatMap(([name, property]) => {
      const key = prefix === '' ? name : `${prefix}.${name}`;
      const row: KeyRow = {
        key,
        values: this.#values(property),
        required: requirement(node, name),
        meaning: property.description ?? this.#resolve(property).node.description ?? '',
      };
      return [row, ...this.#below(property, key)];
    });
    const rows = prefix === '' && node.properties === undefined ? this.#below(node, '') : own;
    return rows.filter((row, index) => rows.findIndex(({ key }) => key === row.key) === index);
  }

  /** Keys of an object, of the values of a map, and of the entries of a list. */
  #below(node: Node, key: string): readonly KeyRow[] {
    if (node.$ref !== undefined) {
      const definition = this.#resolve(node);
      if (definition.node.properties === undefined) return this.#below(definition.node, key);
      this.#define(definition);
      return [];
    }
    const { items, additionalProperties: values, properties } = node;
    return [
      ...(properties === undefined ? [] : this.rowsOf(node, key)),
      ...(items === undefined ? [] : this.#below(items, `${key}[]`)),
      ...(typeof values === 'object' ? this.#below(values, key === '' ? 'NAME' : `${key}.NAME`) : []),
      ...variantsOf(node).flatMap((part) => this.#below(part, key)),
    ];
  }

  #resolve(node: Node): Definition {
    if (node.$ref === undefined) return { name: '', node };
    const [file = '', name = ''] = node.$ref.split('#/$defs/');
    const found = (this.#files[file] as Node).$defs?.[name];
    if (found === undefined) throw new Error(`no definition ${node.$ref}`);
    return { name: `${file.replace('.schema.json', '')} ${name}`, node: withFile(found, file) };
  }

  #values(node: Node): string {
    if (node.$ref !== undefined) {
      const { name, node: found } = this.#resolve(node);
      return found.properties === undefined ? this.#values(found) : `[${name}](#${name.toLowerCase().replaceAll(' ', '-')})`;
    }
    if (node.enum !== undefined) return node.enum.map(code).join(', ');
    if (node.const !== undefined) return code(node.const);
    if (node.type === undefined && variantsOf(node).length > 0)
      return [...new Set(variantsOf(node).map((part) => this.#values(part)))].join('; or ');
    if (node.items !== undefined && node.type === 'array') return `list: ${this.#values(node.items)}`;
    if (node.type === 'object' && typeof node.additionalProperties === 'object')
      return `map: ${this.#values(node.additionalProperties)}`;
    return `${node.title ?? [node.type ?? 'any value'].flat().join(', ')}${limits(node)}`;
  }
}

function variantsOf({ then, else: otherwise, anyOf = [], oneOf = [] }: Node): readonly Node[] {
  return [then, otherwise, ...anyOf, ...oneOf].filter((part) => part !== undefined);
}

function requirement(node: Node, name: string): string {
  if (node.required?.includes(name) === true) return 'yes';
  const conditions = [node, ...(node.allOf ?? [])].flatMap((part) => {
    const [test] = Object.entries(part.if?.properties ?? {});
    if (test === undefined || part.then?.required?.includes(name) !== true) return [];
    const values = test[1].enum ?? [test[1].const];
    return [`if \`${test[0]}\` is ${values.map(String).join(' or ')}`];
  });
  return conditions.join('; ');
}

function limits({ minimum, exclusiveMinimum, maximum }: Node): string {
  const least = minimum === undefined ? undefined : `from ${minimum}`;
  const above = exclusiveMinimum === undefined ? undefined : `above ${exclusiveMinimum}`;
  const most = maximum === undefined ? undefined : `up to ${maximum}`;
  const texts = [least, above, most].filter((text) => text !== undefined);
  return texts.length === 0 ? '' : ` ${texts.join(' ')}`;
}

function code(value: unknown): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}

function tableLines({ rows }: KeyTable): readonly string[] {
  return [
    '| key | values | required | meaning |',
    '|---|---|---|---|',
    ...rows.map(({ key, values, required, meaning }) => `| \`${key}\` | ${cell(values)} | ${required} | ${cell(meaning)} |`),
    '',
  ];
}

/** A change has the keys of the thing that it changes. Only its other keys are listed. */
function withoutRepetition(table: KeyTable): KeyTable {
  if (!table.name.endsWith('Change')) return table;
  return { ...table, rows: table.rows.filter(({ key }) => key === 'in' || key === 'remove') };
}

interface Page {
  readonly title: string;
  readonly about: readonly string[];
  /** Names of schema files, in the order of the sections. */
  readonly names: readonly string[];
}

/** A page with one section per file. A definition that several files use is printed once, where it is first used. */
export function referenceDocument(files: SchemaFiles, { title, about, names }: Page): string {
  const printed = new Set<string>();
  const sections = names.flatMap((name) => {
    const heading = (files[name] as Node).title?.replace('Plumbline: ', '') ?? name;
    return keyTables(files, name).flatMap((table) => {
      if (table.name !== '' && printed.has(table.name)) return [];
      printed.add(table.name);
      const line = table.name === '' ? `## ${heading.replace(/^./, (letter) => letter.toUpperCase())}` : `### ${table.name}`;
      return [line, '', ...(table.about === '' ? [] : [cell(table.about), '']), ...tableLines(withoutRepetition(table))];
    });
  });
  return [`# ${title}`, '', ...about, '', ...sections].join('\n');
}
