import type { ServiceName } from '../../../services/index.ts';
import { Bench, type Answer, type CallOptions } from '../support.ts';

/** Writes down the responses to a script of calls. */
export class Recorder {
  readonly #bench: Bench;
  readonly spec: string;
  readonly lines: string[] = [];
  #serial = 0;

  constructor(bench: Bench, spec: string) {
    this.#bench = bench;
    this.spec = spec;
  }

  static async open(service: ServiceName, spec: string): Promise<Recorder> {
    return new Recorder(await Bench.open(service, spec), spec);
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
}
