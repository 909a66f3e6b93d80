/** What an exam is made of: misbehaviours that nobody tuned anything to, each with the sentence that should be read first. */
import type { Reply, Call } from '../../services/http/message.ts';
import type { FaultChange, FaultEntry, OwnFaults, StagesOf } from '../../services/index.ts';
import type { Expected } from '../../scripts/attribution/corpus.ts';

/** A question about a service that misbehaves in a way of its own. */
export interface Question<Stages> {
  /** Lower case with hyphens; its own in the exam. */
  readonly name: string;
  /** The version that it is tried in; absent: the newest. */
  readonly spec?: string;
  /** What the service does. */
  readonly does: string;
  /** The sentence that a developer of the service should read first, written before any report of it was looked at. */
  readonly reads: string;
  /** What a script can hold against the item, where its words are foreseen; else a person marks it. */
  readonly first?: Expected;
  readonly change: FaultChange<Stages>;
}

/** By the service that misbehaves. */
export type Exam = { readonly [Subject in keyof StagesOf]?: readonly Question<StagesOf[Subject]>[] };

/** The exam's misbehaviours as faults that a world can switch on: `exam.<service>.<name>`. */
export function faultsOf(exam: Exam): OwnFaults {
  return {
    'partner-onboarding': seedsOf('partner-onboarding', exam),
    'student-reporting': seedsOf('student-reporting', exam),
    'identity-provider': seedsOf('identity-provider', exam),
  };
}

function seedsOf<Subject extends keyof StagesOf>(
  service: Subject,
  exam: Exam,
): readonly (FaultEntry & { readonly change: FaultChange<StagesOf[Subject]> })[] {
  const questions: readonly Question<StagesOf[Subject]>[] = exam[service] ?? [];
  return questions.map(({ name, does, change }) => ({
    id: faultId(service, name),
    service,
    breaks: 'a question of an exam',
    describes: does,
    change,
  }));
}

export function faultId(service: string, name: string): string {
  return `exam.${service}.${name}`;
}

type Deliver = (call: Call) => Promise<Reply>;
type Around = FaultChange<{ readonly delivery: { readonly answer: Deliver; readonly deliver: Deliver } }>;

/** Something around the whole service: it sees each call, may pass it on, and sends the reply. `begin` is called once for each running service, so that what is remembered begins there. */
export const around =
  (begin: () => (call: Call, deliver: Deliver) => Promise<Reply>): Around =>
  ({ delivery: { deliver } }) => {
    const answer = begin();
    return { delivery: { deliver: (call) => answer(call, deliver) } };
  };

/** Likewise, for what answers by itself: its replies get the date that every reply has. */
export const behind =
  (begin: () => (call: Call, deliver: Deliver) => Promise<Reply>): Around =>
  ({ delivery: { answer: inner } }) => {
    const answer = begin();
    return { delivery: { answer: (call) => answer(call, inner) } };
  };

/** What a call brings, as text; it is to be passed on as `call`, for a body is read once. */
export async function sent(asked: Call): Promise<{ readonly text: string; readonly call: Call }> {
  const bytes = await asked.read(MOST_READ);
  const call: Call = {
    ...asked,
    read: (limit) => Promise.resolve(bytes === undefined || bytes.length > limit ? undefined : bytes),
  };
  return { text: new TextDecoder().decode(bytes), call };
}

/** More than any service takes. */
const MOST_READ = 16 * 1024 * 1024;
