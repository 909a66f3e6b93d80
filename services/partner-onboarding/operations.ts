import { randomUUID } from 'node:crypto';
import { lifecycleFault, storageFault, type StorageFault } from '../faults/ids.ts';
import type { LifecycleFault } from '../faults/lifecycle.ts';
import type { Switches } from '../faults/switches.ts';
import type { Manners } from '../variants/layer.ts';
import { notFound } from '../http/gateway-error.ts';
import { json, type Reply } from '../http/message.ts';
import type { Exchange, Operation } from '../http/pipeline.ts';
import { otherValue, unaskedValue } from '../model/other-value.ts';
import { readBody, type PartnerBody } from './body.ts';
import { channelFields, idPattern, partnerFields, type Channel, type Partner } from './partner.ts';

/** The partners of one instance, by organisation. */
export type Partners = Map<string, Map<string, Partner>>;

/** The four operations of partner-onboarding section 4. */
export const partnerPlaces = [
  { name: 'partners.create', method: 'POST', path: '/partners' },
  { name: 'partners.read', method: 'GET', path: '/partners/{id}' },
  { name: 'partners.update', method: 'PATCH', path: '/partners/{id}' },
  { name: 'channels.delete', method: 'DELETE', path: '/partners/{id}/channels' },
] as const;

export function partnerOperations(partners: Partners, switches: Switches, manners: Manners): Operation[] {
  const desk = new PartnerDesk(partners, switches, manners);
  const runners: Readonly<Record<(typeof partnerPlaces)[number]['name'], (exchange: Exchange) => Reply>> = {
    'partners.create': (exchange) => desk.create(exchange),
    'partners.read': (exchange) => json(200, desk.view(desk.locate(exchange))),
    'partners.update': (exchange) => desk.update(exchange),
    'channels.delete': (exchange) => desk.deleteChannels(exchange),
  };
  return partnerPlaces.map((place) => ({ ...place, run: runners[place.name] }));
}

class PartnerDesk {
  readonly #partners: Partners;
  readonly #switches: Switches;
  readonly #manners: Manners;
  #lastNumber = 0;

  constructor(partners: Partners, switches: Switches, manners: Manners) {
    this.#manners = manners;
    this.#partners = partners;
    this.#switches = switches;
  }

  create({ body, caller }: Exchange): Reply {
    const given = readBody(body, 'create', this.#switches);
    const fresh: Partner = { id: given.id ?? this.#newId(), values: {}, channels: [] };
    const partner = this.#merge(fresh, given, false);
    given.judge();
    if (!this.#on('create-not-stored')) this.#of(caller.organisation).set(partner.id, partner);
    return json(201, this.view(partner), this.#location(partner));
  }

  update(exchange: Exchange): Reply {
    const given = readBody(exchange.body, 'update', this.#switches);
    const partner = this.locate(exchange);
    const changed = this.#merge(partner, given, true);
    const isStored = given.isSound ? !this.#on('patch-ignored') : this.#on('refused-update-stored');
    if (isStored) this.#ownersOf(partner.id, exchange.caller.organisation).set(partner.id, changed);
    if (isStored && this.#switches.on('partner-onboarding.partners.patch-changes-all')) {
      const own = this.#of(exchange.caller.organisation);
      for (const [id, other] of own) own.set(id, { ...this.#merge(other, given, true), id });
    }
    given.judge();
    return json(200, this.view(changed));
  }

  deleteChannels(exchange: Exchange): Reply {
    const done: Reply = { status: 204, headers: {} };
    const switches = this.#switches;
    const own = this.#ownersOf(exchange.parameters[0] ?? '', exchange.caller.organisation);
    const partner = own.get(exchange.parameters[0] ?? '');
    if (!partner) {
      if (switches.on('partner-onboarding.channels.unknown-partner-204')) return done;
      throw notFound();
    }
    if (partner.channels.length === 0 && switches.on('partner-onboarding.channels.second-delete-404')) throw notFound();
    if (switches.on('partner-onboarding.channels.delete-does-nothing')) return done;
    if (switches.on('partner-onboarding.channels.delete-removes-partner')) own.delete(partner.id);
    else own.set(partner.id, { ...partner, channels: this.#kept(partner) });
    if (switches.on('partner-onboarding.channels.delete-of-all-partners')) {
      for (const [id, other] of own) own.set(id, { ...other, channels: [] });
    }
    return done;
  }

  locate({ caller, parameters }: Exchange): Partner {
    const [id = ''] = parameters;
    if (!idPattern.test(id) && !this.#switches.on('partner-onboarding.partners.id-malformed')) throw notFound();
    const partner = this.#ownersOf(id, caller.organisation).get(id);
    if (partner) return partner;
    if (this.#switches.on('partner-onboarding.partners.unknown-id-empty')) return { id, values: {}, channels: [] };
    throw notFound();
  }

  /** The partners among which one is looked for: the caller's own, but for the fault that looks everywhere. */
  #ownersOf(id: string, organisation: string): Map<string, Partner> {
    const own = this.#of(organisation);
    if (own.has(id) || !this.#switches.on('partner-onboarding.partners.other-organisation-readable')) return own;
    return [...this.#partners.values()].find((partners) => partners.has(id)) ?? own;
  }

  /** The whole partner; `channels` is always there, an unset optional member never is. */
  view({ id, values, channels }: Partner): unknown {
    const showsNull = this.#on('null-for-unset');
    const shown: Record<string, string | null> = {};
    for (const field of partnerFields) {
      const { name } = field;
      const value = values[name];
      if (value !== undefined) {
        if (!this.#keeps('lost', name))
          shown[name] = this.#keeps('altered', name) ? String(otherValue(field, value)) : value;
      } else if (this.#keeps('unasked', name)) shown[name] = String(unaskedValue(field));
      else if (showsNull) shown[name] = null;
    }
    const isLost = this.#keeps('lost', 'channels');
    const kept = isLost ? [] : channels.map((channel) => this.#viewOf(channel));
    const isHidden = channels.length === 0 && this.#switches.on('partner-onboarding.channels.absent-when-empty');
    const order = this.#switches.on('partner-onboarding.channels.order-changed') ? kept.toReversed() : kept;
    return { id, ...shown, ...(isHidden ? {} : { channels: order }) };
  }

  #viewOf(channel: Channel): Channel {
    if (this.#switches.active.size === 0) return channel;
    const shown: Record<string, string> = {};
    for (const field of channelFields) {
      const value = channel[field.name];
      if (value === undefined || this.#keeps('lost', field.name, 'channels')) continue;
      shown[field.name] = this.#keeps('altered', field.name, 'channels') ? String(otherValue(field, value)) : value;
    }
    return shown;
  }

  #merge(partner: Partner, given: PartnerBody, isUpdate: boolean): Partner {
    const values: Record<string, string> = { ...partner.values };
    const clears = this.#on('patch-clears-others');
    for (const { name, required } of partnerFields) {
      if (isUpdate && this.#keeps('patch-ignored', name)) continue;
      const value = given.values.get(name);
      if (typeof value === 'string' || (value !== undefined && value !== null)) values[name] = value;
      else if (value === null ? !this.#on('patch-null-kept') && !this.#keeps('null-kept', name) : clears && !required)
        Reflect.deleteProperty(values, name);
    }
    const appends = this.#switches.on('partner-onboarding.channels.patch-appends');
    const channels =
      given.channels === undefined || (isUpdate && this.#keeps('patch-ignored', 'channels'))
        ? partner.channels
        : [...(appends ? partner.channels : []), ...given.channels];
    return { id: given.id ?? partner.id, values, channels };
  }

  #kept({ channels }: Partner): Partner['channels'] {
    return this.#switches.on('partner-onboarding.channels.delete-keeps-last') ? channels.slice(-1) : [];
  }

  #location({ id }: Partner): Readonly<Record<string, string>> {
    if (this.#on('location-missing')) return {};
    return { location: `/partners/${this.#on('location-wrong') ? 'nowhere' : id}` };
  }

  #newId(): string {
    const id = this.#manners.has('large-ids') ? String((this.#lastNumber += 1)) : randomUUID();
    return this.#switches.on('partner-onboarding.partners.id-malformed') ? `partner_${id}.1` : id;
  }

  #of(organisation: string): Map<string, Partner> {
    let own = this.#partners.get(organisation);
    if (!own) {
      own = new Map();
      this.#partners.set(organisation, own);
    }
    return own;
  }

  /** Whether a member is kept in this wrong way. */
  #keeps(what: StorageFault, member: string, family = 'partners'): boolean {
    return (
      this.#switches.active.size > 0 && this.#switches.on(storageFault('partner-onboarding', family, member, what))
    );
  }

  #on(what: LifecycleFault): boolean {
    return this.#switches.on(lifecycleFault('partner-onboarding', 'partners', what));
  }
}
