/**
 * The twenty-third exam: sixty ordinary mistakes were written down first, walking through the two documents section by section (20 of
 * partner-onboarding, 28 of student-reporting, 12 of the identity provider and access tokens), and numbered within each group by the
 * SHA-256 of their names. Those asked are the first twenty by SHA-256 of "twenty-third" and their number: five of partner-onboarding,
 * seven of student-reporting, eight of the identity provider and access tokens (one of them in student-reporting).
 */
import type { Exam } from '../exam.ts';
import { identityProvider } from './twenty-third-identity-provider.ts';
import { studentReporting } from './twenty-third-student-reporting.ts';

export const exam: Exam = {
  'partner-onboarding': [
    // Section 2
    {
      name: 'mail-lowered',
      does: 'The contact_email is put into small letters before it is kept.',
      reads: 'Changes the contact_email that it is given to small letters.',
      change: ({ partners: { merge } }) => ({
        partners: {
          merge: (partner, given, purpose) => {
            const merged = merge(partner, given, purpose);
            const { contact_email: mail, ...values } = merged.values;
            const kept = mail === undefined ? {} : { contact_email: mail.toLowerCase() };
            return { ...merged, values: { ...values, ...kept } };
          },
        },
      }),
    },
    {
      name: 'one-channel-per-type',
      does: 'The channels of a partner are kept by their type, so that a second one of a type takes the place of the first.',
      reads: 'Keeps one channel of each channel_type only: of two of one type, the first is lost.',
      change: ({ partners: { merge } }) => ({
        partners: {
          merge: (partner, given, purpose) => {
            const merged = merge(partner, given, purpose);
            const byType = new Map(merged.channels.map((channel) => [channel['channel_type'], channel]));
            return { ...merged, channels: [...byType.values()] };
          },
        },
      }),
    },
    {
      name: 'abn-as-number',
      does: 'The abn is kept in a column of numbers, so that zeros at its front are lost.',
      reads: 'Loses the zeros at the front of an abn: 00123456789 is shown as 123456789.',
      change: ({ partners: { merge } }) => ({
        partners: {
          merge: (partner, given, purpose) => {
            const merged = merge(partner, given, purpose);
            const { abn, ...values } = merged.values;
            const kept = abn === undefined ? {} : { abn: String(Number(abn)) };
            return { ...merged, values: { ...values, ...kept } };
          },
        },
      }),
    },
    // Section 4, PATCH
    {
      name: 'patch-channels-appended',
      does: 'PATCH adds the channels of the body to those that there are.',
      reads: 'Adds the channels of a PATCH to those of the partner instead of replacing them.',
      change: ({ partners: { merge } }) => ({
        partners: {
          merge: (partner, given, purpose) => {
            const merged = merge(partner, given, purpose);
            if (purpose === 'create' || given.channels === undefined) return merged;
            return { ...merged, channels: [...partner.channels, ...given.channels] };
          },
        },
      }),
    },
    {
      name: 'patch-wants-name',
      does: 'PATCH validates the body as POST does, so that one without a name is refused.',
      reads: 'Refuses a PATCH that leaves out name with 422, though an update is partial.',
      change: ({ body: { members } }) => ({ body: { members: (sent) => members(sent, 'create') } }),
    },
  ],
  'student-reporting': studentReporting,
  'identity-provider': identityProvider,
};
