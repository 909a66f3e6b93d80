/** Faults that follow from the fields of partners and channels. */
import type { FieldPlace } from '../../partner-onboarding/body.ts';
import { channelFields, partnerFields } from '../../partner-onboarding/partner.ts';
import type { PartnerOnboardingStages } from '../../partner-onboarding/service.ts';
import type { Field } from '../../model/field.ts';
import { inArea, type FaultChange, type Seeded } from '../fault.ts';
import { otherValue, unaskedValue } from '../fields/other-value.ts';
import type { Strictness } from '../fields/strictness.ts';
import {
  checkFaults,
  fieldFault,
  storageFaults,
  storageWords,
  strictnessFaults,
  type FieldsOf,
  type StorageFault,
} from '../fields/words.ts';

type Change = FaultChange<PartnerOnboardingStages>;
type Owner = FieldPlace['owner'];

const isAt = (owner: Owner, field: Field, place: FieldPlace): boolean =>
  place.owner === owner && place.field.name === field.name;

const leftOut =
  (owner: Owner) =>
  (field: Field, check: string): Change =>
    inArea('body', ({ judge }) => ({
      judge: (place, given) => judge(place, given).filter(({ code }) => code !== check || !isAt(owner, field, place)),
    }));

const stricter =
  (owner: Owner) =>
  (field: Field, { name, text, refuses, ofPatch }: Strictness): Change =>
    inArea('body', ({ judge }) => ({
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
  inArea('partners', ({ merge }) => ({
    merge: (partner, given, purpose) => {
      if (isOfUpdates && purpose !== 'update') return merge(partner, given, purpose);
      const values = new Map([...given.values].filter(([name, value]) => !isDropped(name, value)));
      return merge(partner, { ...given, values }, purpose);
    },
  }));

const showing = (field: Field, shown: (value: string | undefined) => string | undefined): Change =>
  inArea('partners', ({ show }) => ({
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
const channelKept = ({ name }: Field, what: StorageFault): Change =>
  inArea('partners', ({ showChannel }) => ({
    showChannel: (channel) => {
      const right = showChannel(channel);
      const members = channelFields.flatMap((field): readonly (readonly [string, string])[] => {
        const value = right[field.name];
        if (value === undefined || (field.name === name && what === 'lost')) return [];
        return [[field.name, field.name === name ? String(otherValue(field, value)) : value]];
      });
      return Object.fromEntries(members);
    },
  }));

const ofOwner = (
  owner: Owner,
  fields: readonly Field[],
  kept: FieldsOf<PartnerOnboardingStages>['kept'],
): FieldsOf<PartnerOnboardingStages> => ({
  service: 'partner-onboarding',
  family: owner,
  shownBy: 'partners',
  fields,
  leftOut: leftOut(owner),
  stricter: stricter(owner),
  kept,
});

const ofPartners = ofOwner('partners', partnerFields, partnerKept);
const ofChannels = ofOwner('channels', channelFields, channelKept);

/** What can be done to the channels of a partner as a whole. */
const channelsLost = (['lost', 'patch-ignored'] as const).map((what) => {
  const [breaks, describes] = storageWords[what];
  return fieldFault<PartnerOnboardingStages>(ofPartners, 'storage', 'channels', what, {
    what,
    operation: what === 'lost' ? 'partners.read' : 'partners.update',
    breaks: `channels ${breaks} (assumed).`,
    describes: `channels ${describes}.`,
    change: inArea('partners', ({ view, merge }) =>
      what === 'lost'
        ? { view: (partner) => view({ ...partner, channels: [] }) }
        : {
            merge: (partner, given, purpose) =>
              merge(partner, purpose === 'update' ? { ...given, channels: undefined } : given, purpose),
          },
    ),
  });
});

const channelSize = fieldFault<PartnerOnboardingStages>(ofPartners, 'validation', 'channels', 'size.off', {
  what: 'size',
  operation: 'partners.create',
  breaks: 'A partner has at most 20 channels (assumed).',
  describes: 'More channels are accepted.',
  change: inArea('body', ({ channels }) => ({
    channels: (sent) => {
      const read = channels(sent);
      return { ...read, refusals: read.refusals.filter(({ code }) => code !== 'size') };
    },
  })),
});

/** Of the texts whose least length is all that is said of what they begin with. */
const shortestRefused = [...partnerFields, ...channelFields].flatMap((field) => {
  if (field.name !== 'name' && field.name !== 'description') return [];
  const [of, least] = field.name === 'name' ? [ofPartners, 1] : [ofChannels, 0];
  const text = `must have more than ${String(least)} characters`;
  const refuses = (value: unknown): boolean => typeof value === 'string' && value.length <= least;
  return [
    fieldFault(of, 'strictness', field.name, 'shortest', {
      what: 'shortest',
      operation: 'partners.create',
      breaks: `${field.name} may have as few as ${String(least)} characters (assumed).`,
      describes: `${field.name} ${text}.`,
      change: of.stricter(field, { name: 'shortest', text, refuses }),
    }),
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
