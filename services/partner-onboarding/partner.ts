import { code, text, type Field } from '../model/field.ts';

// The members of a partner and of a channel. partner-onboarding section 2 shows none of them, so all are assumed.

export const partnerFields: readonly Field[] = [
  text('name', undefined, 100, { required: true }),
  text('abn', undefined, 11, { required: true, minLength: 11, pattern: /^[0-9]{11}$/ }),
  text('contact_email', undefined, 254, { format: 'email' }),
  text('participant_id', undefined, 16, { minLength: 16, pattern: /^0151:[0-9]{11}$/ }),
];

export const channelFields: readonly Field[] = [
  code('channel_type', undefined, ['AS4', 'SFTP', 'HTTPS'], { required: true }),
  text('endpoint', undefined, 2048, { required: true, format: 'uri' }),
  text('description', undefined, 200, { minLength: 0 }),
];

export const maxChannels = 20;

export const idPattern = /^[A-Za-z0-9-]{1,64}$/;

/** A channel as it was given. */
export type Channel = Readonly<Record<string, string>>;

export interface Partner {
  readonly id: string;
  /** The members other than `id` and `channels`. */
  readonly values: Readonly<Record<string, string>>;
  readonly channels: readonly Channel[];
}

/** The partners of one instance. Organisations share nothing. */
export class Partners {
  readonly #byOrganisation = new Map<string, Map<string, Partner>>();

  of(organisation: string): Map<string, Partner> {
    let own = this.#byOrganisation.get(organisation);
    if (!own) {
      own = new Map();
      this.#byOrganisation.set(organisation, own);
    }
    return own;
  }

  /** Every organisation's partners. */
  all(): readonly Map<string, Partner>[] {
    return [...this.#byOrganisation.values()];
  }

  get size(): number {
    return this.all().reduce((sum, { size }) => sum + size, 0);
  }

  clear(): void {
    this.#byOrganisation.clear();
  }
}
