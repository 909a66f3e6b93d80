import { commonPlaces } from '../instance.ts';
import { shortIds } from '../variants/stages.ts';
import { isObject } from '../model/objects.ts';
import { asking, type Call } from '../http/message.ts';
import {
  type Answer,
  type Layer,
  type Otherwise,
  type OtherwiseTable,
  acceptIgnored,
  isSuccess,
  list,
  mediaType,
  member,
  paths,
  requestHeader,
  status,
  text,
  encodingIgnored,
} from './wire.ts';
import { afterScheme, tokenIn } from './student-reporting.ts';

const service = 'partner-onboarding';
const layer = (made: Layer): Otherwise => ({ layers: { [service]: made } });
const fault = (id: string): Otherwise => ({ faults: [`${service}.${id}`] });
const path = (own: string) => (answer: Answer) => layer(paths([own], [text(answer)]));

const OPERATIONS: Readonly<Record<string, string>> = {
  POST: 'create',
  GET: 'read',
  HEAD: 'read',
  PATCH: 'update',
  DELETE: 'delete-channels',
};

const isOfRecords = ({ path: asked }: Call): boolean => commonPlaces.every((place) => place.path !== asked);

const bare: OtherwiseTable = {
  'access.header': (answer) => layer(requestHeader('authorization', text(answer))),
  'access.scheme': (answer) =>
    layer(
      requestHeader('authorization', 'authorization', (value) => {
        const token = text(answer) === '' ? value : afterScheme(text(answer), value);
        return token === undefined ? undefined : `Bearer ${token}`;
      }),
    ),
  'access.query-refused': () =>
    layer({
      ask: (call) => {
        const token = tokenIn(call.query);
        return asking(call, {
          header: (name) =>
            call.header(name) ?? (name === 'authorization' && token !== undefined ? `Bearer ${token}` : undefined),
        });
      },
    }),
  'statuses.success': (answer) =>
    layer(
      status(
        (reply, call) => isOfRecords(call) && call.method !== 'OPTIONS' && isSuccess(reply),
        ({ method }) => list(member(answer, OPERATIONS[method] ?? '') ?? [])[0],
      ),
    ),
  'statuses.access': (answer) =>
    layer(
      status(
        (reply) => reply.status === 401,
        () => list(answer)[0],
      ),
    ),
  'statuses.refusal': (answer) =>
    layer({
      apply: (reply) => {
        const kind = reply.status === 400 ? 'malformed' : reply.status === 422 ? 'values' : undefined;
        return kind === undefined ? reply : { ...reply, status: Number(list(member(answer, kind))[0]) };
      },
    }),
  'description.path': path('/'),
  'definition.path': path('/openapi.json'),
  'partner.id-form': () => ({ changes: { [service]: shortIds } }),
  'media.json': (answer) => layer(mediaType(text(answer))),
  'limits.body': (answer) => ({ changes: { [service]: () => ({ gateway: { bodyLimit: Number(answer) } }) } }),
  'media.not-acceptable': () => ({ changes: { [service]: acceptIgnored } }),
  'media.encodings': () => ({ changes: { [service]: encodingIgnored } }),
  // An identifier is the service's own, and no member that nobody knows.
  'json.unknown-members': () => ({
    changes: {
      [service]: ({ body: { refuseShape } }) => ({
        body: {
          refuseShape: (entries) => {
            refuseShape(entries.filter(({ code, source }) => code !== 'unknown_member' || isOf(source, '/id')));
          },
        },
      }),
    },
  }),
  'json.duplicate-members': () => fault('shape.duplicate-names-accepted'),
};

function isOf(source: unknown, pointer: string): boolean {
  return isObject(source) && source['pointer'] === pointer;
}

export const partnerAnswers: OtherwiseTable = Object.fromEntries(
  Object.entries(bare).map(([point, made]) => [`${service}.${point}`, made]),
);
