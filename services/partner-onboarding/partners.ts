import type { Partner } from './partner.ts';

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
