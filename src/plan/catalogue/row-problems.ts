/** Unknown names in rows, reported with their line before planning. */
import { omitUndefined } from '../../model/objects.ts';
import { ALGORITHMS } from '../../model/jwt.ts';
import { encodePointerPart } from '../../model/pointer.ts';
import type { Json } from '../../model/json.ts';
import type { Problem } from '../../errors.ts';
import {
  type ResponseRow,
  type OperationCondition,
  type OwnCatalogue,
  type Position,
  REJECTION_KINDS,
  type Row,
  type RowOperation,
  type RowAssertion,
  type RowChange,
  type RowCheck,
  type RowEach,
  type RowExpect,
  type RowVariantDefinition,
} from '../../load/model.ts';
import { suggestName } from '../../load/suggest.ts';
import { computeOnce } from '../open-question-uses.ts';
import type { RuleBook } from './template.ts';
import { CAPABILITIES } from './capabilities.ts';
import { expectationProblems, stepProblems } from './step-problems.ts';
import { KEY_PARAMETERS, TOKENS } from './credentials.ts';
import { NAME_IN_BRACES, type Selector } from './items.ts';
import { MAKERS } from './makers/index.ts';
import { SELECTORS } from './selectors/index.ts';
import { mergedCollection } from './variants.ts';
import { DIRECTIVES, DURATION_NAMES } from './written-values.ts';

function rowProblems(rules: RuleBook, rows: readonly Row[]): readonly Problem[] {
  return rows.flatMap((row) => new RowCheckup(rules, row).problems());
}

/** Problems in the common catalogues, which do not depend on the project. */
export const commonRowProblems = computeOnce((rules: RuleBook): readonly Problem[] => [
  ...rowProblems(rules, rules.rows),
  ...passiveRowProblems(rules, rules.answers),
]);

/** Problems in rows over every response: unknown rules and capabilities. */
export function passiveRowProblems(rules: RuleBook, rows: readonly ResponseRow[]): readonly Problem[] {
  const judges = rules.passive.map(({ id }): string => id);
  return rows.flatMap((row) => {
    const idle = judges.includes(row.id)
      ? []
      : [
          problemAt(row.places[''], {
            code: 'unknown-rule',
            message: `no passive rule has the id ${JSON.stringify(row.id)}`,
            hint: suggestName(row.id, judges, 'rule'),
          }),
        ];
    return [
      ...idle,
      ...rowProblems(rules, [
        {
          ...row,
          catalogue: '',
          aspect: '',
          group: '',
          turns: {},
          needs: row.applies === undefined ? [] : [row.applies],
          expect: [],
          judges: [],
        },
      ]),
    ];
  });
}

function problemAt(
  at: Position | undefined,
  { hint, ...problem }: { readonly code: string; readonly message: string; readonly hint?: string | undefined },
): Problem {
  return {
    ...problem,
    ...omitUndefined({ file: at?.file, line: at?.line, column: at?.column, hint }),
  };
}

/** Problems in a service's own rows and in its list of disabled rows. */
export function serviceRowProblems(rules: RuleBook, { add, off }: OwnCatalogue): readonly Problem[] {
  const ids = [...rules.rows, ...rules.scenarios, ...rules.answers].map(({ id }) => id);
  const idle = off
    .filter(({ row }) => !ids.includes(row))
    .map(({ row, at }): Problem => {
      const hint = suggestName(row, ids, 'row');
      return {
        code: 'unknown-row',
        message: `the common catalogue has no row ${JSON.stringify(row)}`,
        file: at.file,
        line: at.line,
        column: at.column,
        ...omitUndefined({ hint }),
      };
    });
  const taken = add
    .filter(({ id }) => rules.scenarios.some((scenario) => scenario.id === id))
    .map(({ id, places }) =>
      problemAt(places[''], {
        code: 'duplicate-id',
        message: `the common catalogue already has a row ${id}`,
        hint: 'Use another id.',
      }),
    );
  return [...rowProblems(rules, add), ...taken, ...idle];
}

/** Parts of a change that contain values or names. */
const WITH_VALUES = [
  'method',
  'path',
  'identifier',
  'identifierEnd',
  'headers',
  'query',
  'page',
  'size',
  'set',
  'remove',
  'correlation',
  'form',
  'assertion',
] as const satisfies readonly (keyof RowChange)[];

class RowCheckup {
  readonly #rules: RuleBook;
  readonly #row: Row;
  readonly #problems: Problem[] = [];

  constructor(rules: RuleBook, row: Row) {
    this.#rules = rules;
    this.#row = row;
  }

  problems(): readonly Problem[] {
    const row = this.#row;
    const { tries, applies: _applies, ...own } = row;
    if (tries === undefined) this.#said(own, '');
    for (const [name, one] of Object.entries(tries ?? {})) {
      const said = { ...own, ...one, ...mergedCollection(row, one) } as RowVariantDefinition;
      this.#said({ ...said, each: { try: [name], ...said.each } }, `/tries/${name}`);
    }
    for (const needs of row.needs) this.#applies(needs, '/applies');
    if (row.turns.alone !== undefined) this.#applies(row.turns.alone, '/group');
    return this.#problems;
  }

  #said(said: RowVariantDefinition, at: string): void {
    const { each = {} } = said;
    for (const [name, from] of Object.entries(each))
      if (typeof from === 'string') this.#known(from, SELECTORS, 'selector', `${at}/each/${name}`);
      else if ('from' in from) this.#fields(from.from, `${at}/each/${name}/from`);
    if (said.applies !== undefined) this.#applies(said.applies, `${at}/applies`);
    this.#change(said, at, each);
    for (const [name, step] of Object.entries(said.steps ?? {})) this.#step(step, `${at}/steps/${name}`, each);
    const rests =
      said.collection === undefined
        ? expectationProblems(this.#rules, said, said.expect ?? 'accepted', `${at}/expect`)
        : [];
    for (const { code, message, at: place, unknown } of [...stepProblems(said, at), ...rests])
      this.#problem(code, message, place, {
        hint: unknown === undefined ? undefined : suggestName(unknown.name, unknown.names, 'step'),
      });
    for (const [name, text] of Object.entries({ when: said.when, asks: said.asks, key: said.key }))
      if (text !== undefined) this.#names(text, `${at}/${name}`, each);
    if (said.expect !== undefined) this.#expect(said.expect, `${at}/expect`, each);
    if (said.collection !== undefined) this.#collection(said.collection, `${at}/collection`, each);
  }

  #fields(from: string, at: string): void {
    if (this.#known(from, SELECTORS, 'selector', at) && SELECTORS[from]?.gives !== 'field')
      this.#problem('wrong-value', `${from} does not select fields, and only fields can be filtered`, at);
  }

  #applies(needs: OperationCondition, at: string): void {
    for (const [name, wanted] of Object.entries(needs)) {
      if (!this.#known(name, CAPABILITIES, 'capability', `${at}/${name}`)) continue;
      const { values } = CAPABILITIES[name] ?? {};
      for (const value of [wanted].flat())
        if (values?.includes(String(value)) === false)
          this.#problem('wrong-value', `${name} cannot be ${JSON.stringify(value)}`, `${at}/${name}`, {
            hint: `one of ${values.join(', ')}`,
          });
    }
  }

  #change(change: RowChange, at: string, each: RowEach): void {
    const { token, body, assertion } = change;
    for (const name of WITH_VALUES) {
      const part = change[name];
      if (part !== undefined) this.#value(part as Json, `${at}/${name}`, each);
    }
    if (body?.json !== undefined) this.#value(body.json, `${at}/body/json`, each);
    if (token !== undefined) this.#token(token, `${at}/token`, each);
    if (assertion !== undefined) this.#assertion(assertion, `${at}/assertion`, each);
  }

  /** A signature needs a matching `alg`: otherwise the assertion would be valid. */
  #assertion({ header, signature, 'key-in-header': key }: RowAssertion, at: string, each: RowEach): void {
    if (key !== undefined) this.#spelled(key, KEY_PARAMETERS, 'key parameter', `${at}/key-in-header`, each);
    const algorithm = header?.['alg'];
    const signed =
      signature === 'right-key' ? ALGORITHMS.rsa : signature === 'public-key-as-secret' ? ALGORITHMS.secret : undefined;
    if (algorithm === undefined && (signed !== undefined || signature === 'absent'))
      this.#problem(
        'case-incomplete',
        `a signature that is ${signature ?? ''} needs an \`alg\` in the header`,
        `${at}/signature`,
      );
    if (algorithm !== undefined && signed !== undefined)
      this.#spelled(String(algorithm), signed, 'algorithm', `${at}/header/alg`, each);
  }

  #step(step: RowOperation, at: string, each: RowEach): void {
    this.#change(step, at, each);
    if (step.of !== undefined) this.#names(step.of, `${at}/of`, each);
    if (step.items !== undefined) this.#value(step.items, `${at}/items`, each);
  }

  #token(token: string, at: string, each: RowEach): void {
    this.#names(token, at, each);
    this.#spelled(token, TOKENS, 'token', at, each);
  }

  /** Checks every text that the template can produce: a misspelt token would be sent as the valid one. */
  #spelled(text: string, table: Readonly<Record<string, unknown>>, noun: string, at: string, each: RowEach): void {
    const spelled = [...text.matchAll(NAME_IN_BRACES)].reduce(
      (texts, [all, name = '']) => {
        const from = each[name];
        return Array.isArray(from)
          ? texts.flatMap((one) => (from as readonly Json[]).map((v) => one.replace(all, String(v))))
          : texts;
      },
      [text],
    );
    for (const one of spelled) this.#known(one, table, noun, at);
  }

  /** Checks names in texts and keys, and directives, recursively. */
  #value(value: Json, at: string, each: RowEach): void {
    if (typeof value === 'string') return this.#names(value, at, each);
    if (typeof value !== 'object' || value === null) return;
    const members = Object.entries(value);
    const [first] = members;
    if (!Array.isArray(value) && first?.[0].startsWith('$') === true)
      this.#directive(first[0], value as JsonMap, at, each);
    for (const [name, member] of members) {
      this.#names(name, `${at}/${name}`, each);
      this.#value(member as Json, `${at}/${encodePointerPart(name)}`, each);
    }
  }

  #directive(name: string, value: JsonMap, at: string, each: RowEach): void {
    if (!DIRECTIVES.includes(name)) {
      this.#problem('unknown-directive', `${JSON.stringify(name)} is not a directive`, `${at}/${name}`, {
        hint: suggestName(name, DIRECTIVES, 'directive'),
      });
    } else if (name === '$make') {
      const maker = String(value['$make']);
      if (!this.#known(maker, MAKERS, 'value maker', `${at}/$make`)) return;
      const wanted = MAKERS[maker]?.of;
      const given = Object.values(each).map((from) => selectorOf(from)?.gives);
      if (value['of'] !== undefined) this.#known(String(value['of']), each, 'name', `${at}/of`);
      if (wanted !== undefined && !given.includes(wanted))
        this.#problem('case-incomplete', `${maker} needs a ${wanted}, and \`each\` does not select one`, `${at}/$make`);
    } else if (name === '$now') {
      for (const side of ['plus', 'minus'])
        for (const span of [value[side] ?? []].flat())
          if (!DURATION_NAMES.some((one) => one === span))
            this.#problem('wrong-value', `${side} cannot be ${JSON.stringify(span)}`, `${at}/${side}`, {
              hint: `one of ${DURATION_NAMES.join(', ')}`,
            });
    }
  }

  #expect(expect: RowExpect, at: string, each: RowEach): void {
    if (expect === 'accepted') return;
    if (Array.isArray(expect)) {
      (expect as readonly RowCheck[]).forEach((one, index) => this.#expect(one, `${at}/${index}`, each));
      return;
    }
    const { refused, rule, as, asks, field, applies, with: parameters = {} } = expect as RowCheck;
    if (applies !== undefined) this.#applies(applies, `${at}/applies`);
    if (refused !== undefined && !REJECTION_KINDS.some((one) => one === refused))
      this.#problem(
        'unknown-refusal',
        `no kind of rejection has the name ${JSON.stringify(refused)}`,
        `${at}/refused`,
        {
          hint: suggestName(refused, REJECTION_KINDS, 'kind'),
        },
      );
    if (asks !== undefined) this.#names(asks, `${at}/asks`, each);
    if (field !== undefined) this.#names(field, `${at}/field`, each);
    this.#value(parameters, `${at}/with`, each);
    const judge = rule ?? as;
    if (judge === undefined) return;
    const known = this.#rules.find(judge);
    if (known?.kind !== 'case') {
      const place = `${at}/${rule === undefined ? 'as' : 'rule'}`;
      this.#problem('unknown-rule', `no rule for cases has the id ${JSON.stringify(judge)}`, place, {
        hint: suggestName(
          judge,
          this.#rules.cases.map((one) => one.id),
          'rule',
        ),
      });
      return;
    }
    const takes = known.parameters.map((one) => one.name);
    for (const name of Object.keys(parameters))
      if (!takes.includes(name))
        this.#problem('rule-parameters', `${judge} has no parameter ${JSON.stringify(name)}`, `${at}/with/${name}`, {
          hint: suggestName(name, takes, 'parameter') ?? `Known parameters: ${takes.join(', ')}.`,
        });
  }

  #collection(written: NonNullable<RowVariantDefinition['collection']>, at: string, each: RowEach): void {
    this.#value(written as unknown as Json, at, each);
    for (const [step, { token }] of Object.entries(written))
      if (token !== undefined) this.#token(token, `${at}/${step}/token`, each);
  }

  /** Checks that every `{name}` is in `each`. */
  #names(text: string, at: string, each: RowEach): void {
    for (const [, name = ''] of text.matchAll(NAME_IN_BRACES)) {
      const [item = '', more] = name.split('.');
      const from = each[item];
      const known = more === undefined ? Object.hasOwn(each, item) : selectorOf(from)?.more?.includes(more) === true;
      if (!known)
        this.#problem('unknown-name', `{${name}} has no value: \`each\` does not define it`, at, {
          hint: suggestName(item, Object.keys(each), 'name'),
        });
    }
  }

  #known(name: string, table: Readonly<Record<string, unknown>>, noun: string, at: string): boolean {
    if (Object.hasOwn(table, name)) return true;
    this.#problem(`unknown-${noun.replaceAll(' ', '-')}`, `unknown ${noun} ${JSON.stringify(name)}`, at, {
      hint: suggestName(name, Object.keys(table), noun) ?? `See docs/generated/contract-reference.md for the list.`,
    });
    return false;
  }

  #problem(code: string, message: string, at: string, more: { readonly hint?: string | undefined } = {}): void {
    const { places, id } = this.#row;
    // Variants inherit from their row.
    const inherited = at.replace(/^\/tries\/[^/]*/, '');
    const place = [at, inherited, ...parents(at)].map((one) => places[one]).find((one) => one !== undefined);
    this.#problems.push({
      code,
      message: `${id}: ${message}`,
      ...omitUndefined({ file: place?.file, line: place?.line, column: place?.column, hint: more.hint }),
    });
  }
}

/** The selector of an entry of `each`; undefined for literal values. */
function selectorOf(from: RowEach[string] | undefined): Selector | undefined {
  if (typeof from === 'string') return SELECTORS[from];
  return from !== undefined && 'from' in from ? SELECTORS[from.from] : undefined;
}

/** Pointers of all parents, innermost first. */
function parents(pointer: string): readonly string[] {
  const parts = pointer.split('/');
  return parts.map((_part, index) => parts.slice(0, parts.length - 1 - index).join('/'));
}

type JsonMap = Readonly<Record<string, Json>>;
