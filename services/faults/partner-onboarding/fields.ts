import type { BodyStages, FieldPlace } from '../../partner-onboarding/body.ts';
import { channelFields, partnerFields } from '../../partner-onboarding/partner.ts';
import type { PartnerStages } from '../../partner-onboarding/operations.ts';
import type { PartnerOnboardingStages } from '../../partner-onboarding/service.ts';
import type { Field } from '../../model/field.ts';
import { inArea, type FaultChange, type Seeded } from '../fault.ts';
import { otherValue, unaskedValue } from '../fields/other-value.ts';
import type { Strictness } from '../fields/strictness.ts';
import {
  checkFaults,
  storageFaults,
  storageId,
  storageWords,
  strictnessFaults,
  validationId,
  type FieldsOf,
  type StorageFault,
} from '../fields/words.ts';

type Change = FaultChange<PartnerOnboardingStages>;
type Owner = FieldPlace['owner'];

const service = 'partner-onboarding';

const isAt = (owner: Owner, field: Field, place: FieldPlace): boolean =>
  place.owner === owner && place.field.name === field.name;

const leftOut =
  (owner: Owner) =>
  (field: Field, check: string): Change =>
    inArea('body', ({ judge }: BodyStages) => ({
      judge: (place, given) => judge(place, given).filter(({ code }) => code !== check || !isAt(owner, field, place)),
    }));

const stricter =
  (owner: Owner) =>
  (field: Field, { name, text, refuses, ofPatch }: Strictness): Change =>
    inArea('body', ({ judge }: BodyStages) => ({
      judge: (place, given) => {
        const refused = judge(place, given);
        const isRefused =
          refuses(given ?? undefined) || (place.purpose === 'update' && ofPatch?.(given ?? null) === true);
        if (!isAt(owner, field, place) || !isRefused || (given === null && field.required)) return refused;
        const strict = [{ code: name, text }];
        return given === undefined ? [...strict, ...refused] : [...refused, ...strict];
      },
    }));

/** What a PATCH gives of one member does not arrive. */
const ungiven = (isDropped: (name: string, value: string | null) => boolean, isOfUpdates: boolean): Change =>
  inArea('partners', ({ merge }: PartnerStages) => ({
    merge: (partner, given, purpose) => {
      if (isOfUpdates && purpose !== 'update') return merge(partner, given, purpose);
      const values = new Map([...given.values].filter(([name, value]) => !isDropped(name, value)));
      return merge(partner, { ...given, values }, purpose);
    },
  }));

const showing = (field: Field, shown: (value: string | undefined) => string | undefined): Change =>
  inArea('partners', ({ show }: PartnerStages) => ({
    show: (asked, value) => (asked.name === field.name ? shown(value) : show(asked, value)),
  }));

function partnerKept(field: Field, what: StorageFault): Change {
  switch (what) {
    case 'lost':
      return showing(field, () => undefined);
    case 'altered':
      return showing(field, (value) => (value === undefined ? undefined : String(otherValue(field, value))));
    case 'unasked':
      return showing(field, (value) => value ?? String(unaskedValue(field)));
    case 'patch-ignored':
      return ungiven((name) => name === field.name, true);
    case 'null-kept':
      return ungiven((name, value) => name === field.name && value === null, false);
  }
}

/** A channel is shown anew, member by member. */
function channelKept(field: Field, what: StorageFault): Change {
  return inArea('partners', ({ showChannel }: PartnerStages) => ({
    showChannel: (channel) => {
      const right = showChannel(channel);
      const members = channelFields.flatMap((each): readonly (readonly [string, string])[] => {
        const value = right[each.name];
        if (value === undefined) return [];
        if (each.name !== field.name) return [[each.name, value]];
        return what === 'lost' ? [] : [[each.name, String(otherValue(field, value))]];
      });
      return Object.fromEntries(members);
    },
  }));
}

const ofPartners: FieldsOf<PartnerOnboardingStages> = {
  service,
  family: 'partners',
  shownBy: 'partners',
  fields: partnerFields,
  leftOut: leftOut('partners'),
  stricter: stricter('partners'),
  kept: partnerKept,
};

const ofChannels: FieldsOf<PartnerOnboardingStages> = {
  service,
  family: 'channels',
  shownBy: 'partners',
  fields: channelFields,
  leftOut: leftOut('channels'),
  stricter: stricter('channels'),
  kept: channelKept,
};

/** What can be done to the channels of a partner as a whole. */
const channelsLost: readonly Seeded<PartnerOnboardingStages>[] = (['lost', 'patch-ignored'] as const).map((what) => ({
  id: storageId(service, 'partners', 'channels', what),
  service,
  kind: 'storage',
  what,
  field: 'channels',
  family: 'partners',
  operation: what === 'lost' ? 'partners.read' : 'partners.update',
  breaks: `channels ${storageWords[what].breaks} (assumed).`,
  describes: `channels ${storageWords[what].describes}.`,
  change: inArea('partners', ({ view, merge }: PartnerStages) =>
    what === 'lost'
      ? { view: (partner) => view({ ...partner, channels: [] }) }
      : {
          merge: (partner, given, purpose) =>
            merge(partner, purpose === 'update' ? { ...given, channels: undefined } : given, purpose),
        },
  ),
}));

const channelSize: Seeded<PartnerOnboardingStages> = {
  id: validationId(service, 'partners', 'channels', 'size'),
  service,
  kind: 'validation',
  what: 'size',
  field: 'channels',
  family: 'partners',
  operation: 'partners.create',
  breaks: 'A partner has at most 20 channels (assumed).',
  describes: 'More channels are accepted.',
  change: inArea('body', ({ channels }: BodyStages) => ({
    channels: (sent) => {
      const read = channels(sent);
      return { ...read, refusals: read.refusals.filter(({ code }) => code !== 'size') };
    },
  })),
};

/** Of the texts whose least length is all that is said of what they begin with. */
const shortestRefused: readonly Seeded<PartnerOnboardingStages>[] = (
  [
    ['partners', 'name', 1],
    ['channels', 'description', 0],
  ] as const
).flatMap(([owner, name, least]) => {
  const field = (owner === 'partners' ? partnerFields : channelFields).find((one) => one.name === name);
  const text = `must have more than ${String(least)} characters`;
  const refuses = (value: unknown): boolean => typeof value === 'string' && value.length <= least;
  return field === undefined
    ? []
    : [
        {
          id: `${service}.strictness.${owner}.${name}.shortest`,
          service,
          kind: 'strictness',
          what: 'shortest',
          field: name,
          family: owner,
          operation: 'partners.create',
          breaks: `${name} may have as few as ${String(least)} characters (assumed).`,
          describes: `${name} ${text}.`,
          change: stricter(owner)(field, { name: 'shortest', text, refuses }),
        } as const,
      ];
});

export const partnerFieldFaults: readonly Seeded<PartnerOnboardingStages>[] = [
  ...checkFaults(ofPartners),
  ...checkFaults(ofChannels),
  channelSize,
  ...strictnessFaults(ofPartners, true),
  // A channel is written with its partner, never by a PATCH of its own.
  ...strictnessFaults(ofChannels, false),
  ...shortestRefused,
  ...storageFaults(ofPartners, (what, { required }) => !required || (what !== 'unasked' && what !== 'null-kept')),
  ...storageFaults(ofChannels, (what) => what === 'lost' || what === 'altered'),
  ...channelsLost,
];
