/** Schema of `run` in `report.json`: the plan, the settings and the orphaned records of a run. */
import { constant, describeSchema, integer, list, map, object, partial, text, type ValueOf } from './builder.ts';

export const COUNT = integer({ minimum: 0 });
const SERVICE = describeSchema('Name of the service.', text());

export type PreflightStop = ValueOf<typeof PREFLIGHT_STOP>;
const PREFLIGHT_STOP = object(
  {
    service: SERVICE,
    specs: describeSchema('Its versions.', list(text())),
    cause: describeSchema('The problem, as the checks that could not be judged report it.', text()),
    hint: describeSchema('What to check first.', text()),
  },
  { signIn: describeSchema('The sign-in failed.', constant(true)) },
);

export type KnownFailure = ValueOf<typeof PREFLIGHT>;
const PREFLIGHT = partial({
  stops: describeSchema(
    'What stopped the run, once per service; absent if nothing did.',
    list(PREFLIGHT_STOP, { minItems: 1 }),
  ),
  warnings: describeSchema('Worth knowing, but did not stop the run.', list(text(), { minItems: 1 })),
});

export type Leftovers = ValueOf<typeof LEFTOVERS>;
const LEFTOVERS = object(
  {
    service: SERVICE,
    spec: describeSchema('Spec version.', text()),
    endpoint: describeSchema('Kind of record.', text()),
    count: describeSchema('Number of records.', integer({ minimum: 1 })),
    why: describeSchema('Reason why they still exist.', text()),
    ids: describeSchema('Identifier of the first one.', list(text())),
  },
  {
    changed: describeSchema(
      'The record existed before the run, which changed it and could not restore it; absent for records that the run created.',
      constant(true),
    ),
    maybe: describeSchema('The response to the create was lost, so the records may or may not exist.', constant(true)),
    notVerified: describeSchema(
      'DELETE succeeded, but the contract declares no way to check that the records are gone; leftovers.ndjson does not list them.',
      constant(true),
    ),
    byHand: describeSchema(
      'Plumbline cannot delete or restore them: the contract declares no operation for it, or their identifier is unknown.',
      constant(true),
    ),
  },
);

export type SuccessFlag = ValueOf<typeof SUCCESS_FLAG>;
const SUCCESS_FLAG = object({
  service: SERVICE,
  flag: describeSchema('JSON pointer to that field in a response, or in each item of one: true or false.', text()),
});

export type UndeclaredField = ValueOf<typeof NEW_MEMBER>;
const NEW_MEMBER = object({
  service: SERVICE,
  spec: describeSchema('Version that has the field.', text()),
  endpoint: describeSchema('Endpoint whose records have it.', text()),
  member: describeSchema('Name of the field.', text()),
  before: describeSchema('Last version without it.', text()),
});

export type OtherVersion = ValueOf<typeof OTHER_VERSION>;
const OTHER_VERSION = object({
  service: SERVICE,
  spec: describeSchema('Tested spec version.', text()),
  version: describeSchema('Version that the service reports.', text()),
});

const OFF_ROW = object({
  service: SERVICE,
  row: describeSchema('Id of the row, and of the rule whose checks were left out.', text()),
  reason: describeSchema('Reason, from the contract.', text()),
});

export type RunInfo = ValueOf<typeof RUN>;
export const RUN = object(
  {
    id: describeSchema('Unique id of the run.', text()),
    target: describeSchema('Name of the target.', text()),
    startedAt: describeSchema('ISO 8601, UTC.', text({ format: 'date-time' })),
    finishedAt: describeSchema('ISO 8601, UTC.', text({ format: 'date-time' })),
    planHash: describeSchema('SHA-256 of the plan, hex.', text()),
    plumbline: describeSchema('Version of Plumbline.', text()),
    exchanges: describeSchema('Requests that were sent.', COUNT),
    environment: describeSchema('Names and values for the reader; never a secret.', map(text())),
  },
  {
    asked: describeSchema(
      'Command that repeats the run, from the folder in which it was started.',
      object(
        { target: describeSchema('Name or file, as on the command line.', text()) },
        {
          faults: describeSchema('Faults seeded into an embedded target.', list(text())),
          policy: describeSchema('Name or file, if one was given.', text()),
          out: describeSchema('Folder of the report.', text()),
        },
      ),
    ),
    selection: describeSchema(
      'Filters of the run. Checks outside of them are not in the plan.',
      partial({
        only: describeSchema('Pattern.', text()),
        shard: describeSchema('I/N.', text()),
        service: describeSchema('Name of the one service.', text()),
        spec: describeSchema('Versions.', list(text())),
      }),
    ),
    preflight: describeSchema('Result of the preflight; absent if there was none.', PREFLIGHT),
    packaged: describeSchema(
      'Present if the contracts are those of the package: none of their files is in the folder in which the run was started.',
      partial({
        target: describeSchema(
          'File of the target, relative to that folder; absent if it is elsewhere.',
          text({ minLength: 1 }),
        ),
      }),
    ),
    stopped: describeSchema(
      'Services that stopped responding during the run or did not respond at its end, one sentence each; absent if there are none. Such a run is never admitted.',
      list(text({ minLength: 1 }), { minItems: 1 }),
    ),
    leftBefore: describeSchema(
      'Number of further orphaned records in leftovers.ndjson, from earlier runs in the same folder; absent if there are none.',
      integer({ minimum: 1 }),
    ),
    leftovers: describeSchema(
      'Records that the run created and could not delete, or changed and could not restore; absent if there are none. Each is listed in leftovers.ndjson.',
      list(LEFTOVERS),
    ),
    flags: describeSchema(
      'For services with an envelope: the field that reports success; absent if there is none.',
      list(SUCCESS_FLAG, { minItems: 1 }),
    ),
    newMembers: describeSchema(
      'Fields that an earlier version does not have; absent if there are none.',
      list(NEW_MEMBER, { minItems: 1 }),
    ),
    others: describeSchema(
      'Services that reported another version before the run than the tested one; absent if there are none.',
      list(OTHER_VERSION, { minItems: 1 }),
    ),
    off: describeSchema(
      'Rows of the common catalogues that a contract switched off; absent if there are none.',
      list(OFF_ROW, { minItems: 1 }),
    ),
  },
);
