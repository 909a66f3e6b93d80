/** Sends a step as raw text, with faults that no HTTP client would send. Each response on the connection is an exchange. */
import type { Step } from '../plan/model.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Resolution } from './resolve-values.ts';
import { reportToTracker, failureOfRequest, recordedRequestFailure, sendThroughBreaker } from './send-step.ts';
import { learnTokens, recordExchange } from './send-exchange.ts';
import type { Destination, FinishedExchange, ExchangeIds, SendOptions, SentExchange } from './model.ts';
import { parseJsonBody, impliedBody } from './response-content.ts';
import { buildRequest } from './build-request.ts';
import { withCallerOfRecords } from './auth-schemes.ts';
import { rawHeadersOf } from './socket-transport.ts';
import { notSentFailure, type WireRequest } from './transport.ts';

const NOTHING = { result: { answer: undefined, sent: undefined }, response: undefined } as const;

/** Returns at least one exchange. Never rejects because of the target. */
export async function sendRaw(
  step: Step,
  name: ExchangeIds,
  to: Destination,
  resolution: Resolution,
  options: SendOptions,
): Promise<readonly SentExchange[]> {
  const at = options.clock();
  let wire: WireRequest | undefined;
  let parameters: FinishedExchange['parameters'] = {};
  try {
    const built = await buildRequest(step.request, withCallerOfRecords(step, to), resolution);
    wire = built.wire;
    parameters = built.parameters;
    const raw = options.plain.sendRaw;
    if (raw === undefined) throw notSentFailure('not-carried');
    const { raw: fault = '' } = step;
    const planned = wire;
    // Recorded as it is sent, with its faulty headers.
    const sentWire = { ...planned, headers: rawHeadersOf(planned, fault) };
    wire = sentWire;
    options.tracker?.noteWrite(step.request, planned.body, to);
    const answers = await sendThroughBreaker(step.request, built.parameters, to, options, () =>
      raw(planned, fault, options.timeoutMs),
    );
    const durationMs = options.clock() - at;
    return answers.map((answer, index) => {
      // An accepted request may have created a record that has to be deleted.
      const shown = parseJsonBody(answer.body);
      const content = impliedBody(step.success, sentWire.url, answer, shown) ?? shown;
      learnTokens(step.request.base, content, to);
      reportToTracker(step.request, built.parameters, to, { status: answer.status, answer: content }, options);
      const exchange = recordExchange(
        step,
        index === 0 ? name : { ...name, id: `${name.id}.${index + 1}` },
        to,
        sentWire,
        at,
        durationMs,
        answer,
      );
      return { result: { answer: content, sent: undefined }, response: undefined, exchange };
    });
  } catch (error) {
    const failure = failureOfRequest(error, resolution);
    reportToTracker(step.request, parameters, to, failure, options);
    const exchange: Exchange = {
      ...recordExchange(step, name, to, wire, at, options.clock() - at),
      failure: recordedRequestFailure(error, failure, to),
    };
    return [{ ...NOTHING, exchange }];
  }
}
