/** The faults that partner-onboarding has for itself: of partners, of their channels, and of what it says of itself. */
import { GatewayError, notFound, refuse } from '../../http/gateway-error.ts';
import { isObject } from '../../model/objects.ts';
import { idPattern, type Partner } from '../../partner-onboarding/partner.ts';
import type { PartnerOnboardingStages } from '../../partner-onboarding/service.ts';
import { describing, withArrayBodies, withDefinition } from '../about.ts';
import { inArea, type FaultChange, type FaultTable } from '../fault.ts';
import { internalError, writtenOut, type BodyShapeFault } from '../gateway/bodies.ts';
import type { LifecycleFault } from '../lifecycle.ts';
import { meeting } from '../meeting.ts';
import type { PartnerBody } from '../../partner-onboarding/body.ts';

type Change = FaultChange<PartnerOnboardingStages>;

const stored = 'A partner that was created, or changed, is there afterwards (assumed; RFC 9110, section 15.3.2).';
const partial = 'PATCH leaves what it does not name as it was (assumed).';
const emptied = 'partner-onboarding section 4: the operation deletes the channels of a partner.';

/** Each identifier is given to so many partners, one after the other: the latest replaces those before. */
const idsGiven = (times: number, what: string): FaultTable<PartnerOnboardingStages>[string] => ({
  operation: 'partners.create',
  breaks: stored,
  describes: `Each identifier is given ${what} in turn, as from a counter that several nodes read before one writes it.`,
  touches: { rules: ['lifecycle.*', 'input.*-stored', 'input.*-kept'] },
  change: inArea('partners', ({ newId }) => {
    let [given, id] = [0, ''];
    return {
      newId: () => {
        if (given % times === 0) id = newId();
        given += 1;
        return id;
      },
    };
  }),
});

/** Every third of the partners that are read, in the order of their first reads. */
function everyThird(): (id: string) => boolean {
  const known = new Map<string, number>();
  return (id) => {
    const place = known.get(id) ?? known.size;
    known.set(id, place);
    return place % 3 === 1;
  };
}

export const partnerFaults: FaultTable<PartnerOnboardingStages> = {
  'partners.update-answers-old': {
    operation: 'partners.update',
    breaks: 'The answer to a PATCH shows the partner as the PATCH leaves it (assumed).',
    describes: 'A PATCH is stored, but its response shows the old partner.',
    touches: { rules: ['lifecycle.*'] },
    change: inArea('run', ({ 'partners.update': update }, { partners }) => ({
      'partners.update': (exchange) => {
        const before = JSON.stringify(partners.view(partners.locate(exchange)));
        if (!update) throw new Error('There is no update.');
        return { ...update(exchange), body: before };
      },
    })),
  },
  'partners.ids-twice': idsGiven(2, 'twice'),
  'partners.ids-three-times': idsGiven(3, 'three-times'),
  'partners.kept-by-token': {
    operation: 'partners.read',
    breaks: 'The partners of an organisation are there for its tokens (assumed).',
    describes:
      'Partners belong to the token that created them, and another token of the organisation cannot read them.',
    touches: { rules: ['lifecycle.renewed-token'] },
    change: inArea('door', ({ admit, tokenOf }) => ({
      admit: async (call) => ({ ...(await admit(call)), organisation: tokenOf(call) ?? '' }),
    })),
  },
  'partners.updates-from-creation': {
    operation: 'partners.update',
    breaks: partial,
    describes: 'A PATCH is applied to the partner as it was created, so earlier updates are lost.',
    touches: { rules: ['lifecycle.update-*'] },
    change: inArea('partners', ({ add, change }, { partners, body }) => {
      const created = new Map<string, Partner>();
      return {
        add: (organisation, partner) => {
          created.set(partner.id, partner);
          add(organisation, partner);
        },
        change: (exchange) => {
          const made = change(exchange);
          const given = body.read(exchange.body, 'update');
          return { ...made, changed: partners.merge(created.get(made.partner.id) ?? made.partner, given, 'update') };
        },
      };
    }),
  },
  'partners.lock-kept': {
    operation: 'partners.update',
    breaks: 'partner-onboarding section 4: PATCH updates a partner.',
    describes: 'A PATCH does not release its lock: every further PATCH of the partner returns 423.',
    touches: { rules: ['lifecycle.update-*'] },
    change: inArea('partners', ({ replace }) => {
      const locked = new Set<string>();
      return {
        replace: (change) => {
          const { id } = change.partner;
          if (locked.has(id)) throw new GatewayError(423, { code: 'locked', detail: 'The partner is locked.' });
          locked.add(id);
          replace(change);
        },
      };
    }),
  },
  'partners.unchanged-refused': {
    operation: 'partners.update',
    breaks: 'A PATCH that names what is there already succeeds (assumed).',
    describes: 'A PATCH that changes nothing returns 422.',
    touches: { rules: ['lifecycle.update-*'] },
    change: inArea('partners', ({ replace }) => ({
      replace: (change) => {
        if (JSON.stringify(change.changed) === JSON.stringify(change.partner))
          throw new GatewayError(422, { code: 'unchanged', detail: 'Nothing would change.' });
        replace(change);
      },
    })),
  },
  'partners.some-unreadable': {
    operation: 'partners.read',
    breaks: 'A created partner can be read at once (assumed).',
    describes: 'Every third partner cannot be read: 500.',
    // Counted, not drawn from the id: ids are random, and a fault must show itself in every run.
    change: inArea('run', ({ 'partners.read': read }, { partners }) => {
      const isChosen = everyThird();
      return {
        'partners.read': (exchange) => {
          if (read === undefined || isChosen(partners.locate(exchange).id))
            throw new GatewayError(500, {
              code: 'internal_error',
              detail: 'The service could not handle the request.',
            });
          return read(exchange);
        },
      };
    }),
  },
  'partners.empty-patch-refused': {
    operation: 'partners.update',
    breaks: 'A PATCH that names nothing is accepted and changes nothing (assumed).',
    describes: 'It is rejected.',
    change: inArea('body', ({ members }) => ({
      members: (sent, purpose) => {
        const read = members(sent, purpose);
        const isBare = isObject(sent) && Object.keys(sent).length === 0;
        const refusal = { code: 'refused', detail: 'There is nothing to change.', source: { pointer: '' } };
        return purpose === 'update' && isBare ? { ...read, refusals: [...read.refusals, refusal] } : read;
      },
    })),
  },
  'partners.patch-changes-all': {
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
  'partners.meeting-updates-lost': {
    operation: 'partners.update',
    breaks: 'Of several updates of one record at once, one wins whole (assumed).',
    describes: 'Updates of one partner within one second undo each other: the partner is unchanged.',
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
  'partners.other-organisation-readable': {
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
  'partners.id-settable': {
    operation: 'partners.update',
    breaks: 'id is made by the service and is an unknown member of requests (assumed).',
    describes: 'POST and PATCH accept an id and store it.',
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
  'partners.unknown-id-empty': {
    operation: 'partners.read',
    breaks: 'An unknown partner is answered 404 (assumed).',
    describes: 'A read of an unknown partner returns 200 with a partner without values.',
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
  'partners.refusal-400': {
    operation: 'partners.create',
    breaks: 'A value fault is answered 422 (assumed).',
    describes: 'An invalid value returns 400.',
    change: inArea('partners', () => ({
      refuseValues: ({ refusals }) => {
        refuse(400, refusals);
      },
    })),
  },
  'channels.contact-goes-too': {
    operation: 'channels.delete',
    breaks: emptied,
    describes: 'A delete of the channels of a partner also clears its contact_email.',
    touches: { rules: ['lifecycle.*'] },
    change: inArea('partners', ({ empty }) => ({
      empty: (shelf, partner) => {
        const { contact_email: _gone, ...values } = partner.values;
        empty(shelf, { ...partner, values });
      },
    })),
  },
  'channels.null-refused': {
    operation: 'partners.update',
    breaks: 'PATCH with null for an optional member takes that member away (assumed).',
    describes: 'null instead of the channels is rejected because it is not a list.',
    touches: { rules: ['lifecycle.*'] },
    change: inArea('body', ({ channels }) => ({
      channels: (sent) => {
        const read = channels(sent);
        const detail = 'channels must be of the type array.';
        const entry = { code: 'wrong_type', detail, source: { pointer: '/channels' } };
        return sent === null ? { ...read, misshapen: [...read.misshapen, entry] } : read;
      },
    })),
  },
  'channels.no-objects-taken': {
    operation: 'partners.create',
    breaks: 'channels is a list of objects (assumed).',
    describes: 'Invalid entries of the channels are ignored, and a single channel is accepted as a list.',
    touches: { aspects: ['channels', 'input'] },
    change: inArea('body', ({ channels }) => ({
      channels: (sent) => channels(Array.isArray(sent) ? sent.filter(isObject) : isObject(sent) ? [sent] : sent),
    })),
  },
  'channels.delete-keeps-last': {
    operation: 'channels.delete',
    breaks: emptied,
    describes: 'The last channel is not deleted.',
    change: inArea('partners', () => ({
      empty: (shelf, partner) => {
        shelf.set(partner.id, { ...partner, channels: partner.channels.slice(-1) });
      },
    })),
  },
  'channels.delete-does-nothing': {
    operation: 'channels.delete',
    breaks: emptied,
    describes: 'The channels are not deleted.',
    change: inArea('partners', () => ({ empty: () => undefined })),
  },
  'channels.delete-of-all-partners': {
    operation: 'channels.delete',
    breaks: 'partner-onboarding section 4: the operation deletes the channels of one partner.',
    describes: 'The channels of every partner are deleted.',
    change: inArea('partners', () => ({
      empty: (shelf) => {
        for (const [id, partner] of shelf) shelf.set(id, { ...partner, channels: [] });
      },
    })),
  },
  'channels.second-delete-404': {
    operation: 'channels.delete',
    breaks: 'Deleting channels that are gone is answered 204 again (assumed).',
    describes: 'The second DELETE returns 404.',
    change: inArea('partners', ({ empty }) => ({
      empty: (shelf, partner) => {
        if (partner.channels.length === 0) throw notFound();
        empty(shelf, partner);
      },
    })),
  },
  'channels.patch-appends': {
    operation: 'partners.update',
    breaks: 'PATCH replaces the channels as a whole (assumed).',
    describes: 'PATCH appends its channels to the existing ones.',
    change: inArea('partners', ({ merge }) => ({
      merge: (partner, given, purpose) => {
        const all = given.channels && [...partner.channels, ...given.channels];
        return merge(partner, { ...given, channels: all }, purpose);
      },
    })),
  },
  'channels.absent-when-empty': {
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
  'channels.order-changed': {
    operation: 'partners.read',
    breaks: 'The channels are those that were given, in their order (assumed).',
    describes: 'The channels are in reverse order in responses.',
    change: inArea('partners', ({ view }) => ({
      view: (partner) => view({ ...partner, channels: partner.channels.toReversed() }),
    })),
  },
  'version.definition-form-wrong': {
    operation: 'definition.read',
    breaks: 'The published definition says what a request is (assumed; partner-onboarding section 4).',
    describes: '/openapi.json has an array of partners as the body of POST and PATCH.',
    change: withDefinition(withArrayBodies),
  },
  'version.announced-version-wrong': {
    operation: 'service.read',
    breaks: 'partner-onboarding section 9: the interface version is 1.0.0.',
    describes: 'api_version is 9.9.9.',
    change: describing({ api_version: '9.9.9' }),
  },
  'version.api-name-wrong': {
    operation: 'service.read',
    breaks: 'partner-onboarding section 1: the interface is named ManagedFileTransfers-Einv-Onboarding.',
    describes: 'api_name is the name of the plan.',
    change: describing({ api_name: 'MFT Partner Onboarding-EinvoicingWoG' }),
  },
};

/** A partner is in no list and its id is the service's own, so a stored refusal or a second copy cannot be seen. */
export const partnerLifecycle: readonly (readonly [LifecycleFault, Change])[] = [
  ['create-not-stored', inArea('partners', () => ({ add: () => undefined }))],
  [
    'patch-null-kept',
    inArea('partners', ({ merge }) => ({
      merge: (partner, given, purpose) => {
        const values = new Map([...given.values].filter(([, value]) => value !== null));
        return merge(partner, { ...given, values }, purpose);
      },
    })),
  ],
  [
    'refused-update-stored',
    inArea('run', ({ 'partners.update': update }, { partners }) => ({
      'partners.update': (exchange) => {
        if (!update) throw new Error('There is no update.');
        try {
          return update(exchange);
        } catch (error) {
          const isOfValues = error instanceof GatewayError && error.status === 422;
          if (isOfValues) partners.replace(partners.change(exchange));
          throw error;
        }
      },
    })),
  ],
  ['location-wrong', inArea('partners', () => ({ location: () => ({ location: '/partners/nowhere' }) }))],
  ['patch-ignored', inArea('partners', () => ({ replace: () => undefined }))],
  ['null-for-unset', inArea('partners', ({ show }) => ({ show: (field, value) => show(field, value) ?? null }))],
];

/** Another body is read than the one that was sent. */
const reading = (taken: (sent: unknown) => unknown): Change =>
  inArea('body', ({ read }) => ({ read: (sent, purpose) => read(taken(sent), purpose) }));

const readingMembers = (taken: (value: unknown) => unknown): Change =>
  reading((sent) =>
    isObject(sent) ? Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, taken(value)])) : sent,
  );

export const partnerShapes: Readonly<Record<BodyShapeFault, Change>> = {
  'unknown-member-accepted': inArea('body', ({ refuseShape }) => ({
    refuseShape: (entries) => {
      refuseShape(entries.filter(({ code }) => code !== 'unknown_member'));
    },
  })),
  'wrong-type-accepted': inArea('body', () => ({ misfit: () => undefined })),
  'top-level-500': reading((sent) => {
    if (!isObject(sent)) throw internalError();
    return sent;
  }),
  'top-level-coerced': reading((sent) => {
    const item: unknown = Array.isArray(sent) ? sent[0] : sent;
    return isObject(item) ? item : {};
  }),
  'array-unpacked': readingMembers((value) =>
    Array.isArray(value) && value.length === 1 && typeof value[0] === 'string' ? (value[0] as string) : value,
  ),
  'numbers-as-texts': readingMembers(writtenOut('number')),
  'truth-as-texts': readingMembers(writtenOut('boolean')),
};
