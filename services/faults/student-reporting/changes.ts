import { notFound, type GatewayError } from '../../http/gateway-error.ts';
import type { Exchange } from '../../gateway.ts';
import type { StoredRecord, Store } from '../../student-reporting/engine/store.ts';
import { uidOf } from '../../student-reporting/engine/locate.ts';
import type { Kind } from '../../student-reporting/engine/model.ts';
import type { UidList } from '../../student-reporting/engine/uid-list.ts';
import type { Draft, Rule, Warning } from '../../student-reporting/families/family.ts';
import type { StudentReportingStages } from '../../student-reporting/service.ts';
import { inArea, type FaultChange } from '../fault.ts';

// Changes that several faults make.

type Change = FaultChange<StudentReportingStages>;

/** The writes of a family fail. */
export const failing = (
  family: string,
  actions: readonly ('create' | 'update')[],
  errorOf: (kind: Kind, exchange: Exchange) => GatewayError | undefined,
): Change =>
  inArea('write', (inner) => {
    const run =
      (action: 'create' | 'update') =>
      (kind: Kind, exchange: Exchange): ReturnType<typeof inner.create> => {
        const error = kind.family.name === family ? errorOf(kind, exchange) : undefined;
        if (error) throw error;
        return inner[action](kind, exchange);
      };
    return Object.fromEntries(actions.map((action) => [action, run(action)]));
  });

/** A list of a family is answered 404. */
export const listingNothing = (family: string, isRefused: (list: UidList) => boolean): Change =>
  inArea('read', ({ listed }) => ({
    listed: (kind, exchange) => {
      const list = listed(kind, exchange);
      if (kind.family.name === family && isRefused(list)) throw notFound();
      return list;
    },
  }));

/** Lists show members of records as something else. */
export const listingAs = (shownAs: (kind: Kind) => (name: string, value: unknown) => unknown): Change =>
  inArea('read', ({ shown }) => ({
    shown: (page, list, kind, exchange) =>
      JSON.parse(JSON.stringify(shown(page, list, kind, exchange), shownAs(kind))) as readonly unknown[],
  }));

/** A family has further rules. */
export const withRules = (family: string, more: readonly Rule[]): Change =>
  inArea('judgement', ({ rules }) => ({
    rules: (kind) => (kind.family.name === family ? [...rules(kind), ...more] : rules(kind)),
  }));

export const withRule = (family: string, rule: Rule): Change => withRules(family, [rule]);

/** A type-specific field that is given is refused for some students. */
export const typeRefused = (field: string, isRefused: (draft: Draft) => boolean): Rule => ({
  name: 'type',
  field,
  digits: '10404',
  text: `is not valid for a student of this type`,
  isBroken: (draft) => draft.gives(field) && isRefused(draft),
});

/** Warnings are missing. */
export const withoutWarning = (isMissing: (warning: Warning) => boolean): Change =>
  inArea('judgement', ({ warnings }) => ({
    warnings: (draft, circumstances) => warnings(draft, circumstances).filter((warning) => !isMissing(warning)),
  }));

/** A check of one field is left out. */
export const leftOut = (family: string, field: string, check: string): Change =>
  inArea('judgement', (inner) => ({
    field: (bound, given, circumstances) => {
      const reasons = inner.field(bound, given, circumstances);
      const isMeant = circumstances.kind.family.name === family && bound.field.name === field;
      return isMeant ? reasons.filter(({ name }) => name !== check) : reasons;
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
