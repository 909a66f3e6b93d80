/**
 * IDs of the records that existed before the run created any. A service that responds to a create with one of them did not create that
 * record: the run neither changes nor deletes it.
 */
import type { RequestTemplate } from '../plan/model.ts';
import { pathParameters } from '../record/path-shape.ts';
import { placeOf } from './guard.ts';
import type { Id, KindOfRecord } from './ledger.ts';
import { listedIds } from './listed-ids.ts';
import type { RunContext } from './run-context.ts';
import { Semaphore } from './semaphore.ts';
import type { Destination } from './model.ts';

/** Pages of a list that are read. Beyond them only the first record of an endpoint is verified, by a read. */
const MOST_PAGES = 50;

export class ExistingRecords {
  readonly #context: () => RunContext;
  readonly #reads = new Map<string, Promise<void>>();
  readonly #ids = new Map<string, ReadonlySet<string>>();

  constructor(context: () => RunContext) {
    this.#context = context;
  }

  /** Before a request that may create records: reads the list that shows such records, once for each endpoint. */
  async readBefore({ base, method, path }: RequestTemplate, to: Destination): Promise<void> {
    const { makes, endpoint = '' } = to.catalogue.get(placeOf(base, method, path)) ?? {};
    const list = makes?.list;
    // A list below a record is of a record that the run created.
    if (list === undefined || pathParameters(list.step.request.path).length > 0) return;
    const { service, spec } = { service: to.service.service, spec: to.spec };
    const kind = keyOf({ service, spec, address: to.baseUrl, endpoint: makes?.by?.endpoint ?? endpoint });
    const read = async (): Promise<void> => {
      // The request that waits for this holds a slot of the run.
      const context = { ...this.#context(), slots: new Semaphore(1), mostPages: MOST_PAGES };
      const { ids } = await listedIds(list, to, context);
      this.#ids.set(kind, ids);
    };
    const reading = this.#reads.get(kind) ?? read();
    this.#reads.set(kind, reading);
    await reading;
  }

  has(kind: KindOfRecord, id: Id): boolean {
    return this.#ids.get(keyOf(kind))?.has(String(id)) === true;
  }
}

function keyOf({ service, spec, address, endpoint }: KindOfRecord): string {
  return `${address} ${service}@${spec} ${endpoint}`;
}
