/** Files of a specification: versions.yaml, requirements/*.yaml, open-points.yaml. */
import {
  choice,
  conditional,
  constant,
  Definitions,
  describeSchema,
  FLAG,
  JSON_VALUE,
  list,
  map,
  number,
  object,
  schema,
  schemaFile,
  type ValueOf,
  when,
} from './builder.ts';
import { BOUND, ID, NAME, POINTER, RANGE_PROPERTIES, TEXT, VERSION } from './common.ts';
import type { Json } from '../model/json.ts';

export const LEVELS = ['MUST', 'SHOULD', 'MAY'] as const;
export type Level = (typeof LEVELS)[number];

/** Bases that a requirement may declare; `confirmed` results only from a target's answers. */
const DECLARED_BASES = ['documented', 'standard', 'practice', 'assumed'] as const;
/** By weight. `practice` is good practice that no standard requires: never a MUST, and it does not block. */
export const BASES = ['documented', 'standard', 'confirmed', 'practice', 'assumed'] as const;
export type Basis = (typeof BASES)[number];

// ---------------------------------------------------------------------------------------------- versions.yaml

/** The order of versions is that of the file, never string order. */
const VERSION_ENTRY = object(
  { id: describeSchema('Id of the version, in quotes.', VERSION) },
  { note: describeSchema('Note for a reader.', TEXT) },
);

export type RawVersions = ValueOf<typeof VERSIONS>;
const VERSIONS = describeSchema(
  'specs/<service>/versions.yaml: the versions of the specification.',
  object({
    service: describeSchema('Name of the service; the same as its folder.', NAME),
    title: describeSchema('Display name of the service.', TEXT),
    source: describeSchema('Title of the source document, as a reader would cite it.', TEXT),
    versions: describeSchema(
      'Versions, oldest first. The order of the list counts, not the ids.',
      list(VERSION_ENTRY, {
        minItems: 1,
      }),
    ),
  }),
);

export const VERSIONS_FILE = schemaFile('Plumbline: the versions of a service', VERSIONS);

// ---------------------------------------------------------------------------------------------- requirements/*.yaml

const conditions = new Definitions('requirements');

/** The answer to an open question, or a part of it, is one value (default: true) or a number above one. */
export type Condition = ValueOf<typeof CONDITION>;
const CONDITION = conditions.define(
  'condition',
  object(
    { openPoint: describeSchema('Id of the open question.', TEXT) },
    {
      at: describeSchema('JSON pointer to the part of its answer.', POINTER),
      is: describeSchema('Answer with which the requirement applies. Default: true.', JSON_VALUE),
      above: describeSchema('Instead of `is`: the answer is a number above this one.', number()),
    },
    { not: { required: ['is', 'above'] } },
  ),
);

export type RawRequirement = ValueOf<typeof REQUIREMENT>;
const REQUIREMENT = conditions.define(
  'requirement',
  object(
    {
      text: describeSchema('One normative sentence, in our own words.', TEXT),
      level: describeSchema('How binding it is, as in RFC 2119.', choice(...LEVELS)),
      basis: describeSchema(
        'Source: documented (the source documents), standard (an RFC), practice (good practice without a source; never a MUST), assumed (our default).',
        choice(...DECLARED_BASES),
      ),
      section: describeSchema('Section of the source, for example "§4 pagination rule 1".', TEXT),
    },
    {
      openPoints: describeSchema(
        'Open questions without a value in the contract. If the assumption about one is wrong, a verdict on this requirement is wrong.',
        list(TEXT, { uniqueItems: true }),
      ),
      holds: describeSchema(
        'The requirement applies only if this open question has this answer. With a list: if all of them do.',
        schema<Condition | readonly Condition[]>({
          ...conditional({ type: 'array' }, { items: CONDITION, minItems: 2, uniqueItems: true }, CONDITION),
        }),
      ),
      otherwise: describeSchema(
        'With `holds`: the requirement that applies otherwise. Requests that would be rejected are accepted then.',
        TEXT,
      ),
      ...RANGE_PROPERTIES,
      changes: describeSchema(
        'Changes in later versions.',
        list(
          object(
            {
              in: describeSchema('Version with the change.', BOUND),
              text: describeSchema('The requirement from this version on.', TEXT),
            },
            { breaking: describeSchema('Whether the change breaks clients.', FLAG) },
          ),
        ),
      ),
      excluded: describeSchema('Reason why it cannot be tested. No check may be bound to it then.', TEXT),
    },
    {
      dependentRequired: { otherwise: ['holds'] },
      ...when('basis', constant('practice'), {
        properties: {
          level: describeSchema('A practice that no standard requires cannot be a MUST.', choice('SHOULD', 'MAY')),
        },
      }),
    },
  ),
);

export type RawRequirements = ValueOf<typeof REQUIREMENTS>;
const REQUIREMENTS = describeSchema(
  'specs/<service>/requirements/<topic>.yaml, and specs/http/requirements.yaml for requirements that all HTTP services share.',
  object({
    requirements: describeSchema(
      'By id. An id is dotted, starts with the name of the service, and never changes.',
      map(REQUIREMENT, { keys: ID }),
    ),
  }),
);

export const REQUIREMENTS_FILE = schemaFile('Plumbline: requirements of a service', REQUIREMENTS, conditions);

// ---------------------------------------------------------------------------------------------- open-points.yaml

export type RawOpenPoint = ValueOf<typeof OPEN_POINT>;
const OPEN_POINT = object(
  {
    question: describeSchema('Question that the target answers.', TEXT),
    reason: describeSchema('Reason for this assumption.', TEXT),
    section: describeSchema('Section of the documents that leaves the question open.', TEXT),
  },
  {
    kind: describeSchema(
      'confirm: the contract as a whole is confirmed or edited; such a question has no default. Default: its answer is a value of the contract.',
      constant('confirm'),
    ),
    default: describeSchema('Assumption until a target answers.', JSON_VALUE),
    sample: describeSchema(
      'The default is only an example; `answers: defaults` does not confirm it. If it is a list of codes, no code is expected of a service before its target answers.',
      constant(true),
    ),
    newestIsCertain: describeSchema(
      'The answer is the version of a documented change. The newest version has the change; only older versions are in doubt.',
      constant(true),
    ),
    choices: describeSchema(
      'Allowed answers. Default: any that fit where the answer is used.',
      schema<readonly Json[]>({ type: 'array', minItems: 1, uniqueItems: true }),
    ),
  },
);

export type RawOpenPoints = ValueOf<typeof OPEN_POINTS>;
const OPEN_POINTS = describeSchema(
  'specs/<service>/open-points.yaml: questions that the documents leave open.',
  object({
    openPoints: describeSchema(
      'By id. An id is dotted, starts with the name of the service, and never changes.',
      map(OPEN_POINT, { keys: ID }),
    ),
  }),
);

export const OPEN_POINTS_FILE = schemaFile('Plumbline: open questions of a service', OPEN_POINTS);
