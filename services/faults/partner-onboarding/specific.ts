import { notFound, refuse, type GatewayErrorEntry } from '../../http/gateway-error.ts';
import { isObject } from '../../model/json-type.ts';
import type { PartnerBody } from '../../partner-onboarding/body.ts';
import { idPattern, maxChannels, type Partner } from '../../partner-onboarding/partner.ts';
import type { PartnerOnboardingStages } from '../../partner-onboarding/service.ts';
import { describing, eachOperation, inArray, withDefinition, withVersion } from '../about.ts';
import { inArea, type Seed } from '../fault.ts';
import { meeting } from '../meeting.ts';

const service = 'partner-onboarding';

const cut = (text: string, most: number): string => Array.from(text).slice(0, most).join('');

const refused = (detail: string): GatewayErrorEntry => ({ code: 'refused', detail, source: { pointer: '' } });

export const partnerOnboardingFaults: readonly Seed<PartnerOnboardingStages>[] = [
  {
    id: 'partner-onboarding.partners.meeting-updates-lost',
    service,
    operation: 'partners.update',
    breaks: 'Of several updates of one record at once, one wins whole (assumed).',
    describes: 'Updates of one partner within one second undo each other: the partner is as before them.',
    touches: { rules: ['lifecycle.concurrent-writes'] },
    change: inArea('partners', ({ replace, shelf }, _stages, { clock }) => {
      const meet = meeting<ReturnType<typeof shelf>, Partner>(clock);
      return {
        replace: (change) => {
          const { organisation, partner } = change;
          const before = meet(shelf(organisation, partner.id), partner.id, partner);
          replace(before === undefined ? change : { ...change, changed: before });
        },
      };
    }),
  },
  {
    id: 'partner-onboarding.partners.name-cut',
    service,
    operation: 'partners.create',
    breaks: 'name has 1 to 100 characters and is read as it was given (assumed).',
    describes: 'name is kept in 64 characters: a longer one is accepted and cut.',
    touches: { rules: ['input.longest*', 'lifecycle.*'] },
    change: inArea('partners', ({ merge }) => ({
      merge: (partner, given, purpose) => {
        const merged = merge(partner, given, purpose);
        const { name } = merged.values;
        return name === undefined ? merged : { ...merged, values: { ...merged.values, name: cut(name, 64) } };
      },
    })),
  },
  {
    id: 'partner-onboarding.channels.endpoint-cut',
    service,
    operation: 'partners.create',
    breaks: 'The endpoint of a channel has 1 to 2048 characters and is read as it was given (assumed).',
    describes: 'The endpoint of a channel is kept in 1024 characters: a longer one is accepted and cut.',
    touches: { rules: ['input.longest*', 'lifecycle.*'] },
    change: inArea('partners', ({ showChannel }) => ({
      showChannel: (channel) => {
        const { endpoint, ...others } = showChannel(channel);
        return endpoint === undefined ? others : { ...others, endpoint: cut(endpoint, 1024) };
      },
    })),
  },
  {
    id: 'partner-onboarding.channels.delete-removes-partner',
    service,
    operation: 'channels.delete',
    breaks: 'partner-onboarding section 4: the operation deletes the channels of a partner, not the partner.',
    describes: 'The partner is deleted with its channels.',
    change: inArea('partners', () => ({
      empty: (shelf, { id }) => {
        shelf.delete(id);
      },
    })),
  },
  {
    id: 'partner-onboarding.channels.delete-keeps-last',
    service,
    operation: 'channels.delete',
    breaks: 'partner-onboarding section 4: the operation deletes the channels of a partner.',
    describes: 'The last channel stays.',
    change: inArea('partners', () => ({
      empty: (shelf, partner) => {
        shelf.set(partner.id, { ...partner, channels: partner.channels.slice(-1) });
      },
    })),
  },
  {
    id: 'partner-onboarding.channels.delete-of-ten',
    service,
    operation: 'channels.delete',
    breaks: 'partner-onboarding section 4: the operation deletes all channels of a partner.',
    describes: 'The first ten channels are deleted; what comes after them stays.',
    change: inArea('partners', () => ({
      empty: (shelf, partner) => {
        shelf.set(partner.id, { ...partner, channels: partner.channels.slice(10) });
      },
    })),
  },
  {
    id: 'partner-onboarding.channels.delete-does-nothing',
    service,
    operation: 'channels.delete',
    breaks: 'partner-onboarding section 4: the operation deletes the channels of a partner.',
    describes: 'The channels stay.',
    change: inArea('partners', () => ({ empty: () => undefined })),
  },
  {
    id: 'partner-onboarding.channels.delete-of-all-partners',
    service,
    operation: 'channels.delete',
    breaks: 'partner-onboarding section 4: the operation deletes the channels of one partner.',
    describes: 'The channels of every partner are deleted.',
    change: inArea('partners', () => ({
      empty: (shelf) => {
        for (const [id, partner] of shelf) shelf.set(id, { ...partner, channels: [] });
      },
    })),
  },
  {
    id: 'partner-onboarding.channels.second-delete-404',
    service,
    operation: 'channels.delete',
    breaks: 'Deleting channels that are gone is answered 204 again (assumed).',
    describes: 'The second DELETE is answered 404.',
    change: inArea('partners', ({ empty }) => ({
      empty: (shelf, partner) => {
        if (partner.channels.length === 0) throw notFound();
        empty(shelf, partner);
      },
    })),
  },
  {
    id: 'partner-onboarding.channels.unknown-partner-204',
    service,
    operation: 'channels.delete',
    breaks: 'DELETE of the channels of an unknown partner is answered 404 (assumed).',
    describes: 'It is answered 204.',
    change: inArea('run', ({ 'channels.delete': run }, { partners }) => ({
      'channels.delete': (exchange) => {
        const [id = ''] = exchange.parameters;
        const isKnown = partners.shelf(exchange.caller.organisation, id).has(id);
        return isKnown && run ? run(exchange) : { status: 204, headers: {} };
      },
    })),
  },
  {
    id: 'partner-onboarding.channels.patch-appends',
    service,
    operation: 'partners.update',
    breaks: 'PATCH replaces the channels as a whole (assumed).',
    describes: 'PATCH appends its channels to those there are.',
    change: inArea('partners', ({ merge }) => ({
      merge: (partner, given, purpose) => {
        const { channels } = given;
        const all = channels && [...partner.channels, ...channels];
        return merge(partner, { ...given, channels: all }, purpose);
      },
    })),
  },
  {
    id: 'partner-onboarding.channels.merged-by-place',
    service,
    operation: 'partners.update',
    breaks: 'PATCH replaces the channels as a whole (assumed).',
    describes: 'PATCH merges its channels into those there are, place by place; none at all empties them.',
    touches: { rules: ['lifecycle.update-*'] },
    change: inArea('partners', ({ merge }) => ({
      merge: (partner, given, purpose) => {
        const { channels } = given;
        if (purpose !== 'update' || channels === undefined || channels.length === 0)
          return merge(partner, given, purpose);
        const merged = channels.map((channel, place) => ({ ...partner.channels[place], ...channel }));
        return merge(partner, { ...given, channels: [...merged, ...partner.channels.slice(merged.length)] }, purpose);
      },
    })),
  },
  {
    id: 'partner-onboarding.channels.absent-when-empty',
    service,
    operation: 'partners.read',
    breaks: 'A partner always carries channels (assumed).',
    describes: 'channels is absent when there are none.',
    change: inArea('partners', ({ view }) => ({
      view: (partner) => {
        const { channels, ...others } = view(partner);
        return partner.channels.length === 0 ? others : { ...others, channels };
      },
    })),
  },
  {
    id: 'partner-onboarding.channels.order-changed',
    service,
    operation: 'partners.read',
    breaks: 'The channels are those that were given, in their order (assumed).',
    describes: 'The channels are carried in reverse order.',
    change: inArea('partners', ({ view }) => ({
      view: (partner) => view({ ...partner, channels: partner.channels.toReversed() }),
    })),
  },
  {
    id: 'partner-onboarding.channels.twenty-refused',
    service,
    operation: 'partners.create',
    breaks: 'A partner may have 20 channels (assumed).',
    describes: 'Twenty channels are refused.',
    change: inArea('body', ({ channels }) => ({
      channels: (sent) => {
        const read = channels(sent);
        if (!Array.isArray(sent) || sent.length !== maxChannels) return read;
        const source = { pointer: '/channels' };
        const refusal = { code: 'size', detail: 'channels must have fewer entries.', source };
        return { ...read, refusals: [refusal, ...read.refusals] };
      },
    })),
  },
  {
    id: 'partner-onboarding.channels.required',
    service,
    operation: 'partners.create',
    breaks: 'channels is an optional member (assumed).',
    describes: 'A partner without channels is refused.',
    change: inArea('body', ({ members }) => ({
      members: (sent, purpose) => {
        const read = members(sent, purpose);
        if (purpose !== 'create' || !isObject(sent)) return read;
        const hasChannels = Array.isArray(sent['channels']) && sent['channels'].length > 0;
        if (hasChannels) return read;
        // Before what is said of the members that are not there.
        const isOfAbsent = ({ code, source }: GatewayErrorEntry): boolean =>
          code === 'required' && !(source && 'pointer' in source && Object.hasOwn(sent, source.pointer.slice(1)));
        const place = read.refusals.findIndex(isOfAbsent);
        return {
          ...read,
          refusals: read.refusals.toSpliced(
            place < 0 ? read.refusals.length : place,
            0,
            refused('A partner needs a channel.'),
          ),
        };
      },
    })),
  },
  {
    id: 'partner-onboarding.partners.empty-patch-refused',
    service,
    operation: 'partners.update',
    breaks: 'A PATCH that names nothing is accepted and changes nothing (assumed).',
    describes: 'It is refused.',
    change: inArea('body', ({ members }) => ({
      members: (sent, purpose) => {
        const read = members(sent, purpose);
        const isBare = isObject(sent) && Object.keys(sent).length === 0;
        if (purpose !== 'update' || !isBare) return read;
        return { ...read, refusals: [...read.refusals, refused('There is nothing to change.')] };
      },
    })),
  },
  {
    id: 'partner-onboarding.partners.patch-changes-all',
    service,
    operation: 'partners.update',
    breaks: 'partner-onboarding section 4: PATCH updates one partner.',
    describes: 'PATCH changes every partner of the organisation.',
    change: inArea('partners', ({ replace }, { partners }) => ({
      replace: (change) => {
        replace(change);
        const own = partners.shelf(change.organisation, '');
        for (const [id, other] of own) own.set(id, { ...partners.merge(other, change.given, 'update'), id });
      },
    })),
  },
  {
    id: 'partner-onboarding.partners.other-organisation-readable',
    service,
    operation: 'partners.read',
    breaks: 'The partners of another organisation are answered 404 (assumed).',
    describes: 'A partner of another organisation can be read, changed and emptied by its id.',
    change: inArea('partners', ({ shelf }, { data }) => ({
      shelf: (organisation, id) => {
        const own = shelf(organisation, id);
        return own.has(id) ? own : (data.partners.all().find((others) => others.has(id)) ?? own);
      },
    })),
  },
  {
    id: 'partner-onboarding.partners.unknown-id-empty',
    service,
    operation: 'partners.read',
    breaks: 'An unknown partner is answered 404 (assumed).',
    describes: 'An unknown partner is answered 200 with a partner without values.',
    change: inArea('partners', ({ locate }) => ({
      locate: (exchange) => {
        try {
          return locate(exchange);
        } catch (error) {
          const [id = ''] = exchange.parameters;
          if (!idPattern.test(id)) throw error;
          return { id, values: {}, channels: [] };
        }
      },
    })),
  },
  {
    id: 'partner-onboarding.partners.id-settable',
    service,
    operation: 'partners.update',
    breaks: 'id is made by the service and is an unknown member of requests (assumed).',
    describes: 'POST and PATCH accept an id and take it over.',
    change: ({ body: { read }, partners: { merge } }) => {
      const ids = new WeakMap<PartnerBody, string>();
      return {
        body: {
          read: (sent, purpose) => {
            if (!isObject(sent) || typeof sent['id'] !== 'string') return read(sent, purpose);
            const { id, ...others } = sent;
            const given = read(others, purpose);
            ids.set(given, id as string);
            return given;
          },
        },
        partners: {
          merge: (partner, given, purpose) => {
            const merged = merge(partner, given, purpose);
            return { ...merged, id: ids.get(given) ?? merged.id };
          },
        },
      };
    },
  },
  {
    id: 'partner-onboarding.partners.id-malformed',
    service,
    operation: 'partners.create',
    breaks: 'An id has 1 to 64 letters, digits and hyphens (assumed).',
    describes: 'Ids contain a dot and an underscore.',
    change: inArea('partners', ({ newId }) => ({ newId: () => `partner_${newId()}.1` })),
  },
  {
    id: 'partner-onboarding.partners.refusal-400',
    service,
    operation: 'partners.create',
    breaks: 'A value fault is answered 422 (assumed).',
    describes: 'A value fault is answered 400.',
    change: inArea('partners', () => ({
      refuseValues: ({ refusals }) => {
        refuse(400, refusals);
      },
    })),
  },
  {
    id: 'partner-onboarding.version.definition-version-wrong',
    service,
    operation: 'definition.read',
    breaks: 'partner-onboarding section 9: the interface version is 1.0.0.',
    describes: 'info.version of /openapi.json is 9.9.9.',
    change: withDefinition((definition) => withVersion(definition, '9.9.9')),
  },
  {
    id: 'partner-onboarding.version.definition-form-wrong',
    service,
    operation: 'definition.read',
    breaks: 'The published definition says what a request is (assumed; partner-onboarding section 4).',
    describes: '/openapi.json has an array of partners as the body of POST and PATCH.',
    change: withDefinition((definition) => eachOperation(definition, (operation) => inArray(operation))),
  },
  {
    id: 'partner-onboarding.version.definition-operation-missing',
    service,
    operation: 'definition.read',
    breaks: 'partner-onboarding section 4: there are four operations.',
    describes: '/openapi.json does not have the deletion of channels.',
    change: withDefinition((definition) =>
      eachOperation(definition, (operation, method) => (method === 'delete' ? undefined : operation)),
    ),
  },
  {
    id: 'partner-onboarding.version.announced-version-wrong',
    service,
    operation: 'service.read',
    breaks: 'partner-onboarding section 9: the interface version is 1.0.0.',
    describes: 'api_version is 9.9.9.',
    change: describing({ api_version: '9.9.9' }),
  },
  {
    id: 'partner-onboarding.version.api-name-wrong',
    service,
    operation: 'service.read',
    breaks: 'partner-onboarding section 1: the interface is named ManagedFileTransfers-Einv-Onboarding.',
    describes: 'api_name is the name of the plan.',
    change: describing({ api_name: 'MFT Partner Onboarding-EinvoicingWoG' }),
  },
];
