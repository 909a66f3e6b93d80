/** One try of a row, with one choice of what it is repeated for, as cases: one request, the steps of the row, or a sequence. */
import { extended } from '../../model/objects.ts';
import { type Position, REFUSALS } from '../../load/model.ts';
import type { RuleId } from '../../rules/ids.ts';
import type { OperationContext } from '../context.ts';
import { AFTER_CONTROL } from '../control.ts';
import type { Fixtures } from '../fixtures.ts';
import type { Case, Check, Given, Step } from '../model.ts';
import type { About } from '../planned-check.ts';
import { aboutOf } from './about.ts';
import { changed } from './change.ts';
import { asksOf, faultOf, givenOf, inside, paramsOf, ruleOf } from './expected.ts';
import { type EachItems, fillText, lastWith } from './items.ts';
import { isDoneOnce } from '../life.ts';
import { applies } from './needs.ts';
import { probeCase } from './probe.ts';
import { lived } from './steps.ts';
import type { BuiltCase, BuiltCheck, TemplateCheck } from './template.ts';
import type { TriedRow } from './tries.ts';

export function casesOfTry(
  context: OperationContext,
  fixtures: Fixtures,
  tried: TriedRow,
  chosen: EachItems,
): readonly (Case | undefined)[] {
  const one = new TryCases(context, fixtures, tried, chosen);
  return tried.outcome === undefined ? one.ofSteps() : [one.ofRequest(tried.outcome)];
}

/** By which rule a check judges, and what ends its id. */
interface Named {
  readonly rule: RuleId;
  readonly key: string | undefined;
}

const NOTHING_EXPECTED: TemplateCheck = {};
/** Where each thing that is expected is one check. */
const ONE = [undefined];

/** What a try is called. */
interface Words {
  /** End of the ids of its checks. */
  readonly key: string | undefined;
  readonly about: About;
  /** Of the case, below its aspect. */
  readonly name: string;
  readonly title: string;
}

/** Those of a try that is repeated for nothing are the same for every operation. */
function wordsOf(tried: TriedRow, chosen: EachItems): Words {
  const known = alike.get(chosen);
  if (known !== undefined) return known;
  const { row, said, start } = tried;
  const ends = tried.key === undefined ? keyOf(chosen) : fillText(tried.key, chosen);
  const key = ends === '' ? undefined : ends;
  const words = {
    key,
    about: aboutOf(tried, chosen),
    name: key === undefined ? row.id : `${row.id}/${key}`,
    title: inside(fillText(said.when ?? '', chosen), chosen),
  };
  if (chosen === start) alike.set(chosen, words);
  return words;
}

const alike = new WeakMap<EachItems, Words>();

class TryCases {
  readonly #context: OperationContext;
  readonly #fixtures: Fixtures;
  readonly #tried: TriedRow;
  readonly #chosen: EachItems;
  readonly #words: Words;
  /** A row of the service: it has no rule of its own name, so that its checks are called after the rule that judges them. */
  readonly #isOwn: boolean;
  /** Where a contract declares what it is made of. */
  readonly #at: Position | undefined;

  constructor(context: OperationContext, fixtures: Fixtures, tried: TriedRow, chosen: EachItems) {
    const { row } = tried;
    this.#context = context;
    this.#fixtures = fixtures;
    this.#tried = tried;
    this.#chosen = chosen;
    this.#words = wordsOf(tried, chosen);
    this.#isOwn = context.scope.contracts.catalogue.add.some((own) => own === row);
    this.#at = this.#isOwn ? row.places[''] : lastWith(chosen, 'at');
  }

  /** One fault away from the control that the setup of the group sends. */
  ofRequest(outcome: TemplateCheck | 'accepted'): Case | undefined {
    const { row, said } = this.#tried;
    const check = outcome === 'accepted' ? undefined : outcome;
    // The control has deleted the record of the group, or done to it what can be done once.
    const needsRecord = isDoneOnce(this.#context.operation) && said.identifier === undefined;
    // Another record below the same parent may be refused for a reason of its own.
    const apart = said.apart ?? (said.set !== undefined || said.remove !== undefined || needsRecord);
    const { rule, key } = this.#named(check ?? NOTHING_EXPECTED, this.#words.key);
    const { field, codes } = faultOf(check ?? NOTHING_EXPECTED, this.#chosen);
    return probeCase(
      this.#context,
      row.aspect,
      {
        rule,
        key,
        about: this.#words.about,
        title: this.#words.title,
        asks: asksOf(said, check, this.#chosen),
        request: () => changed(this.#context, this.#fixtures, said, this.#chosen),
        refusal: REFUSALS.find((one) => one === check?.refused),
        or: check?.or,
        field,
        codes,
        at: this.#at,
        via: said.via,
        fixtures: this.#fixtures,
        apart,
        undo: said.undo,
        requirement: this.#requirementOf(check),
      },
      said.passive !== false,
    );
  }

  /** The steps of the template, or what its function builds, which may be several cases. */
  ofSteps(): readonly (Case | undefined)[] {
    const { row, expected, build } = this.#tried;
    // Steps without a check are not built. A function names its checks itself.
    if (build === undefined && !expected.some((check) => this.#isKept(check))) return [];
    const asked = expected.map((check) => ({
      check,
      given: givenOf(this.#context, this.#fixtures, check, this.#chosen),
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
    const { said, build } = this.#tried;
    if (build === undefined) return [lived(this.#context, this.#fixtures, this.#tried, this.#chosen)];
    return [build(this.#context, this.#fixtures, this.#chosen, said) ?? []].flat() as readonly BuiltCase[];
  }

  /** One check of what was built; none where it does not apply, or rests on a step that the service has no operation for. */
  #check(
    built: BuiltCase,
    check: TemplateCheck,
    written: readonly Given[] | undefined,
    one?: BuiltCheck,
  ): Check | undefined {
    if (check.applies !== undefined && !applies(this.#context, check.applies)) return undefined;
    const params = paramsOf(this.#context, check, one === undefined ? built : extended(built, one), this.#chosen);
    if (params === undefined) return undefined;
    const known = one?.given ?? built.given ?? AFTER_CONTROL;
    const given = written ?? (typeof known === 'function' ? known(params) : known);
    if (given.some(({ step }) => built.left?.has(step) === true)) return undefined;
    const { row, said } = this.#tried;
    const { rule, key } = this.#named(check, check.key ?? this.#words.key);
    const way = one?.way ?? check.key;
    const made = this.#context.written(row.aspect, {
      rule,
      key: one === undefined ? key : this.#isOwn ? `${row.id}/${one.key}` : one.key,
      about: way === undefined ? this.#words.about : extended(this.#words.about, { way }),
      title: one?.asks ?? asksOf(said, check, this.#chosen),
      params,
      given,
      at: this.#at,
      requirement: this.#requirementOf(check),
    });
    return made === undefined ? undefined : this.#context.using(made, built.uses ?? []);
  }

  /** By the rule that the row names, else by the row itself; a row of the service is judged by whether it is let through. */
  #named(check: TemplateCheck, key: string | undefined): Named {
    if (this.#isOwn) return { rule: ruleOf(check) as RuleId, key: check.key ?? this.#words.name };
    return { rule: (check.rule ?? check.id ?? this.#tried.row.id) as RuleId, key };
  }

  #isKept(check: TemplateCheck): boolean {
    if (this.#requirementOf(check) !== undefined) return true;
    const { rule, key } = this.#named(check, check.key ?? this.#words.key);
    return this.#context.isKept(rule, key);
  }

  /** Rows of a service say themselves what they prove; bindings say it of the common ones. */
  #requirementOf(check: TemplateCheck | undefined): string | undefined {
    return this.#isOwn ? (check?.requirement ?? this.#tried.said.requirement) : undefined;
  }
}

/** A step whose success is what a check of the case asks for is proven by that check. */
function provenBy(steps: readonly Step[], proofs: readonly Check[]): readonly Step[] {
  if (proofs.length === 0) return steps;
  return steps.map((step) => {
    const proof = proofs.find((check) => check.params['step'] === step.name);
    return proof === undefined || step.operation === undefined
      ? step
      : { ...step, success: { ...step.success, provenBy: proof.id } };
  });
}

/** What stands for the operation itself ends no id. */
function keyOf(chosen: EachItems): string {
  let all = '';
  for (const { key } of chosen.values()) if (key !== '') all = all === '' ? key : `${all}/${key}`;
  return all;
}
