import type { Call, Reply } from '../http/message.ts';
import type { Change } from '../stages.ts';
import type { StagesOf } from '../stages-of.ts';

/** What a target says where the documents say nothing: any JSON. */
export type Answer = unknown;

/** What becomes of a call before a service sees it, and of its finished reply. */
export interface Layer {
  readonly ask?: (call: Call) => Call;
  /** It is given the call as it came. */
  readonly apply?: (reply: Reply, call: Call) => Reply;
}

/** How a service is that is right, and for which an open point is answered otherwise than these services are made. */
export interface Otherwise {
  readonly faults?: readonly string[];
  readonly layers?: { readonly [Subject in keyof StagesOf]?: Layer };
  readonly changes?: { readonly [Subject in keyof StagesOf]?: Change<StagesOf[Subject]> };
}

/** By open point: from an answer to the service that it is right for. */
export type OtherwiseTable = Readonly<Record<string, (answer: Answer) => Otherwise>>;
