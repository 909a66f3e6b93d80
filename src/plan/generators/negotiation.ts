/** Media types, asked for and sent. */
import type { OperationContext } from '../context.ts';
import type { Group } from '../model.ts';
import { Fixtures } from '../fixtures.ts';
import { controlRequest } from '../control.ts';
import { controlStep, probeCase } from './negative.ts';
import { namesAccept } from './reading.ts';

export function negotiation(context: OperationContext): Group | undefined {
  const { scope, endpoint, operation } = context;
  if (operation.kind === 'token') return undefined;
  const fixtures = new Fixtures(scope);
  const control = controlStep(context, fixtures);
  const writes = operation.kind === 'create' || operation.kind === 'update';
  const request = (headers: Readonly<Record<string, string | null>>): ReturnType<typeof controlRequest> => ({
    ...controlRequest(scope, endpoint, operation, fixtures),
    headers,
  });
  return context.group(
    'negotiation',
    [...fixtures.steps, control],
    [
      ...(writes
        ? [
            probeCase(context, 'negotiation', {
              rule: 'media.unsupported',
              key: 'text-plain',
              title: 'the body is declared as text',
              request: request({ 'content-type': 'text/plain' }),
              refusal: 'media-type',
            }),
            probeCase(context, 'negotiation', {
              rule: 'media.unsupported',
              key: 'xml',
              title: 'the body is declared as XML',
              request: request({ 'content-type': 'application/xml' }),
              refusal: 'media-type',
            }),
            probeCase(context, 'negotiation', {
              rule: 'media.missing',
              title: 'the body has no media type',
              request: request({ 'content-type': null }),
              refusal: 'media-type',
              via: 'undici',
            }),
            probeCase(context, 'negotiation', {
              rule: 'media.unknown-encoding',
              title: 'the body has an unknown coding',
              request: request({ 'content-encoding': 'plumbline' }),
              refusal: 'media-type',
            }),
            probeCase(context, 'negotiation', {
              rule: 'media.case',
              title: 'the media type is written in capitals',
              request: request({ 'content-type': 'Application/JSON' }),
              fixtures,
            }),
            probeCase(context, 'negotiation', {
              rule: 'media.charset',
              title: 'the media type has a charset',
              request: request({ 'content-type': 'application/json; charset=utf-8' }),
              fixtures,
            }),
          ]
        : []),
      ...(operation.kind === 'read' || operation.kind === 'list'
        ? [
            ...(namesAccept(scope)
              ? []
              : [
                  probeCase(context, 'negotiation', {
                    rule: 'media.accept-any',
                    key: 'any',
                    title: 'anything is accepted',
                    request: request({ accept: '*/*' }),
                  }),
                  probeCase(context, 'negotiation', {
                    rule: 'media.accept-any',
                    key: 'application',
                    title: 'any application type is accepted',
                    request: request({ accept: 'application/*' }),
                  }),
                ]),
            probeCase(context, 'negotiation', {
              rule: 'media.not-acceptable',
              title: 'only images are accepted',
              request: request({ accept: 'image/png' }),
              refusal: 'not-acceptable',
            }),
          ]
        : []),
    ],
  );
}
