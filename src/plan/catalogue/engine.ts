/** Rows of the catalogues as the groups of one operation. */
import type { Json } from '../../record/json.ts';
import { CONTROL, CONTROL_STEP, isOfSetup, ofSetup, ownName } from '../../record/step-name.ts';
import { REFUSALS } from '../../load/model.ts';
import type { Applies, RefusalKind, Row, RowCheck, RowEach, RowTry } from '../../load/model.ts';
import { COMMON_ROWS, findRule, parametersOf, signatureOf, type RuleId } from '../../rules/registry.ts';
import type { OperationContext } from '../context.ts';
import { Fixtures } from '../fixtures.ts';
import { AFTER_CONTROL, controlStep, probeCase } from '../generators/negative.ts';
import type { Case, Check, Given, Group, Position, Step } from '../model.ts';
import { pathParameters } from '../templates.ts';
import { CAPABILITIES } from './capabilities.ts';
import { changed } from './change.ts';
import { fillText, lastWith, type Chosen, type Item } from './items.ts';
import { completed } from './known.ts';
import { narrowed } from './narrow.ts';
import { SELECTORS } from './selectors/index.ts';
import { SEQUENCES } from './sequences/index.ts';
import type { Built, BuiltCheck } from './sequences/model.ts';
import { lived } from './steps.ts';
import { withOf } from './tries.ts';
import { canBeMade, valueOf } from './values.ts';

const COMMON: ReadonlySet<Row> = new Set(COMMON_ROWS);

/** One group for each aspect that rows which apply to this operation have. */
export function catalogueGroups(context: OperationContext): readonly (Group | undefined)[] {
  const { off, add } = context.scope.contracts.catalogue;
  const rows = [...COMMON_ROWS.filter((row) => !off.some((one) => one.row === row.id)), ...add].filter((row) =>
    row.needs.every((needs) => applies(context, needs)),
  );
  return [...new Set(rows.map((row) => row.group))].map((name) => {
    const own = rows.filter((row) => row.group === name);
    const fixtures = new Fixtures(context.scope);
    const cases = own.flatMap((row) => casesOf(context, fixtures, row));
    const group = context.group(name, setupOf(context, fixtures, cases), cases);
    return group === undefined ? undefined : inItsTurn(context, group, own);
  });
}

/** What cases need, and the positive control with what that needs, where a check rests on it. */
function setupOf(context: OperationContext, fixtures: Fixtures, cases: readonly Case[]): readonly Step[] {
  const rests = cases.some((c) => c.checks.some((check) => check.given.some((g) => g.step === CONTROL_STEP)));
  if (!rests) return fixtures.steps;
  const first = new Fixtures(context.scope);
  const control = controlStep(context, first);
  const names = new Set(first.steps.map((step) => step.name));
  return [...first.steps, ...fixtures.steps.filter((step) => !names.has(step.name)), control];
}

/** How the group runs beside others, as the file of its rows says. */
function inItsTurn(context: OperationContext, group: Group, rows: readonly Row[]): Group {
  const alone = rows.some(({ turns }) => turns.alone !== undefined && applies(context, turns.alone));
  const inTurn = rows.some(({ turns }) => turns['in-turn'] === true);
  return { ...group, ...(inTurn ? { inTurn } : {}), ...(alone ? { exclusive: true } : {}) };
}

export function applies(context: OperationContext, needs: Applies): boolean {
  return Object.entries(needs).every(([name, wanted]) =>
    [wanted].flat().some((value) => CAPABILITIES[name]?.is(context, String(value)) === true),
  );
}

/** A row as one of its tries has it. */
interface Tried {
  readonly row: Row;
  readonly said: RowTry;
  /** End of the check's id, unless `each` gives one. */
  readonly key: string | undefined;
  /** What `{try}` stands for. */
  readonly name?: string;
}

function casesOf(context: OperationContext, fixtures: Fixtures, row: Row): readonly Case[] {
  const { tries, applies: _applies, ...own } = row;
  const tried: readonly Tried[] =
    tries === undefined
      ? [{ row, said: own, key: row.key }]
      : Object.entries(tries).map(([name, one]) => ({
          row,
          said: { ...own, ...one, ...withOf(row, one) },
          key: one.key ?? row.key ?? (one.each === undefined ? name : undefined),
          name,
        }));
  return tried
    .filter(({ said }) => said.applies === undefined || applies(context, said.applies))
    .flatMap((one) =>
      choices(context, one)
        .filter((chosen) => canBeMade(context, one.said as unknown as Json, chosen))
        .flatMap((chosen) => casesOfTry(context, fixtures, one, chosen)),
    )
    .filter((one) => one !== undefined);
}

/** Every combination of what `each` names. */
function choices(context: OperationContext, { said, name: tried }: Tried): readonly Chosen[] {
  let all: readonly Chosen[] = [new Map(tried === undefined ? [] : [['try', { key: '', value: tried }]])];
  for (const [name, from] of Object.entries(said.each ?? {}))
    all = all.flatMap((chosen) => itemsOf(context, from, chosen).map((item) => new Map([...chosen, [name, item]])));
  return all;
}

function itemsOf(context: OperationContext, from: RowEach[string], chosen: Chosen): readonly Item[] {
  if (typeof from === 'string') return SELECTORS[from]?.items(context, chosen) ?? [];
  if ('from' in from) return narrowed(SELECTORS[from.from]?.items(context, chosen) ?? [], from);
  return from.map((value) => ({ key: String(value), value }));
}

/** Rows that the program does not have are judged by rules that it has, and named after both. */
interface Named {
  readonly rule: RuleId;
  readonly key: string | undefined;
}

function casesOfTry(
  context: OperationContext,
  fixtures: Fixtures,
  { row, said, key: given }: Tried,
  chosen: Chosen,
): readonly (Case | undefined)[] {
  const ends = given === undefined ? keyOf(chosen) : fillText(given, chosen);
  const key = ends === '' ? undefined : ends;
  const title = inside(fillText(said.when ?? '', chosen), chosen);
  const name = key === undefined ? row.id : `${row.id}/${key}`;
  const isOwn = !COMMON.has(row);
  const own: Named = { rule: row.id as RuleId, key };
  const named = (rule: RuleId): Named => (isOwn ? { rule, key: name } : own);
  const at: Position | undefined = isOwn ? row.places[''] : [...chosen.values()].findLast((item) => item.at)?.at;
  const requirement = isOwn ? said.requirement : undefined;
  const expect = said.expect ?? row.expect;
  const isPlain =
    said.steps === undefined && row.sequence === undefined && said.times === undefined && said.raw === undefined;
  if (isPlain && (expect === 'accepted' || isRefusal(expect))) {
    const check = expect === 'accepted' ? undefined : expect;
    const kind = REFUSALS.find((one) => one === check?.refused);
    const { field, codes } = faultOf(check ?? {}, chosen);
    // Another record below the same parent may be refused for a reason of its own.
    const apart = said.apart ?? (said.set !== undefined || said.remove !== undefined);
    return [
      probeCase(
        context,
        row.aspect,
        {
          ...(check?.rule === undefined
            ? named(expect === 'accepted' ? 'outcome.accepted' : 'outcome.refused')
            : { ...named(check.rule as RuleId), rule: check.rule as RuleId }),
          title,
          asks: asksOf(said, check, chosen),
          request: changed(context, fixtures, said, chosen),
          refusal: kind,
          or: check?.or,
          field,
          codes,
          at,
          via: said.via,
          fixtures: apart ? fixtures : undefined,
          undo: said.undo,
          requirement,
        },
        said.passive !== false,
      ),
    ];
  }
  const asked = listOf(expect).map((check) => ({ check, given: givenOf(context, fixtures, check, chosen) }));
  const built =
    row.sequence === undefined
      ? lived(context, fixtures, said, chosen)
      : SEQUENCES[row.sequence]?.build(
          context,
          fixtures,
          valueOf(context, said.with ?? {}, chosen) as Readonly<Record<string, Json>>,
          chosen,
          said,
        );
  const checkOf = (built: Built, { check, given: written }: Asked, one?: BuiltCheck): Check | undefined => {
    if (check.applies !== undefined && !applies(context, check.applies)) return undefined;
    const params = paramsOf(context, check, { ...built, ...one }, chosen);
    if (params === undefined) return undefined;
    const known = one?.given ?? built.given ?? AFTER_CONTROL;
    const rests = written ?? (typeof known === 'function' ? known(params) : known);
    if (rests.some(({ step }) => built.left?.has(step) === true)) return undefined;
    const judge = check.rule ?? check.id;
    const { rule, key: end } =
      judge === undefined || (isOwn && check.rule === undefined)
        ? named(check.refused === undefined ? 'outcome.accepted' : 'outcome.refused')
        : isOwn
          ? named(judge as RuleId)
          : { rule: judge as RuleId, key: check.key ?? key };
    return context.written(row.aspect, {
      rule,
      key: one === undefined ? end : isOwn ? `${row.id}/${one.key}` : one.key,
      title: one?.asks ?? asksOf(said, check, chosen),
      params,
      given: rests,
      at,
      ...(requirement === undefined ? {} : { requirement }),
    });
  };
  return [built ?? []].flat().map((one: Built) => {
    const checks = asked.flatMap((check) => (one.checks ?? [undefined]).map((each) => checkOf(one, check, each)));
    const id = one.key === undefined ? name : `${row.id}/${one.key}`;
    return context.case(row.aspect, id, one.when ?? title, provenBy(one.steps, checks), checks);
  });
}

/** What has to follow, with what it rests on where the row says it. */
interface Asked {
  readonly check: RowCheck;
  readonly given: readonly Given[] | undefined;
}

/** A step whose success is what a check with a key asks for is proven by that check. */
function provenBy(steps: readonly Step[], checks: readonly (Check | undefined)[]): readonly Step[] {
  return steps.map((step) => {
    const proof = checks.find((check) => check?.rule === 'outcome.accepted' && check.params['step'] === step.name);
    return proof === undefined || step.operation === undefined
      ? step
      : { ...step, success: { ...step.success, provenBy: proof.id } };
  });
}

/** What stands for the operation itself ends no id. */
function keyOf(chosen: Chosen): string {
  return [...chosen.values()].flatMap(({ key }) => (key === '' ? [] : [key])).join('/');
}

function asksOf(said: RowTry, check: RowCheck | undefined, chosen: Chosen): string {
  return inside(fillText(check?.asks ?? said.asks ?? said.when ?? '', chosen), chosen);
}

/** A title says of a field inside the record where it is. */
function inside(title: string, chosen: Chosen): string {
  const list = lastWith(chosen, 'inside')?.list;
  return list === undefined ? title : `in ${list}, ${title}`;
}

function isRefusal(expect: Row['expect']): expect is RowCheck {
  return !Array.isArray(expect) && typeof expect === 'object' && 'refused' in expect && expect.given === undefined;
}

function listOf(expect: Row['expect']): readonly RowCheck[] {
  return expect === 'accepted' ? [{}] : [expect].flat();
}

/** What a check rests on: steps of the case, the positive control, the record of the path, a record made for all cases. */
function givenOf(
  context: OperationContext,
  fixtures: Fixtures,
  { given }: RowCheck,
  chosen: Chosen,
): readonly Given[] | undefined {
  if (given === undefined) return undefined;
  return Object.entries(given).map(([name, is]) => {
    if (name === CONTROL) return { step: CONTROL_STEP, is };
    const written = fillText(name, chosen);
    const endpoint = name === 'record' ? reachOf(context) : ownName(written);
    if (name !== 'record' && !isOfSetup(written)) return { step: written, is };
    fixtures.record(endpoint);
    return { step: ofSetup(endpoint), is };
  });
}

/** The endpoint of the record that the path names last. */
function reachOf({ endpoint, operation }: OperationContext): string {
  const last = pathParameters(operation.path).at(-1);
  return endpoint.parents[last ?? ''] ?? endpoint.endpoint;
}

/** What a refusal names: the field, and the codes that the contract gives for this fault of it. */
function faultOf(
  check: RowCheck,
  chosen: Chosen,
): { readonly field?: { readonly name: string; readonly element?: string }; readonly codes?: readonly string[] } {
  const field = lastWith(chosen, 'field');
  const list = lastWith(chosen, 'inside')?.list;
  const name = check.field === undefined ? undefined : fillText(check.field, chosen);
  if (name !== undefined && list !== undefined) return { field: { name: `/${list}/0/${name}` } };
  const code = check.fault === undefined ? undefined : field?.codes?.[check.fault];
  return {
    ...(name === undefined
      ? {}
      : { field: field?.name === name && field.element !== undefined ? { name, element: field.element } : { name } }),
    ...(code === undefined ? {} : { codes: [code] }),
  };
}

/** Parameters of the judging rule: what planning knows, then what the row says. */
function paramsOf(
  context: OperationContext,
  check: RowCheck,
  built: Built,
  chosen: Chosen,
): Readonly<Record<string, unknown>> | undefined {
  const judge = check.rule ?? (check.refused === undefined ? 'outcome.accepted' : 'outcome.refused');
  const own = valueOf(context, check.with ?? {}, chosen) as Readonly<Record<string, unknown>>;
  const step = check.step === undefined ? {} : { step: check.step };
  const written = { ...step, ...taken(judge, built.params), ...own };
  if (check.rule !== undefined && check.refused === undefined) {
    const rule = findRule(check.rule);
    return rule?.kind === 'case' ? completed(context, signatureOf(rule), written, built) : undefined;
  }
  if (built.left?.has(check.step ?? 'probe') === true) return undefined;
  const success = built.steps.find(({ name }) => name === check.step)?.success ?? context.success;
  if (check.refused === undefined) return { step: 'probe', success, ...written };
  const known = context.refusal(check.refused as RefusalKind, faultOf(check, chosen));
  return known === undefined ? undefined : { ...known, ...written };
}

/** Those parameters that the rule takes, of what a sequence knows. */
function taken(rule: string, built: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  const takes = parametersOf(rule);
  return Object.fromEntries(Object.entries(built).filter(([name]) => takes.includes(name)));
}
