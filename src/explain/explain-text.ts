/** Terminal text of an explanation. */
import { COMMAND, pluralize, formatNumber } from '../model/text.ts';
import { alignColumns, oneLine, wrapWords } from '../report/text.ts';
import { type ExplainedCode, type ExplainedEndpoint, optionFor } from './named-in-contracts.ts';
import type {
  ExplainedCheck,
  ExplainedOpenPoint,
  ExplainedPoint,
  ExplainedRequirement,
  ExplainedRequirements,
  Explanation,
} from './explain.ts';
import { displayValue } from './request-text.ts';
import { type Json, isSameJson } from '../model/json.ts';

const WIDTH = 96;
const MAX_CHECKS = 40;
const MAX_CODE_CHECKS = 12;

const BASES: Readonly<Record<string, string>> = {
  documented: 'required by the source document',
  standard: 'required by a standard',
  practice: 'good practice that no standard requires',
  assumed: 'not confirmed yet',
  confirmed: 'confirmed by the owner of the target',
};

export function explainText(explanation: Explanation): string {
  switch (explanation.kind) {
    case 'check':
      return checkText(explanation);
    case 'requirement':
      return [
        ...explanation.requirements.map(requirementText),
        ...(explanation.openPoint === undefined ? [] : [openPointText(explanation.openPoint)]),
      ].join('\n');
    case 'openPoint':
      return openPointText(explanation);
    case 'code':
      return codeText(explanation);
    case 'endpoints':
      return explanation.endpoints.map(endpointText).join('\n');
  }
}

function checkText(check: ExplainedCheck): string {
  const { requirement, rule, sent } = check;
  return blocks([
    [`Check ${check.id}`, wrapWords(check.title, WIDTH, '  ')],
    alignColumns([
      [
        'service',
        `${check.service} ${check.specs.join(', ')}${check.specs.length > 1 ? ` (shown for ${check.shown})` : ''}`,
      ],
      ['operation', check.operation],
      ['contract', check.contract],
      ...(check.line === undefined ? [] : [['', oneLine(check.line, 140)]]),
    ]),
    ['Requirement', ...requirementLines({ ...requirement, openPoints: [] }, false)],
    basisLines(check),
    [
      'Rule',
      `  ${rule.id}: ${rule.title}`,
      wrapWords(rule.explain, WIDTH, '    '),
      ...(rule.source === undefined ? [] : [wrapWords(rule.source, WIDTH, '    ')]),
      ...rule.parameters.map((line) => `  - ${line}`),
    ],
    rowLines(check),
    ...(sent === undefined
      ? [['Requests', `  No extra requests. The check judges every exchange of ${check.operation}.`]]
      : sentLines(sent)),
    faultLines(check),
    [
      'Run only this check',
      `  ${COMMAND} run --only "${check.id}"${optionFor(check.target)}`,
      `  ${COMMAND} send ${check.id} --spec ${check.shown}${optionFor(check.target)}`,
    ],
  ]);
}

function codeText({ code, meanings, checks, command }: ExplainedCode): string {
  return blocks([
    [
      `Code ${code}`,
      ...alignColumns(meanings.map(({ service, what, at }) => [service, what, ...(at === undefined ? [] : [at])])),
    ],
    checks.length === 0
      ? []
      : [
          `Expected by ${pluralize(checks.length, 'check')}`,
          ...checks.slice(0, MAX_CODE_CHECKS).map(({ id }) => `  ${id}`),
          ...(checks.length > MAX_CODE_CHECKS
            ? [`  and ${pluralize(checks.length - MAX_CODE_CHECKS, 'more', 'more')}`]
            : []),
        ],
    command === undefined ? [] : ['Run these checks', `  ${command}`],
  ]);
}

function endpointText({ id, service, title, at, versions, operations, command }: ExplainedEndpoint): string {
  return blocks([
    [`Endpoint ${id}`, wrapWords(title, WIDTH, '  ')],
    alignColumns([
      ['service', service],
      ['contract', at],
      ['versions', versions.join(', ')],
    ]),
    [
      `Operations and number of checks in ${versions.at(-1) ?? ''}`,
      ...alignColumns(
        operations.map(({ name, does, checks }) => [name, does, formatNumber(checks)]),
        { right: [2] },
      ),
    ],
    ['Run it', `  ${command}`, `  ${command.replace(' run ', ' plan --cases ')}   (lists the test cases)`],
  ]);
}

/** The rule section contains the reason and source already, if the row is the rule. */
function rowLines({ row, rule }: ExplainedCheck): readonly string[] {
  if (row === undefined) return [];
  const words = row.id === rule.id ? [] : [row.why, row.source].filter((text) => text !== undefined);
  return [
    'Test case',
    ...alignColumns([
      ['template', row.id],
      ['defined in', row.at],
    ]),
    ...words.map((text) => wrapWords(text, WIDTH, '    ')),
  ];
}

/** Basis of the check with its consequence, and the open questions that it depends on. */
function basisLines(check: ExplainedCheck): readonly string[] {
  const { restsOn, basis, shown: version, confirmedBy, onceVerified } = check;
  const points = restsOn.flatMap(({ id, question, isConfirmOnly, default: value, answers, where }) => [
    `  open question ${id}`,
    wrapWords(question, WIDTH, '    '),
    ...alignColumns(
      [
        ...(isConfirmOnly ? [] : [['assumption', displayValue(value)]]),
        ...Object.entries(answers).map(
          ([target, answer]) =>
            [target, isSameJson(answer, value) ? 'confirms it' : `answers ${displayValue(answer)}`] as const,
        ),
        ...(onceVerified?.uses ?? [])
          .filter(({ point }) => point === id)
          .map(({ kind, at }) => ['verified by', `other checks of ${at} (${kind})`] as const),
        ['used in', where.join(', ')],
      ],
      { indent: '    ' },
    ),
  ]);
  return [
    `Basis in ${version}`,
    wrapWords(basisText(check), WIDTH, '  '),
    ...points,
    ...(basis === 'assumed' && confirmedBy.length > 0
      ? [
          `  confirmed for ${confirmedBy.join(', ')}, which ${confirmedBy.length === 1 ? 'answers' : 'answer'} each of these`,
        ]
      : []),
  ];
}

/** The basis before a run, in one line, with its consequence. */
function basisText({ requirement, basis, assumedIn, onceVerified }: ExplainedCheck): string {
  const never = `With level ${requirement.level} a failure does not block by default.`;
  const isMandatory = requirement.level === 'MUST';
  if (basis === 'practice') return `practice: ${BASES[basis] ?? ''}. A failure does not block by default.`;
  if (basis !== 'assumed') {
    const why = basis === 'confirmed' ? 'the target answers each open question below' : basisReason(requirement);
    return `${basis}: ${why}. ${isMandatory ? 'A failure blocks.' : never}`;
  }
  if (assumedIn !== undefined) {
    const { key, at, checks } = assumedIn;
    return isMandatory
      ? `assumed: the contract is a draft. To make it block, confirm its requirement (${pluralize(checks, 'check')}): write "${key}" in ${at}.`
      : `assumed: the contract is a draft. ${never}`;
  }
  if (requirement.basis === 'practice')
    return 'assumed: a failure does not block by default, with or without an answer of the target.';
  const until =
    onceVerified === undefined
      ? 'the target answers each open question below, then confirmed'
      : `other checks of the run verify each assumption below, then ${onceVerified.basis}`;
  return `assumed until ${until}. ${isMandatory ? 'Only then a failure blocks.' : never}`;
}

function sentLines(sent: NonNullable<ExplainedCheck['sent']>): readonly (readonly string[])[] {
  const control =
    sent.control === undefined ? ['  None: the case itself is the valid request.'] : [`  ${sent.control}`];
  return [
    [
      `Requests: ${sent.case}`,
      ...(sent.setup.length === 0 ? [] : ['  setup, shared by the group', ...sent.setup.map((line) => `    ${line}`)]),
      ...(sent.setup.length === 0 ? [] : ['  test case']),
      ...alignColumns(
        sent.steps.map(({ name, request }) => [name, request]),
        { indent: sent.setup.length === 0 ? '  ' : '    ' },
      ),
      ...(sent.changes.length === 0
        ? []
        : [
            sent.changes.length === 1 ? '  difference from the valid request' : '  differences from the valid request',
            ...sent.changes.map((line) => `    ${line}`),
          ]),
    ],
    [
      'Valid request (baseline)',
      ...control,
      ...sent.given.map((line) => `  ${line}, otherwise the verdict is inconclusive`),
    ],
  ];
}

function faultLines({ faults, faultsOfRule, faultsAreSample }: ExplainedCheck): readonly string[] {
  if (faults === undefined) return [];
  if (faults.length === 0) return ['Faults that it detects', '  none of the seeded faults'];
  return [
    `${faultsAreSample === true ? 'A seeded fault' : 'Seeded faults'} that ${faultsOfRule === true ? 'another check of this rule' : 'it'} detects`,
    ...alignColumns(faults.map(({ id, text }) => [id, oneLine(text, 120)])),
  ];
}

function requirementText(requirement: ExplainedRequirements['requirements'][number]): string {
  const { checks } = requirement;
  const more = checks.length - MAX_CHECKS;
  const proven =
    requirement.excluded !== undefined
      ? ['Excluded from testing', wrapWords(requirement.excluded, WIDTH, '  ')]
      : [
          `Proven by ${pluralize(checks.length, 'check')}`,
          ...checks
            .slice(0, MAX_CHECKS)
            .map(
              ({ id, specs }) =>
                `  ${id}${specs.length === requirement.versions.length ? '' : `  (${specs.join(', ')})`}`,
            ),
          ...(more > 0
            ? [`  and ${pluralize(more, 'more', 'more')}; "npx @plumbline/harness plan --json" lists all`]
            : []),
        ];
  return blocks([
    [`Requirement ${requirement.id} of ${requirement.service}`],
    requirementLines(requirement),
    proven,
    ...(requirement.command === undefined ? [] : [['Run these checks', `  ${requirement.command}`]]),
  ]);
}

/** The page of a check has its basis and its open questions in another section. */
function requirementLines(requirement: ExplainedRequirement, hasBasis = true): readonly string[] {
  const { text, level, basis, section, source, versions, changes, openPoints, at, id, ofContract } = requirement;
  return [
    wrapWords(text, WIDTH, '  '),
    ...alignColumns([
      ['id', id],
      ['level', level],
      ...(hasBasis ? [['basis', `${basis}: ${effectiveBasisText(requirement)}`]] : []),
      // Sections of standards and practices contain the name of the document.
      ...(ofContract === undefined
        ? [['section', basis === 'standard' || basis === 'practice' ? section : `${section} of "${source}"`]]
        : []),
      ['versions', versions.join(', ')],
      ['defined in', at],
    ]),
    ...changes.map((change) =>
      wrapWords(
        `changed in ${change.in}${change.breaking === true ? ' (breaks clients)' : ''}: ${change.text}`,
        WIDTH,
        '  ',
      ),
    ),
    ...openPoints.flatMap((point) => [`  open question ${point.id}`, ...pointLines(point, '    ')]),
  ];
}

function basisReason({ basis, ofContract }: ExplainedRequirement): string {
  if (ofContract !== undefined && basis === 'documented')
    return 'the contract specifies it, and `rest` in bindings.yaml declares the contract as documented';
  return BASES[basis] ?? '';
}

/** Reason of the basis, and the effect of open questions on it. */
function effectiveBasisText(requirement: ExplainedRequirement): string {
  const { basis, effective } = requirement;
  const why = basisReason(requirement);
  if (effective === basis) return why;
  return effective === 'assumed'
    ? `${why}. It depends on open questions: until the target answers them it is assumed and does not block`
    : `${why}. The answers of the target make it ${effective}`;
}

function pointLines(point: ExplainedPoint, indent: string): readonly string[] {
  const answers = Object.entries(point.answers);
  return [
    wrapWords(point.question, WIDTH, indent),
    ...(point.isConfirmOnly ? [] : [`${indent}assumption: ${displayValue(point.default)}`]),
    wrapWords(point.reason, WIDTH, indent),
    ...answers.map(([target, value]) => answerLine(target, value, point, indent)),
  ];
}

function answerLine(who: string, value: Json, { default: known }: ExplainedPoint, indent: string): string {
  return `${indent}the target ${who} ${isSameJson(value, known) ? 'confirms it' : `answers ${displayValue(value)}`}`;
}

function openPointText(point: ExplainedOpenPoint): string {
  const { id, requirements } = point;
  return blocks([
    [
      `Open question ${id} of ${point.service}`,
      ...pointLines(point, '  '),
      ...Object.entries(point.answersIn).flatMap(([target, byVersion]) =>
        Object.entries(byVersion).map(([version, value]) =>
          answerLine(`${target}, for ${version},`, value, point, '  '),
        ),
      ),
    ],
    [
      ...alignColumns([
        ['section', point.section],
        ['defined in', point.at],
        ['affects', `${pluralize(point.checks, 'check')} of ${pluralize(requirements.length, 'requirement')}`],
      ]),
      ...requirements.map((name) => `    ${name}`),
    ],
    ['To answer it, write in the target file:', '  answers:', `    ${id}: ${JSON.stringify(point.default)}`],
    ...(point.command === undefined ? [] : [['Run the affected checks', `  ${point.command}`]]),
  ]);
}

function blocks(parts: readonly (readonly string[])[]): string {
  return `${parts
    .filter((part) => part.length > 0)
    .map((part) => part.join('\n'))
    .join('\n\n')}\n`;
}
