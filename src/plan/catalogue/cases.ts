/** One try of a row, with one choice of what it is repeated for, as cases: one request, the steps of the row, or a sequence. */
import { defined } from '../../record/defined.ts';
import type { Json } from '../../record/json.ts';
import { REFUSALS } from '../../load/model.ts';
import type { Position, RowCheck, RowExpect } from '../../load/model.ts';
import type { RuleId } from '../../rules/registry.ts';
import type { About, OperationContext } from '../context.ts';
import { AFTER_CONTROL } from '../control.ts';
import type { Fixtures } from '../fixtures.ts';
import type { Case, Check, Given, Step } from '../model.ts';
import { aboutOf } from './about.ts';
import { changed } from './change.ts';
import { asksOf, faultOf, givenOf, inside, paramsOf, ruleOf } from './expected.ts';
import { fillText, type EachItems } from './items.ts';
import { applies } from './needs.ts';
import { probeCase } from './probe.ts';
import { SEQUENCES } from './sequences/index.ts';
import type { BuiltCase, BuiltCheck } from './sequences/model.ts';
import { lived } from './steps.ts';
import type { TriedRow } from './tries.ts';
import { valueOf } from './values.ts';

export function casesOfTry(
  context: OperationContext,
  fixtures: Fixtures,
  tried: TriedRow,
  chosen: EachItems,
): readonly (Case | undefined)[] {
  const one = new TryCases(context, fixtures, tried, chosen);
  const outcome = plainOutcome(tried);
  return outcome === undefined ? one.ofSteps() : [one.ofRequest(outcome)];
}

/** What is expected of a row that is one request, accepted or refused for its fault; undefined for one that is more. */
function plainOutcome({ row, said }: TriedRow): RowCheck | 'accepted' | undefined {
  const { steps, times, raw } = said;
  const expect = said.expect ?? row.expect;
  if (steps !== undefined || times !== undefined || raw !== undefined || row.sequence !== undefined) return undefined;
  return expect === 'accepted' || isRefusal(expect) ? expect : undefined;
}

function isRefusal(expect: RowExpect): expect is RowCheck {
  return !Array.isArray(expect) && typeof expect === 'object' && 'refused' in expect && expect.given === undefined;
}

/** By which rule a check judges, and what ends its id. */
interface Named {
  readonly rule: RuleId;
  readonly key: string | undefined;
}

const NOTHING_EXPECTED: RowCheck = {};

class TryCases {
  readonly #context: OperationContext;
  readonly #fixtures: Fixtures;
  readonly #tried: TriedRow;
  readonly #chosen: EachItems;
  /** End of the ids of its checks. */
  readonly #key: string | undefined;
  readonly #about: About;
  /** Of the case, below its aspect. */
  readonly #name: string;
  readonly #title: string;
  /** A row of the service: it has no rule of its own name, so that its checks are called after the rule that judges them. */
  readonly #isOwn: boolean;
  /** Where a contract declares what it is made of. */
  readonly #at: Position | undefined;

  constructor(context: OperationContext, fixtures: Fixtures, tried: TriedRow, chosen: EachItems) {
    const { row, said, key } = tried;
    const ends = key === undefined ? keyOf(chosen) : fillText(key, chosen);
    this.#context = context;
    this.#fixtures = fixtures;
    this.#tried = tried;
    this.#chosen = chosen;
    this.#key = ends === '' ? undefined : ends;
    this.#about = aboutOf(tried, chosen);
    this.#name = this.#key === undefined ? row.id : `${row.id}/${this.#key}`;
    this.#title = inside(fillText(said.when ?? '', chosen), chosen);
    this.#isOwn = context.scope.contracts.catalogue.add.includes(row);
    this.#at = this.#isOwn ? row.places[''] : [...chosen.values()].findLast((item) => item.at)?.at;
  }

  /** One fault away from the control that the setup of the group sends. */
  ofRequest(outcome: RowCheck | 'accepted'): Case | undefined {
    const { row, said } = this.#tried;
    const check = outcome === 'accepted' ? undefined : outcome;
    // Another record below the same parent may be refused for a reason of its own.
    const isAction = this.#context.operation.kind === 'action' && said.identifier === undefined;
    const apart = said.apart ?? (said.set !== undefined || said.remove !== undefined || isAction);
    const { rule, key } = this.#named(check ?? NOTHING_EXPECTED, this.#key);
    const { field, codes } = faultOf(check ?? NOTHING_EXPECTED, this.#chosen);
    return probeCase(
      this.#context,
      row.aspect,
      {
        rule,
        key,
        about: this.#about,
        title: this.#title,
        asks: asksOf(said, check, this.#chosen),
        request: changed(this.#context, this.#fixtures, said, this.#chosen),
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

  /** The steps of the row, or of its sequence, which may come to several cases. */
  ofSteps(): readonly (Case | undefined)[] {
    const { row, said } = this.#tried;
    const asked = listOf(said.expect ?? row.expect).map((check) => ({
      check,
      given: givenOf(this.#context, this.#fixtures, check, this.#chosen),
    }));
    return this.#built().map((built) => {
      const made = asked.flatMap(({ check, given }) =>
        (built.checks ?? [undefined]).map((one) => ({
          check: this.#context.expecting(() => this.#check(built, check, given, one)),
          isAcceptance: 'accepted' in check && check.accepted === true,
        })),
      );
      const checks = made.map(({ check }) => check);
      const proofs = made.flatMap(({ check, isAcceptance }) =>
        check !== undefined && (isAcceptance || check.rule === 'outcome.accepted') ? [check] : [],
      );
      const name = built.key === undefined ? this.#name : `${row.id}/${built.key}`;
      const title = built.when ?? this.#title;
      return this.#context.case(row.aspect, name, title, provenBy(built.steps, proofs), checks);
    });
  }

  #built(): readonly BuiltCase[] {
    const { row, said } = this.#tried;
    if (row.sequence === undefined) return [lived(this.#context, this.#fixtures, said, this.#chosen)];
    const given = valueOf(this.#context, said.with ?? {}, this.#chosen) as Readonly<Record<string, Json>>;
    return [
      SEQUENCES[row.sequence]?.build(this.#context, this.#fixtures, given, this.#chosen, said) ?? [],
    ].flat() as readonly BuiltCase[];
  }

  /** One check of what was built; none where it does not apply, or rests on a step that the service has no operation for. */
  #check(
    built: BuiltCase,
    check: RowCheck,
    written: readonly Given[] | undefined,
    one?: BuiltCheck,
  ): Check | undefined {
    if (check.applies !== undefined && !applies(this.#context, check.applies)) return undefined;
    const params = paramsOf(this.#context, check, one === undefined ? built : { ...built, ...one }, this.#chosen);
    if (params === undefined) return undefined;
    const known = one?.given ?? built.given ?? AFTER_CONTROL;
    const given = written ?? (typeof known === 'function' ? known(params) : known);
    if (given.some(({ step }) => built.left?.has(step) === true)) return undefined;
    const { row, said } = this.#tried;
    const { rule, key } = this.#named(check, check.key ?? this.#key);
    const made = this.#context.written(row.aspect, {
      rule,
      key: one === undefined ? key : this.#isOwn ? `${row.id}/${one.key}` : one.key,
      about: { ...this.#about, ...defined({ way: one?.way ?? check.key }) },
      title: one?.asks ?? asksOf(said, check, this.#chosen),
      params,
      given,
      at: this.#at,
      ...defined({ requirement: this.#requirementOf(check) }),
    });
    return made === undefined ? undefined : this.#context.resting(made, built.points ?? []);
  }

  /** By the rule that the row names, else by the row itself; a row of the service is judged by whether it is let through. */
  #named(check: RowCheck, key: string | undefined): Named {
    if (this.#isOwn) return { rule: ruleOf(check) as RuleId, key: check.key ?? this.#name };
    return { rule: (check.rule ?? check.id ?? this.#tried.row.id) as RuleId, key };
  }

  /** Rows of a service say themselves what they prove; bindings say it of the common ones. */
  #requirementOf(check: RowCheck | undefined): string | undefined {
    return this.#isOwn ? (check?.requirement ?? this.#tried.said.requirement) : undefined;
  }
}

function listOf(expect: RowExpect): readonly RowCheck[] {
  if (expect === 'accepted') return [NOTHING_EXPECTED];
  return Array.isArray(expect) ? (expect as readonly RowCheck[]) : [expect as RowCheck];
}

/** A step whose success is what a check of the case asks for is proven by that check. */
function provenBy(steps: readonly Step[], proofs: readonly Check[]): readonly Step[] {
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
