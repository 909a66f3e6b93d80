import { randomUUID } from 'node:crypto';
import { notFound, refuse } from '../http/gateway-error.ts';
import type { Exchange, Place, Run } from '../gateway.ts';
import { json, type Reply } from '../http/message.ts';
import type { Field } from '../model/field.ts';
import type { BodyStages, PartnerBody, Purpose } from './body.ts';
import { partnerFields, type Channel, type Partner, type Partners } from './partner.ts';

/** The four operations of partner-onboarding section 4. */
export const partnerPlaces = [
  { name: 'partners.create', method: 'POST', path: '/partners' },
  { name: 'partners.read', method: 'GET', path: '/partners/{id}' },
  { name: 'partners.update', method: 'PATCH', path: '/partners/{id}' },
  { name: 'channels.delete', method: 'DELETE', path: '/partners/{id}/channels' },
] as const satisfies readonly Place[];

/** A partner as a PATCH makes it of the one that it names. */
export interface PartnerChange {
  readonly organisation: string;
  readonly given: PartnerBody;
  readonly partner: Partner;
  readonly changed: Partner;
}

/** The stages of the operations on partners. */
export interface PartnerStages {
  /** The partners among which one is looked for: the caller's own. */
  readonly shelf: (organisation: string, id: string) => Map<string, Partner>;
  readonly locate: (exchange: Exchange) => Partner;
  readonly newId: () => string;
  readonly merge: (partner: Partner, given: PartnerBody, purpose: Purpose) => Partner;
  /** Throws the 422 with everything that speaks against the values. */
  readonly refuseValues: (given: PartnerBody) => void;
  readonly add: (organisation: string, partner: Partner) => void;
  readonly change: (exchange: Exchange) => PartnerChange;
  readonly replace: (change: PartnerChange) => void;
  readonly empty: (shelf: Map<string, Partner>, partner: Partner) => void;
  readonly location: (partner: Partner) => Readonly<Record<string, string>>;
  /** The whole partner; `channels` is always there, an unset optional member never is. */
  readonly view: (partner: Partner) => Readonly<Record<string, unknown>>;
  /** What is shown of one member; `undefined` where it is absent. */
  readonly show: (field: Field, value: string | undefined) => string | null | undefined;
  readonly showChannel: (channel: Channel) => Channel;
}

export interface PartnerData {
  readonly partners: Partners;
}

export interface PartnerOwnStages {
  readonly data: PartnerData;
  readonly body: BodyStages;
  readonly partners: PartnerStages;
}

export function partnerStages(stages: PartnerOwnStages): PartnerStages {
  return {
    shelf: (organisation) => stages.data.partners.of(organisation),
    locate: ({ caller, parameters: [id = ''] }) => {
      const partner = stages.partners.shelf(caller.organisation, id).get(id);
      if (!partner) throw notFound();
      return partner;
    },
    newId: randomUUID,
    merge,
    refuseValues: ({ refusals }) => {
      refuse(422, refusals);
    },
    add: (organisation, partner) => {
      stages.data.partners.of(organisation).set(partner.id, partner);
    },
    change: (exchange) => {
      const given = stages.body.read(exchange.body, 'update');
      const partner = stages.partners.locate(exchange);
      const changed = stages.partners.merge(partner, given, 'update');
      return { organisation: exchange.caller.organisation, given, partner, changed };
    },
    replace: ({ organisation, partner, changed }) => {
      stages.partners.shelf(organisation, partner.id).set(partner.id, changed);
    },
    empty: (shelf, partner) => {
      shelf.set(partner.id, { ...partner, channels: [] });
    },
    location: ({ id }) => ({ location: `/partners/${id}` }),
    view: ({ id, values, channels }) => {
      const members = partnerFields.flatMap((field) => {
        const shown = stages.partners.show(field, values[field.name]);
        return shown === undefined ? [] : [[field.name, shown] as const];
      });
      return { id, ...Object.fromEntries(members), channels: channels.map(stages.partners.showChannel) };
    },
    show: (_field, value) => value,
    showChannel: (channel) => channel,
  };
}

function merge(partner: Partner, given: PartnerBody): Partner {
  const values: Record<string, string> = { ...partner.values };
  for (const [name, value] of given.values) {
    if (value === null) Reflect.deleteProperty(values, name);
    else values[name] = value;
  }
  return { id: partner.id, values, channels: given.channels ?? partner.channels };
}

export function partnerRun(stages: PartnerOwnStages): Run {
  return {
    'partners.create': ({ body, caller }) => {
      const given = stages.body.read(body, 'create');
      const fresh: Partner = { id: stages.partners.newId(), values: {}, channels: [] };
      const partner = stages.partners.merge(fresh, given, 'create');
      stages.partners.refuseValues(given);
      stages.partners.add(caller.organisation, partner);
      return json(201, stages.partners.view(partner), stages.partners.location(partner));
    },
    'partners.read': (exchange) => json(200, stages.partners.view(stages.partners.locate(exchange))),
    'partners.update': (exchange) => {
      const change = stages.partners.change(exchange);
      stages.partners.refuseValues(change.given);
      stages.partners.replace(change);
      return json(200, stages.partners.view(change.changed));
    },
    'channels.delete': ({ caller, parameters: [id = ''] }): Reply => {
      const shelf = stages.partners.shelf(caller.organisation, id);
      const partner = shelf.get(id);
      if (!partner) throw notFound();
      stages.partners.empty(shelf, partner);
      return { status: 204, headers: {} };
    },
  };
}
