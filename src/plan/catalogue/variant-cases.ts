/** Cases of one variant of a row, for one combination of `each`. */
import { omitUndefined, mergeObjects, mapOptional } from '../../model/objects.ts';
import type { CheckSubject } from '../planned-check.ts';
import { type EachItems, fillText, innermostProperty } from './items.ts';
import type { BuiltCase, BuiltCheck, TemplateCheck, TemplateVariant } from './template.ts';
import type { RowVariant } from './variants.ts';
import { type Position, type RejectionKind, REJECTION_KINDS } from '../../load/model.ts';
import type { RuleId } from '../../rules/ids.ts';
import type { OperationContext } from '../context.ts';
import { AFTER_BASELINE_REQUEST } from '../baseline-request.ts';
import type { Fixtures } from '../fixtures.ts';
import type { Case, Check, Precondition, Step } from '../model.ts';
import { changedRequest } from './change.ts';
import { checkTitle, expectedFault, preconditionsOf, titleWithPath, ruleParameters, judgingRule } from './expected.ts';
import { requestBelowOwnParent, isDoneOnce } from '../scenario-builder.ts';
import { appliesTo } from './applicability.ts';
import { buildSteps } from './steps.ts';
import type { RejectedParams } from '../../rules/outcome.ts';
import { rejectsValue } from '../rejection-kinds.ts';
import { cleanupRequest } from '../undo-requests.ts';
import { collectUses } from '../open-question-uses.ts';

export function casesOfVariant(
  context: OperationContext,
  fixtures: Fixtures,
  tried: RowVariant,
  chosen: EachItems,
): readonly (Case | undefined)[] {
  const one = new TryCases(context, fixtures, tried, chosen);
  return tried.outcome === undefined ? one.ofSteps() : [one.ofRequest(tried.outcome)];
}

/**
 * The variant, with a longer key if an earlier item has the same key. Two nested fields can have one name, and a written key contains the name.
 * @param keys keys of the earlier items
 */
export function withOwnKey(tried: RowVariant, chosen: EachItems, keys: Set<string>): RowVariant {
  if (tried.key === undefined) return tried;
  const key = fillText(tried.key, chosen);
  if (keys.has(key)) return { ...tried, key: `${key}/${keyOf(chosen)}` };
  keys.add(key);
  return tried;
}

/** The rule of a check, and the end of its id. */
interface Named {
  readonly rule: RuleId;
  readonly key: string | undefined;
}

const NOTHING_EXPECTED: TemplateCheck = {};
/** For expectations that are one check each. */
const ONE = [undefined];

/** Texts of a variant. */
interface Words {
  readonly key: string | undefined;
  readonly about: CheckSubject;
  /** Name of the case in its aspect. */
  readonly name: string;
  readonly title: string;
}

function wordsOf(tried: RowVariant, chosen: EachItems): Words {
  const known = fixedWords.get(chosen);
  if (known !== undefined) return known;
  const { row, definition, start } = tried;
  const ends = tried.key === undefined ? keyOf(chosen) : fillText(tried.key, chosen);
  const key = ends === '' ? undefined : ends;
  const words = {
    key,
    about: aboutOf(tried, chosen),
    name: key === undefined ? row.id : `${row.id}/${key}`,
    title: titleWithPath(fillText(definition.when ?? '', chosen), chosen),
  };
  if (chosen === start) fixedWords.set(chosen, words);
  return words;
}

/** Texts of variants without `each`, which are the same for every operation. */
const fixedWords = new WeakMap<EachItems, Words>();

class TryCases {
  readonly #context: OperationContext;
  readonly #fixtures: Fixtures;
  readonly #tried: RowVariant;
  readonly #chosen: EachItems;
  readonly #words: Words;
  /** A row of the service: its checks have the id of the rule that judges them. */
  readonly #isOwn: boolean;
  /** Position in a contract. */
  readonly #at: Position | undefined;

  constructor(context: OperationContext, fixtures: Fixtures, tried: RowVariant, chosen: EachItems) {
    const { row } = tried;
    this.#context = context;
    this.#fixtures = fixtures;
    this.#tried = tried;
    this.#chosen = chosen;
    this.#words = wordsOf(tried, chosen);
    this.#isOwn = context.scope.contracts.catalogue.add.some((own) => own === row);
    this.#at = this.#isOwn ? row.places[''] : innermostProperty(chosen, 'at');
  }

  /** A case of one request that differs from the baseline request in one way: rejected for it, or accepted. */
  ofRequest(outcome: TemplateCheck | 'accepted'): Case | undefined {
    const { row, definition } = this.#tried;
    const { operation } = this.#context;
    const expected = outcome === 'accepted' ? NOTHING_EXPECTED : outcome;
    const { rule, key } = this.#named(expected, this.#words.key);
    const kind = REJECTION_KINDS.find((one) => one === expected.refused);
    const check = this.#context.expecting(() => this.#outcomeCheck(expected, kind, { rule, key }));
    if (check === undefined) return undefined;
    const step = this.#probe();
    // The baseline request has deleted the record of the group, or the action can be done only once.
    const needsRecord = isDoneOnce(operation) && definition.identifier === undefined;
    const wantsParent =
      definition.apart ?? (definition.set !== undefined || definition.remove !== undefined || needsRecord);
    // A second record below one parent may be rejected for that alone, so such a case creates its own parent.
    const isCrowded = kind === undefined || rejectsValue(kind) || kind === 'shape' || kind === 'unauthenticated';
    const isNegated = kind !== undefined && check.rule === 'outcome.accepted';
    const isApart =
      (operation.kind === 'create' && ((isCrowded && wantsParent) || isNegated)) ||
      (isDoneOnce(operation) && wantsParent);
    return this.#context.case(
      row.aspect,
      key === undefined ? rule : `${rule}/${key}`,
      this.#words.title,
      isApart ? requestBelowOwnParent(this.#context, this.#fixtures, step) : [step],
      [check],
    );
  }

  #outcomeCheck(expected: TemplateCheck, kind: RejectionKind | undefined, { rule, key }: Named): Check | undefined {
    const { row, definition } = this.#tried;
    const params =
      kind === undefined
        ? { step: 'probe', success: this.#context.success }
        : withStatuses(this.#context.refusal(kind, expectedFault(expected, this.#chosen)), expected.or);
    if (params === undefined) return undefined;
    return this.#context.check(row.aspect, {
      rule,
      key,
      about: this.#words.about,
      title: checkTitle(definition, expected, this.#chosen),
      params,
      given: AFTER_BASELINE_REQUEST,
      at: this.#at,
      requirement: this.#requirementOf(expected),
    });
  }

  #probe(): Step {
    const { definition } = this.#tried;
    const { scope, endpoint, operation, path, success } = this.#context;
    const request = changedRequest(this.#context, this.#fixtures, definition, this.#chosen);
    const step: Step =
      definition.passive === false
        ? { name: 'probe', request, success }
        : { name: 'probe', operation: path, request, success };
    const undo =
      operation.kind === 'create' && definition.undo !== false
        ? // No check can fail because of the cleanup.
          collectUses(() => cleanupRequest(scope, endpoint, operation, request.parameters, 'probe')).value
        : undefined;
    const sent = definition.via === undefined ? step : mergeObjects(step, { via: definition.via });
    return undo === undefined ? sent : mergeObjects(sent, { undo });
  }

  /** Cases from steps, or from the function of the template, which may return several. */
  ofSteps(): readonly (Case | undefined)[] {
    const { row, expected, build } = this.#tried;
    // Rows without a check are skipped. A function names its checks itself.
    if (build === undefined && !expected.some((check) => this.#isKept(check))) return [];
    const asked = expected.map((check) => ({
      check,
      given: preconditionsOf(this.#context, this.#fixtures, check, this.#chosen),
    }));
    return this.#built().map((built) => {
      const checks: Check[] = [];
      const proofs: Check[] = [];
      for (const { check, given } of asked)
        for (const one of built.checks ?? ONE) {
          const made = this.#context.expecting(() => this.#check(built, check, given, one));
          if (made === undefined) continue;
          checks.push(made);
          if (check.accepted === true || made.rule === 'outcome.accepted') proofs.push(made);
        }
      const name = built.key === undefined ? this.#words.name : `${row.id}/${built.key}`;
      const title = built.when ?? this.#words.title;
      return this.#context.case(row.aspect, name, title, provenBy(built.steps, proofs), checks);
    });
  }

  #built(): readonly BuiltCase[] {
    const { definition, build } = this.#tried;
    if (build === undefined) return [buildSteps(this.#context, this.#fixtures, this.#tried, this.#chosen)];
    return [build(this.#context, this.#fixtures, this.#chosen, definition) ?? []].flat() as readonly BuiltCase[];
  }

  /** A check of a built case. Undefined if it does not apply, or a step that it needs was left out. */
  #check(
    built: BuiltCase,
    check: TemplateCheck,
    written: readonly Precondition[] | undefined,
    one?: BuiltCheck,
  ): Check | undefined {
    if (check.applies !== undefined && !appliesTo(this.#context, check.applies)) return undefined;
    const params = ruleParameters(
      this.#context,
      check,
      one === undefined ? built : mergeObjects(built, one),
      this.#chosen,
    );
    if (params === undefined) return undefined;
    const known = one?.given ?? built.given ?? AFTER_BASELINE_REQUEST;
    const given = written ?? (typeof known === 'function' ? known(params) : known);
    if (given.some(({ step }) => built.missingSteps?.has(step) === true)) return undefined;
    const { row, definition } = this.#tried;
    const { rule, key } = this.#named(check, check.key ?? this.#words.key);
    const way = one?.way ?? check.key;
    const made = this.#context.written(row.aspect, {
      rule,
      key: one === undefined ? key : this.#isOwn ? `${row.id}/${one.key}` : one.key,
      about: way === undefined ? this.#words.about : mergeObjects(this.#words.about, { way }),
      title: one?.asks ?? checkTitle(definition, check, this.#chosen),
      params,
      given,
      at: this.#at,
      requirement: this.#requirementOf(check),
    });
    return made === undefined ? undefined : this.#context.using(made, built.uses ?? []);
  }

  /** Rows of a service use the id of the judging rule, all others the rule they name or their own id. */
  #named(check: TemplateCheck, key: string | undefined): Named {
    if (this.#isOwn) return { rule: judgingRule(check) as RuleId, key: check.key ?? this.#words.name };
    return { rule: (check.rule ?? check.id ?? this.#tried.row.id) as RuleId, key };
  }

  #isKept(check: TemplateCheck): boolean {
    if (this.#requirementOf(check) !== undefined) return true;
    const { rule, key } = this.#named(check, check.key ?? this.#words.key);
    return this.#context.isKept(rule, key);
  }

  /** Rows of a service name their requirement; bindings do so for common rows. */
  #requirementOf(check: TemplateCheck): string | undefined {
    return this.#isOwn ? (check.requirement ?? this.#tried.definition.requirement) : undefined;
  }
}

/** Marks the check that proves the success of a step. */
function provenBy(steps: readonly Step[], proofs: readonly Check[]): readonly Step[] {
  if (proofs.length === 0) return steps;
  return steps.map((step) => {
    const proof = proofs.find((check) => check.params['step'] === step.name);
    return proof === undefined || step.operation === undefined
      ? step
      : { ...step, success: { ...step.success, provenBy: proof.id } };
  });
}

/** The operation itself has an empty key. */
function keyOf(chosen: EachItems): string {
  let all = '';
  for (const { key } of chosen.values()) if (key !== '') all = all === '' ? key : `${all}/${key}`;
  return all;
}

/** Subject of a check: the field of `each`, otherwise the single claim or parameter that the row changes. */
export function aboutOf({ definition, key }: RowVariant, chosen: EachItems): CheckSubject {
  const member = innermostProperty(chosen, 'member') ?? changedAlone(definition);
  // The last part of an explicit key; the parts before it are values of `each`.
  const written = mapOptional(key, (it) => fillText(it.slice(it.lastIndexOf('/') + 1), chosen));
  const way = written ?? wayOf(chosen);
  return omitUndefined({ member, way: way === '' ? undefined : way });
}

/** From the innermost item that is not just a field. */
function wayOf(chosen: EachItems): string | undefined {
  let last: string | undefined;
  for (const { way, member, key } of chosen.values()) last = way ?? (member === undefined ? key : last);
  return last;
}

function changedAlone({ assertion, form }: TemplateVariant): readonly string[] | undefined {
  if (assertion === undefined && form === undefined) return undefined;
  const { header, claims, remove, twice } = assertion ?? {};
  const changed = [
    ...[header, claims, twice, form?.set].flatMap((set) => Object.keys(set ?? {})),
    ...[remove?.header, remove?.claims, form?.remove, form?.repeat].flatMap((names) => names ?? []),
  ];
  const [only, ...others] = new Set(changed);
  return only === undefined || others.length > 0 ? undefined : [only];
}

function withStatuses(params: RejectedParams | undefined, more: readonly number[] = []): RejectedParams | undefined {
  if (params === undefined || more.length === 0) return params;
  return { ...params, statuses: [...new Set([...params.statuses, ...more])] };
}
