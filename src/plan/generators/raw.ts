/** Traffic that no HTTP client sends, as text on a socket. */
import type { CaseRuleId } from '../../rules/registry.ts';
import type { OperationContext } from '../context.ts';
import type { Case, Group } from '../model.ts';
import { Fixtures } from '../fixtures.ts';
import { controlRequest } from '../control.ts';
import { pathParameters, undoOf } from '../templates.ts';
import { AFTER_CONTROL, controlStep } from './negative.ts';

const ASPECT = 'raw';

interface RawFault {
  readonly fault: string;
  readonly title: string;
  readonly rule: CaseRuleId;
  /** Besides 400; `any` below 500. */
  readonly statuses?: readonly number[] | 'any';
  readonly mayClose: boolean;
  /** Whether the service may mend it and go on. */
  readonly mayServe?: true;
  /** Whether one answer is enough, whatever it is, or may come before the content was read. */
  readonly enough?: 'anyAnswer' | 'early';
}

/** RFC 9110 §15.5.20 and virtual hosts: how those refuse who serve several names. */
const BY_NAME = [403, 404, 421];

/** In the head of any request. */
const HEAD_FAULTS: readonly RawFault[] = [
  {
    fault: 'field-cr',
    title: 'a field value holds CR',
    rule: 'raw.field-characters',
    statuses: 'any',
    mayClose: true,
    mayServe: true,
  },
  {
    fault: 'field-lf',
    title: 'a field value holds LF',
    rule: 'raw.field-characters',
    statuses: 'any',
    mayClose: true,
    mayServe: true,
  },
  {
    fault: 'field-nul',
    title: 'a field value holds NUL',
    rule: 'raw.field-characters',
    statuses: 'any',
    mayClose: true,
    mayServe: true,
  },
  { fault: 'field-space', title: 'a field name ends with a space', rule: 'raw.field-characters', mayClose: true },
  { fault: 'host-missing', title: 'Host is missing', rule: 'raw.host', statuses: BY_NAME, mayClose: false },
  { fault: 'host-doubled', title: 'Host stands twice', rule: 'raw.host', statuses: BY_NAME, mayClose: false },
  { fault: 'host-invalid', title: 'Host is no host name', rule: 'raw.host', statuses: BY_NAME, mayClose: false },
];

/** In how the end of the content is told. */
const LENGTH_FAULTS: readonly RawFault[] = [
  { fault: 'length-text', title: 'the length is a word', rule: 'raw.length', mayClose: true },
  { fault: 'length-negative', title: 'the length is negative', rule: 'raw.length', mayClose: true },
  { fault: 'length-signed', title: 'the length has a sign', rule: 'raw.length', mayClose: true },
  { fault: 'length-list', title: 'the length is a list', rule: 'raw.length', mayClose: true },
  { fault: 'length-doubled', title: 'the length stands twice', rule: 'raw.length', mayClose: true },
  // RFC 9112 §6.1: a coding that is not understood may be answered 501.
  {
    fault: 'chunked-not-last',
    title: 'chunked is not the last coding',
    rule: 'raw.chunked',
    statuses: [501],
    mayClose: true,
  },
  {
    fault: 'chunked-and-length',
    title: 'a length stands beside chunked',
    rule: 'raw.chunked',
    mayClose: true,
    enough: 'anyAnswer',
  },
  {
    fault: 'chunk-size',
    title: 'a chunk has no size',
    rule: 'raw.chunked',
    statuses: 'any',
    mayClose: true,
    enough: 'early',
  },
];

/** Heads are read before anything else, so one read and one create of the service stand for all that have no path parameters. */
export function raw(context: OperationContext): Group | undefined {
  const { scope, endpoint, operation } = context;
  if (endpoint.base !== 'service' || pathParameters(operation.path).length > 0) return undefined;
  const faults = operation.kind === 'read' ? HEAD_FAULTS : operation.kind === 'create' ? LENGTH_FAULTS : [];
  const fixtures = new Fixtures(scope);
  const control = controlStep(context, fixtures);
  const request = controlRequest(scope, endpoint, operation, fixtures);
  const undo =
    operation.kind === 'create' ? undoOf(scope, endpoint, operation, request.parameters, 'probe') : undefined;
  const one = ({ fault, title, rule, statuses = [], mayClose, mayServe, enough }: RawFault): Case | undefined =>
    context.case(
      ASPECT,
      `${rule}/${fault}`,
      title,
      [
        {
          name: 'probe',
          request,
          via: 'socket',
          raw: fault,
          success: context.success,
          ...(undo === undefined ? {} : { undo }),
        },
      ],
      [
        context.check(ASPECT, {
          rule,
          key: fault,
          title,
          params: {
            step: 'probe',
            ...(statuses === 'any' ? {} : { statuses: [400, ...statuses] }),
            mayClose,
            ...(mayServe === undefined ? {} : { success: context.success }),
            ...(enough === undefined ? {} : { [enough]: true }),
          },
          given: AFTER_CONTROL,
        }),
      ],
    );
  return context.group(ASPECT, [...fixtures.steps, control], faults.map(one));
}
