import { commonPlaces } from '../../../services/instance.ts';
import { partnerPlaces } from '../../../services/partner-onboarding/operations.ts';
import { familyPlaces, helpBalancePlace, type Place } from '../../../services/student-reporting/engine/operations.ts';
import type { Family } from '../../../services/student-reporting/families/family.ts';
import { families } from '../../../services/student-reporting/families/index.ts';
import type { Recorder } from './recorder.ts';
import { elsewhen, listPath, Stage, uidIn } from './stage.ts';

const places: readonly Place[] = [...commonPlaces, ...familyPlaces, helpBalancePlace, ...partnerPlaces];

/** A good call, a HEAD, a call without token, one with a method not offered and one refused, for each operation. */
export class OperationScripts {
  readonly #recorder: Recorder;
  #stage: Stage;

  constructor(recorder: Recorder) {
    this.#recorder = recorder;
    this.#stage = new Stage(recorder);
  }

  /** Sets the stage without faults, then plays and records under those given. */
  async play(operation: string, faults: readonly string[] = []): Promise<string> {
    const recorder = this.#recorder;
    recorder.bench.world.clear();
    this.#stage = new Stage(recorder);
    const place = places.find(({ name }) => name === operation);
    if (!place) throw new Error(operation);
    const family = families.find(
      ({ name }) => operation.startsWith(`${name}.`) && familyPlaces.some((known) => known.name === operation),
    );
    const path = await this.#path(place, family);
    const body = family
      ? await this.#body(place, family)
      : place.method === 'GET'
        ? undefined
        : { name: 'Acme', abn: '12345678901' };
    const isPartnerWrite = place.name === 'partners.create' || place.name === 'partners.update';
    recorder.bench.world.setFaults(faults);
    recorder.lines.length = 0;
    await recorder.call(place.method, path, place.method === 'DELETE' ? undefined : body);
    if (place.method === 'GET') await recorder.call('HEAD', path);
    await recorder.call(place.method, path, isPartnerWrite || family ? body : undefined, {
      headers: { 'access-token': undefined, authorization: undefined, accept: 'text/html' },
    });
    await recorder.call('PUT', path);
    await recorder.call('OPTIONS', path);
    recorder.bench.world.setFaults([]);
    return recorder
      .transcript()
      .replaceAll(/"content-length","\d+"/g, '')
      .replaceAll(/\d{4,}/g, '#');
  }

  async #path({ name, method, path }: Place, family: Family | undefined): Promise<string> {
    if (!family) return this.#otherPath(name, path);
    if (name === `${family.name}.list`) return listPath(this.#stage, family);
    const collection = await this.#stage.path(family);
    if (method === 'POST') return collection;
    if (family.isSingle) await this.#stage.create(family, await this.#stage.fields(family, 'required'));
    if (family.isSingle) return collection;
    const isDelete = method === 'DELETE';
    const fields = { ...(await this.#stage.fields(family, 'required')), ...elsewhen(family, '2035-01-01') };
    const uid = isDelete
      ? (uidIn(await this.#stage.create(family, fields), family) ?? 1)
      : await this.#stage.uid(family.name);
    return `${collection}/${String(uid)}`;
  }

  async #otherPath(name: string, path: string): Promise<string> {
    if (path === helpBalancePlace.path) return path.replace(/\{[^}]*\}/, String(await this.#stage.uid('students')));
    if (!path.includes('{')) return path;
    const { body } = await this.#recorder.call('POST', '/partners', { name: `for ${name}`, abn: '12345678901' });
    return path.replace('{id}', (body as { id: string }).id);
  }

  async #body({ name, method }: Place, family: Family): Promise<unknown> {
    if (method === 'GET' || method === 'DELETE') return undefined;
    if (name === `${family.name}.update`) return this.#stage.item(family, {});
    const one = this.#stage.item(family, {
      ...(await this.#stage.fields(family, 'required')),
      ...elsewhen(family, this.#recorder.serial('20').replace(/^20...(.)(.)$/, '20$1$2-01-01')),
    });
    return family.form(this.#recorder.spec) === 'array' ? [one] : one;
  }
}
