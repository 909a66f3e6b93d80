/**
 * Parses `policy.yaml`. All mistakes are reported together, each with its place. An unknown rule or key is an error,
 * because a typo in a policy would silently switch off a rule. `src/schema/policy.ts` is the schema for editors, and
 * `docs/reports-and-gates.md` has an example.
 */
import { omitUndefined } from '../model/objects.ts';
import { isMap } from '../model/json.ts';
import { BadInput, type Problem } from '../errors.ts';
import { notYamlProblem, ProblemList } from '../load/problem-list.ts';
import { suggestName, unknownHint, unknownName } from '../load/suggest.ts';
import { YamlDocument } from '../load/yaml-document.ts';
import type { Basis, Level } from '../report/model.ts';
import {
  type Effect,
  EFFECTS,
  type FailingScope,
  GATE_RULES,
  type GateRule,
  type Policy,
  type PresetName,
  PRESETS,
} from './policy.ts';
import type { Symptom } from '../model/check-scope.ts';
import { globFault } from '../load/pattern-faults.ts';

const KEYS = ['policy', 'extends', 'failing', 'rules'] as const;
const SCOPE_KEYS = ['service', 'spec', 'checks', 'levels', 'bases', 'symptom', 'why'] as const;
const SYMPTOM_KEYS = ['where', 'actual', 'expected'] as const;
const LEVELS: readonly Level[] = ['MUST', 'SHOULD', 'MAY'];
const BASES: readonly Basis[] = ['documented', 'standard', 'confirmed', 'practice', 'assumed'];
const PRESET_NAMES = Object.keys(PRESETS) as readonly PresetName[];

type YamlMap = Readonly<Record<string, unknown>>;

/**
 * The policy that a file describes.
 * @param known the services and versions that a scope may name, if they are known
 * @param isOurs whether the file is in the project: another file is quoted only if it has a key of a policy
 */
export function parsePolicy(
  text: string,
  file: string,
  known?: Readonly<Record<string, readonly string[]>>,
  isOurs = true,
): Policy {
  const syntax = new ProblemList();
  const document = new YamlDocument(file, text, syntax, isOurs);
  if (syntax.size > 0 && !isOurs) throw new BadInput([notYamlProblem(syntax.sorted())]);
  syntax.throwIfAny();
  const { data } = document;
  if (!isMap(data) || (!isOurs && !KEYS.some((key) => key in data)))
    throw BadInput.of('wrong-type', 'a policy must be a map', {
      file,
      line: 1,
      column: 1,
      hint: `known: ${KEYS.join(', ')}`,
    });
  const reader = new Reader(document, known);
  const policy = reader.policy(data);
  if (reader.problems.length > 0) throw new BadInput(reader.problems);
  return policy;
}

/** The preset of that name; `BadInput` if it does not exist. */
export function presetPolicy(name: string): Policy {
  const preset = PRESET_NAMES.find((item) => item === name);
  if (preset === undefined) {
    const hint = suggestName(name, PRESET_NAMES, 'preset');
    throw BadInput.of('unknown-preset', unknownName('policy', name), omitUndefined({ hint }));
  }
  return PRESETS[preset];
}

class Reader {
  readonly problems: Problem[] = [];
  readonly #document: YamlDocument;
  readonly #known: Readonly<Record<string, readonly string[]>> | undefined;

  constructor(document: YamlDocument, known: Readonly<Record<string, readonly string[]>> | undefined) {
    this.#document = document;
    this.#known = known;
  }

  policy(map: YamlMap): Policy {
    this.#keys(map, KEYS, 'unknown-key', 'key of a policy');
    const preset = PRESETS[this.#word(map, 'extends', PRESET_NAMES, 'unknown-preset', 'preset') ?? 'nightly'];
    // A policy with rules of its own must not have the name of a preset, which readers would mistake it for.
    const isPreset = map['failing'] === undefined && map['rules'] === undefined;
    const own = isPreset ? undefined : this.#document.file.split(/[\\/]/).at(-1);
    const name = this.#text(map, 'policy') ?? own ?? preset.name;
    return {
      name,
      failing: map['failing'] === undefined ? preset.failing : this.#scopes(map),
      rules: { ...preset.rules, ...this.#rules(map) },
    };
  }

  #rules(map: YamlMap): Partial<Record<GateRule, Effect>> {
    const rules = map['rules'];
    if (rules === undefined) return {};
    if (!isMap(rules)) {
      this.#problem('wrong-type', '`rules` must be a map from rule to effect', map, 'rules');
      return {};
    }
    this.#keys(rules, GATE_RULES, 'unknown-rule', 'rule');
    const read: Partial<Record<GateRule, Effect>> = {};
    for (const rule of GATE_RULES) {
      const effect = this.#word(rules, rule, EFFECTS, 'wrong-value', 'effect');
      if (effect !== undefined) read[rule] = effect;
    }
    return read;
  }

  #scopes(map: YamlMap): readonly FailingScope[] {
    const list = map['failing'];
    if (!Array.isArray(list)) {
      this.#problem('wrong-type', '`failing` must be a list of scopes', map, 'failing');
      return [];
    }
    return list.flatMap((item: unknown, index): readonly FailingScope[] => {
      if (isMap(item)) return [this.#scope(item)];
      this.#problem('wrong-type', 'a scope must be a map with `levels` and `bases`', list, index);
      return [];
    });
  }

  #scope(map: YamlMap): FailingScope {
    this.#keys(map, SCOPE_KEYS, 'unknown-key', 'key of a scope');
    const service = this.#text(map, 'service');
    const spec = map['spec'] === undefined ? undefined : this.#texts(map, 'spec');
    const checks = this.#text(map, 'checks');
    const fault = checks === undefined ? undefined : globFault(checks);
    if (fault !== undefined) this.#problem('wrong-value', `${JSON.stringify(checks)} ${fault}`, map, 'checks');
    this.#versions(map, service, spec);
    const symptom = this.#symptom(map);
    return {
      ...omitUndefined({ service, spec, checks }),
      levels: this.#words(map, 'levels', LEVELS, 'level'),
      bases: this.#words(map, 'bases', BASES, 'basis'),
      ...omitUndefined({ symptom, why: this.#text(map, 'why') }),
    };
  }

  #symptom(map: YamlMap): Symptom | undefined {
    const symptom = map['symptom'];
    if (symptom === undefined) return undefined;
    if (!isMap(symptom) || Object.keys(symptom).length === 0) {
      this.#problem(
        'wrong-type',
        'a symptom must be a map of finding texts',
        map,
        'symptom',
        `known: ${SYMPTOM_KEYS.join(', ')}`,
      );
      return undefined;
    }
    this.#keys(symptom, SYMPTOM_KEYS, 'unknown-key', 'key of a symptom');
    const read: Partial<Record<(typeof SYMPTOM_KEYS)[number], string>> = {};
    for (const key of SYMPTOM_KEYS) {
      const text = this.#text(symptom, key);
      if (text !== undefined) read[key] = text;
    }
    return read;
  }

  /** A scope for a service or version that does not exist would never block anything. */
  #versions(map: YamlMap, service: string | undefined, spec: readonly string[] | undefined): void {
    if (this.#known === undefined) return;
    const services = Object.keys(this.#known);
    if (service !== undefined && !services.includes(service)) {
      this.#problem(
        'unknown-service',
        unknownName('service', service),
        map,
        'service',
        suggestName(service, services, 'service'),
      );
      return;
    }
    const versions =
      service === undefined ? services.flatMap((name) => this.#known?.[name] ?? []) : (this.#known[service] ?? []);
    for (const version of spec ?? []) {
      if (!versions.includes(version))
        this.#problem(
          'unknown-version',
          unknownName('version', version),
          map,
          'spec',
          unknownHint('version', version, versions),
        );
    }
  }

  #keys(map: YamlMap, known: readonly string[], code: string, noun: string): void {
    for (const key of Object.keys(map)) {
      if (!known.includes(key))
        this.#problem(
          code,
          `${JSON.stringify(key)} is not a ${noun}`,
          map,
          key,
          suggestName(key, known, noun) ?? `known: ${known.join(', ')}`,
          'key',
        );
    }
  }

  #word<T extends string>(map: YamlMap, key: string, known: readonly T[], code: string, noun: string): T | undefined {
    const value = map[key];
    if (value === undefined) return undefined;
    const word = known.find((item) => item === value);
    if (word === undefined)
      this.#problem(code, `${shown(value)} is not a ${noun}`, map, key, suggestName(String(value), known, noun));
    return word;
  }

  #words<T extends string>(map: YamlMap, key: string, known: readonly T[], noun: string): readonly T[] {
    const list = map[key];
    if (!Array.isArray(list) || list.length === 0) {
      // A scope with an empty list would never block.
      const code = list === undefined ? 'missing-key' : 'wrong-type';
      const message = `a scope needs \`${key}\`, a list with at least one ${noun}`;
      if (list === undefined)
        this.problems.push({
          ...this.#document.problem('missing-key', message, map),
          hint: `known: ${known.join(', ')}`,
        });
      else this.#problem(code, message, map, key, `known: ${known.join(', ')}`);
      return [];
    }
    return list.flatMap((value: unknown, index): readonly T[] => {
      const word = known.find((item) => item === value);
      if (word !== undefined) return [word];
      this.#problem(
        'wrong-value',
        `${shown(value)} is not a ${noun}`,
        list,
        index,
        suggestName(String(value), known, noun),
      );
      return [];
    });
  }

  #text(map: YamlMap, key: string): string | undefined {
    const value = map[key];
    if (value === undefined) return undefined;
    if (typeof value === 'string' && value.trim() !== '') return value;
    this.#problem('wrong-type', `${key} must be a string`, map, key);
    return undefined;
  }

  #texts(map: YamlMap, key: string): readonly string[] {
    const list = map[key];
    if (Array.isArray(list) && list.length > 0 && list.every((item) => typeof item === 'string')) return list;
    this.#problem(
      'wrong-type',
      `${key} must be a list of quoted strings`,
      map,
      key,
      'Write ["4.0.1"]. YAML reads some versions without quotes as numbers.',
    );
    return [];
  }

  #problem(
    code: string,
    message: string,
    parent: object,
    key: string | number,
    hint?: string,
    which: 'key' | 'value' = 'value',
  ): void {
    this.problems.push({ ...this.#document.problem('wrong-value', message, parent, key, which, hint), code });
  }
}

function shown(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}
