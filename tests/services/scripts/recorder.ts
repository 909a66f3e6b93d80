import { createWorld, type ServiceName } from '../../../services/index.ts';
import { Bench, noon, type Answer, type CallOptions } from '../support.ts';

// Scripts of calls whose answers are written down. Two runs of a script without any fault give the same
// transcript; a fault that makes no difference to the transcript is a fault that does nothing.

export class Recorder {
  readonly #bench: Bench;
  readonly spec: string;
  readonly lines: string[] = [];
  #serial = 0;

  constructor(bench: Bench, spec: string) {
    this.#bench = bench;
    this.spec = spec;
  }

  static async open(
    service: ServiceName,
    spec: string,
    faults: readonly string[],
    sleep?: (milliseconds: number) => Promise<void>,
  ): Promise<Recorder> {
    const clock = { now: noon };
    const world = await createWorld({
      instances: [{ service, spec }],
      clock: () => clock.now,
      ...(sleep === undefined ? {} : { sleep }),
    });
    const bench = new Bench(world, clock, service, spec);
    // Tokens before faults: a script is about the service, not about the identity provider.
    for (const device of ['device-1', ...(service === 'student-reporting' ? ['device-3'] : [])])
      await bench.token(device);
    world.setFaults(faults);
    return new Recorder(bench, spec);
  }

  get bench(): Bench {
    return this.#bench;
  }

  serial(prefix: string): string {
    this.#serial += 1;
    return `${prefix}${String(this.#serial).padStart(5, '0')}`;
  }

  async call(
    method: string,
    path: string,
    body?: unknown,
    options: CallOptions = {},
    device?: string,
  ): Promise<Answer> {
    const sent = body === undefined ? options : { ...options, body };
    let answer: Answer;
    try {
      answer = await this.#bench.call(method, path, sent, device);
    } catch (error) {
      answer = { status: 0, headers: new Headers(), text: String(error), body: undefined };
    }
    this.lines.push(`${method} ${path} ${String(answer.status)} ${JSON.stringify([...answer.headers])} ${answer.text}`);
    return answer;
  }

  /** The transcript, without what is random. */
  transcript(): string {
    const ids = new Map<string, string>();
    return this.lines.join('\n').replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => {
      const name = ids.get(id) ?? `id-${String(ids.size)}`;
      ids.set(id, name);
      return name;
    });
  }
}
