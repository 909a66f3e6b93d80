import type { Switches } from '../../faults/switches.ts';
import { notFound } from '../../http/gateway-error.ts';
import type { Exchange } from '../../http/pipeline.ts';
import { today } from '../../model/calendar.ts';
import type { FamilyName, Scene } from '../families/family.ts';
import { modelOf, type Kind, type Model } from './model.ts';
import type { Dataset, Store, StoredRecord } from './store.ts';

export interface DeskOptions {
  readonly version: string;
  readonly store: Store;
  readonly switches: Switches;
  readonly clock: () => Date;
}

/** What every operation works with: the model of the version, the data, the date and the faults. */
export class Desk {
  readonly version: string;
  readonly store: Store;
  readonly switches: Switches;
  readonly #clock: () => Date;
  #model: Model;

  constructor({ version, store, switches, clock }: DeskOptions) {
    this.version = version;
    this.store = store;
    this.switches = switches;
    this.#clock = clock;
    this.#model = modelOf(version);
    switches.onChange(() => {
      this.#model = modelOf(actingVersion(version, switches));
    });
  }

  kind(name: FamilyName): Kind {
    return this.#model.kind(name);
  }

  /** A record of another organisation, for the faults that show it. */
  foreign(family: FamilyName, uid: number, organisation: string): StoredRecord | undefined {
    for (const dataset of this.store.others(organisation)) {
      const found = dataset.table(family).records.get(uid);
      if (found) return found;
    }
    return undefined;
  }

  scene(): Scene {
    return {
      version: this.#model.version,
      today: today(this.#clock()),
      on: (fault) => this.switches.on(fault),
    };
  }
}

/** The version the instance behaves as; another one than it announces only under a fault. */
function actingVersion(version: string, switches: Switches): string {
  if (switches.on('student-reporting.version.as-2.1.05')) return '2.1.05';
  if (switches.on('student-reporting.version.as-2.1.06')) return '2.1.06';
  if (switches.on('student-reporting.version.as-3.0.8')) return '3.0.8';
  if (switches.on('student-reporting.version.as-4.0.1')) return '4.0.1';
  return version;
}

/** The uid that a path parameter is; anything but a positive decimal integer is the id of nothing. */
export function uidOf(parameter: string | undefined): number {
  if (parameter === undefined || !/^[1-9][0-9]{0,15}$/.test(parameter)) throw notFound();
  return Number(parameter);
}

/** The parent that the path of a child names; `undefined` for a family without parent. */
export function parentOf(desk: Desk, kind: Kind, { caller, parameters }: Exchange): StoredRecord | undefined {
  const { parent } = kind.family;
  if (parent === undefined) return undefined;
  const uid = uidOf(parameters[0]);
  const own = desk.store.of(caller.organisation).table(parent).records.get(uid);
  const leaks = desk.switches.on(kind.faults['other-organisation-parent']);
  const nobody = desk.switches.on(kind.faults['parent-unchecked']) ? { uid, parent: 0, values: {} } : undefined;
  const record = own ?? (leaks ? desk.foreign(parent, uid, caller.organisation) : nobody);
  if (!record) throw notFound();
  return record;
}

export interface Located {
  readonly dataset: Dataset;
  readonly parent: StoredRecord | undefined;
  readonly record: StoredRecord;
}

/** The record that a path names; throws the 404 of one that is not there, or not there for this organisation. */
export function locate(desk: Desk, kind: Kind, exchange: Exchange): Located {
  const { family, faults } = kind;
  const { organisation } = exchange.caller;
  const ownUid = exchange.parameters.at(-1);
  const isForeign = (found: Located | undefined): boolean =>
    found === undefined && desk.switches.on(faults['other-organisation-readable']);

  const within = (dataset: Dataset): Located | undefined => {
    const table = dataset.table(family.name);
    const parentUid = family.parent === undefined ? 0 : uidOf(exchange.parameters[0]);
    const parent = family.parent === undefined ? undefined : dataset.table(family.parent).records.get(parentUid);
    if (family.parent !== undefined && !parent) return undefined;
    const record = table.records.get(family.isSingle ? (table.below(parentUid).last() ?? 0) : uidOf(ownUid));
    if (!record) return undefined;
    if (record.parent !== parentUid && !desk.switches.on(faults['wrong-parent-reachable'])) return undefined;
    return { dataset, parent, record };
  };

  let found = within(desk.store.of(organisation));
  if (isForeign(found)) {
    for (const dataset of desk.store.others(organisation)) found ??= within(dataset);
  }
  if (!found) throw notFound();
  return found;
}
