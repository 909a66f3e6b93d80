/** IDs of the records that existed before the run created any. If a create returns one of them, the run neither changes nor deletes that record. */
import { pathParameters } from '../model/path-template.ts';
import { operationKey } from '../http/request-policy.ts';
import type { RecordKind } from './created-resources.ts';
import { inSlot, Semaphore } from '../http/rate-limit.ts';
import type { Destination, SentExchange } from '../http/model.ts';
import type { RequestTemplate, Step } from '../plan/model.ts';
import { omitUndefined } from '../model/objects.ts';
import { valuesAt } from '../model/pointer.ts';
import { isSuccessStatus } from '../model/success.ts';
import type { RecordId, ListTraversal } from '../http/declared-operations.ts';
import { plainResolution } from '../http/resolve-values.ts';
import type { CleanupContext } from './cleanup-context.ts';
import { sendAndRecord } from '../http/send-exchange.ts';
import { traversePages } from '../http/pagination.ts';

/** Pages of a list that are read. Beyond them only the first record of an endpoint is verified, by a read. */
const MAX_PAGES = 50;

export class ExistingRecords {
  readonly #context: () => CleanupContext;
  readonly #reads = new Map<string, Promise<void>>();
  readonly #ids = new Map<string, ReadonlySet<string>>();
  readonly #lists = new Map<
    string,
    { readonly of: RecordKind; readonly list: ListTraversal; readonly to: Destination }
  >();
  readonly #shown = new Map<string, Promise<boolean>>();

  constructor(context: () => CleanupContext) {
    this.#context = context;
  }

  /** Before a request that may create records: reads the list that shows such records, once for each endpoint. */
  async readBefore({ base, method, path }: RequestTemplate, to: Destination): Promise<void> {
    const { makes, endpoint = '' } = to.operations.get(operationKey(base, method, path)) ?? {};
    const list = makes?.list;
    // Lists below a record show records that the run created.
    if (list === undefined || pathParameters(list.step.request.path).length > 0) return;
    const { service, spec } = { service: to.service.service, spec: to.spec };
    const of = { service, spec, address: to.baseUrl, endpoint: makes?.by?.endpoint ?? endpoint };
    const kind = keyOf(of);
    const read = async (): Promise<void> => {
      this.#ids.set(kind, await this.#idsIn(list, to));
      this.#lists.set(kind, { of, list, to });
    };
    const reading = this.#reads.get(kind) ?? read();
    this.#reads.set(kind, reading);
    await reading;
  }

  has(kind: RecordKind, id: RecordId): boolean {
    return this.#ids.get(keyOf(kind))?.has(String(id)) === true;
  }

  /**
   * Whether the list of an endpoint shows one of the records that the run just created, read once after the first create. True for a list
   * below a record, since the run created that record.
   */
  showsNew(request: RequestTemplate, to: Destination, of: RecordKind, ids: readonly RecordId[]): Promise<boolean> {
    const { makes } = to.operations.get(operationKey(request.base, request.method, request.path)) ?? {};
    if (makes?.list === undefined) return Promise.resolve(false);
    const { list } = makes;
    if (pathParameters(list.step.request.path).length > 0) return Promise.resolve(true);
    const kind = keyOf(of);
    const shown = this.#shown.get(kind) ?? this.#idsIn(list, to).then((all) => ids.some((id) => all.has(String(id))));
    this.#shown.set(kind, shown);
    return shown;
  }

  /** IDs that a list shows now, did not show before, and that no create of the run returned. */
  async unaccounted(): Promise<readonly (RecordKind & { readonly id: string })[]> {
    const found: (RecordKind & { readonly id: string })[] = [];
    for (const { of, list, to } of this.#lists.values()) {
      const before = this.#ids.get(keyOf(of));
      for (const id of before === undefined ? [] : await this.#idsIn(list, to))
        if (before?.has(id) === false && this.#context().createdResources?.hasCreated(of, id) === false)
          found.push({ ...of, id });
    }
    return found;
  }

  /** The test data of a service was cleared: IDs may be assigned again. */
  forget(): void {
    for (const known of [this.#reads, this.#ids, this.#shown, this.#lists]) known.clear();
  }

  async #idsIn(list: ListTraversal, to: Destination): Promise<ReadonlySet<string>> {
    // A request that waits for this read may hold the last slot of the run.
    const context = { ...this.#context(), slots: new Semaphore(1), mostPages: MAX_PAGES };
    return (await listedIds(list, to, context)).ids;
  }
}

function keyOf({ service, spec, address, endpoint }: RecordKind): string {
  return `${address} ${service}@${spec} ${endpoint}`;
}

export interface ListedIds {
  readonly ids: ReadonlySet<string>;
  readonly isWhole: boolean;
}

/** @param given parameters and caller, if they are not those of the plan */
export async function listedIds(
  { step, ids }: ListTraversal,
  to: Destination,
  context: CleanupContext,
  given: Partial<Pick<RequestTemplate, 'parameters' | 'auth'>> = {},
): Promise<ListedIds> {
  const { request, send: how } = step;
  const own: Step = { ...step, request: { ...request, ...given } };
  const found = new Set<string>();
  let isWhole = true;
  const send = (_suffix: string, page = own.request): Promise<SentExchange> =>
    inSlot(context, async () => {
      const name = { id: 'listed', group: '', step: step.name };
      const sent = await sendAndRecord({ ...own, request: page }, name, to, plainResolution(to, context), context);
      const { answer, outcome } = sent.result;
      isWhole &&= typeof outcome === 'number' && isSuccessStatus(outcome) && answer !== undefined;
      for (const id of valuesAt(answer, ids)) found.add(String(id));
      return sent;
    });
  const pages =
    how?.kind === 'walk'
      ? await traversePages(own, how, send, omitUndefined({ most: context.mostPages }))
      : [await send('')];
  return { ids: found, isWhole: isWhole && !pages.some(({ exchange }) => exchange.cut === true) };
}
