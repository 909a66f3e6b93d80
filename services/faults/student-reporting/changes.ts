/** Changes that several faults make. */
import { notFound, type GatewayError } from '../../http/gateway-error.ts';
import type { Value } from '../../model/field.ts';
import { isObject } from '../../model/objects.ts';
import type { StoredRecord, Store, UidList } from '../../student-reporting/engine/store.ts';
import { uidOf } from '../../student-reporting/engine/locate.ts';
import type { Rule } from '../../student-reporting/families/family.ts';
import type { StudentReportingStages } from '../../student-reporting/service.ts';
import type { Exchange } from '../../gateway.ts';
import { inArea, type FaultChange } from '../fault.ts';

export type StudentChange = FaultChange<StudentReportingStages>;
type Stage = (...given: readonly unknown[]) => unknown;

/** The family that a stage is called for: of the first argument that names one. */
function familyOf(given: readonly unknown[]): unknown {
  for (const one of given) {
    const kind = isObject(one) && isObject(one['kind']) ? one['kind'] : one;
    const family = isObject(kind) && isObject(kind['family']) ? kind['family'] : kind;
    if (isObject(family) && 'singular' in family) return family['name'];
  }
  return undefined;
}

/** A change of stages that holds for calls of one family alone. */
export const ofFamily =
  (family: string, change: StudentChange): StudentChange =>
  (inner, stages, tools) => {
    const areas = Object.entries(change(inner, stages, tools)).map(([area, changed]) => {
      const usual = inner[area as keyof StudentReportingStages] as unknown as Readonly<Record<string, Stage>>;
      const only = Object.entries(changed as Readonly<Record<string, Stage>>).map(([name, stage]) => [
        name,
        (...given: readonly unknown[]) => (familyOf(given) === family ? stage : usual[name])?.(...given),
      ]);
      return [area, Object.fromEntries(only)] as const;
    });
    return Object.fromEntries(areas) as ReturnType<StudentChange>;
  };

/** Writes fail. */
export const failing = (
  actions: readonly ('create' | 'update')[],
  errorOf: (...given: Parameters<StudentReportingStages['write']['create']>) => GatewayError | undefined,
): StudentChange =>
  inArea('write', (inner) => {
    const run =
      (action: 'create' | 'update'): typeof inner.create =>
      (kind, exchange) => {
        const error = errorOf(kind, exchange);
        if (error) throw error;
        return inner[action](kind, exchange);
      };
    return Object.fromEntries(actions.map((action) => [action, run(action)]));
  });

/** A list is answered 404. */
export const listingNothing = (isRefused: (list: UidList) => boolean): StudentChange =>
  inArea('read', ({ listed }) => ({
    listed: (kind, exchange) => {
      const list = listed(kind, exchange);
      if (isRefused(list)) throw notFound();
      return list;
    },
  }));

/** A family has a further rule. */
export const withRule = (rule: Rule): StudentChange =>
  inArea('judgement', ({ rules }) => ({ rules: (kind) => [...rules(kind), rule] }));

/** What is given of some fields does not arrive. */
export const ungiven = (
  isDropped: (name: string, value: Value | null) => boolean,
  isOfUpdates: boolean,
): StudentChange =>
  inArea('judgement', ({ merge }) => ({
    merge: (item, circumstances) => {
      if (isOfUpdates && !circumstances.existing) return merge(item, circumstances);
      const given = new Map([...item.given].filter(([name, value]) => !isDropped(name, value)));
      return merge({ ...item, given }, circumstances);
    },
  }));

/** A check of one field is left out. */
export const leftOut = (field: string, check: string): StudentChange =>
  inArea('judgement', (inner) => ({
    field: (bound, given, circumstances) => {
      const reasons = inner.field(bound, given, circumstances);
      return bound.field.name === field ? reasons.filter(({ name }) => name !== check) : reasons;
    },
  }));

/** A record of the caller, or of whoever has one of that uid. */
export function orOfOthers(own: () => StoredRecord, store: Store, family: string, exchange: Exchange): StoredRecord {
  const uid = uidOf(exchange.parameters[0]);
  try {
    return own();
  } catch (error) {
    const others = store.others(exchange.caller.organisation);
    const found = others
      .map((dataset) => dataset.table(family).records.get(uid))
      .find((record) => record !== undefined);
    if (found) return found;
    throw error;
  }
}
