/** Pages that were read, judged and let go of: a list is walked twice and mostly brings the same bytes again, of which there is nothing new to say. */
import { hash } from 'node:crypto';
import type { RecordedResponse } from '../record/exchange.ts';
import { header } from '../record/headers.ts';
import type { WireResponse } from './transport.ts';

export class SeenPages {
  readonly #kept = new Map<string, RecordedResponse>();
  readonly #secrets: () => number;

  /** @param secrets how many are known by now: what was masked with fewer of them may hold the others */
  constructor(secrets: () => number) {
    this.#secrets = secrets;
  }

  /** All by which content is read, masked and judged: what was asked, its bytes, and what the answer calls them. */
  key(asked: string, response: WireResponse): string {
    const type = header(response, 'content-type') ?? '';
    return `${hash('sha256', response.body, 'base64')} ${response.status} ${this.#secrets()} ${type} ${asked}`;
  }

  /** What was kept of such a page. */
  find(key: string): RecordedResponse | undefined {
    return this.#kept.get(key);
  }

  put(key: string, kept: RecordedResponse): void {
    this.#kept.set(key, kept);
  }
}
