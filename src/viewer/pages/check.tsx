/** One check: the requirement, the findings, the evidence, and how to repeat it. */
import { useMemo } from 'preact/hooks';
import { groupBy } from '../../model/objects.ts';
import { repeatCheckCommand, resendCommand, tokenVariableCommand } from '../../report/curl.ts';
import type { Finding, ReportCheck, ReportOpenPoint } from '../../report/model.ts';
import { checkKey } from '../../report/page/data.ts';
import { checkTitle } from '../../report/checks.ts';
import { Badge, Icon, LevelTag, Tag } from '../components/badge.tsx';
import { Evidence } from '../components/evidence.tsx';
import { PageTitle, Pairs, Section, usePage } from '../components/page.tsx';
import {
  CheckTitle,
  Code,
  CodeBlock,
  Comparison,
  CopyButton,
  JsonValue,
  Prose,
  Text,
  WebLink,
} from '../components/text.tsx';
import { aspectTitle } from '../data/aspects.ts';
import { failureItems, issueOf } from '../data/failure-items.ts';
import { badgeOf, citation, day, daysLeft, plural } from '../data/format.ts';
import { failsSince } from '../data/history.ts';
import { useExchanges } from '../data/load.ts';
import { checkHref, checksHref, href } from '../data/route.ts';
import { listBefore } from '../navigation.ts';
import { WAIVER_STATES } from './waivers.tsx';

interface CheckProps {
  readonly check: ReportCheck;
}

export function CheckPage() {
  const { index, route } = usePage();
  const { id = '', spec = '' } = route.params;
  const check = index.checks.get(checkKey({ id, spec }));
  if (check !== undefined) return <CheckDetails key={checkKey(check)} check={check} />;
  return (
    <>
      <PageTitle title="Check not found" />
      <p class="empty">
        This report has no check <Code>{id}</Code> in version <Code>{spec}</Code>.{' '}
        <a href={href('failures/checks')}>Show all checks</a>
      </p>
    </>
  );
}

function CheckDetails({ check }: CheckProps) {
  const { index } = usePage();
  const { main, aside = '' } = checkTitle(check, index.report.rules);
  const { run } = index.report;
  const { id, service, spec, endpoint, operation, aspect, level, basis } = check;
  return (
    <article class="check">
      <CheckNavigation check={check} />
      <h1 tabIndex={-1}>
        <Text>{main}</Text>
      </h1>
      <p class="dim">
        <Text>{aside}</Text>
      </p>
      <p class="facts">
        <Badge kind={badgeOf(check)} />
        <LevelTag level={level} basis={basis} />
        <span>{`${service} ${spec}`}</span>
        <span>{`${endpoint}/${operation}`}</span>
        <a href={checksHref({ service, endpoint, aspect })}>{aspectTitle(aspect)}</a>
        <FailsSince check={check} />
      </p>
      <p class="facts">
        <code class="id">{id}</code>
        <CopyButton text={id} label="check id" />
        <span>
          Contract: <code>{`${run.packaged === undefined ? '' : '@plumbline/harness/'}${check.contract}`}</code>
        </span>
      </p>
      <div class="check-columns">
        <div>
          <RequirementSection check={check} />
          <NotJudged check={check} />
          <Tries check={check} />
          <Findings findings={check.findings} />
          <Evidence check={check} />
          <Section title="Reproduce">
            <CodeBlock label="Run this check again" text={repeatCheckCommand(run, check)} />
            <CodeBlock label="Send its requests and print each response" text={resendCommand(run, check)} />
            {run.environment['target'] === undefined && (
              <CodeBlock label="Get the access token for curl" text={tokenVariableCommand(run, check)} />
            )}
          </Section>
          {check.verdict === 'fail' && <IssueText check={check} />}
        </div>
        <div class="check-side">
          <Waiver check={check} />
          <Versions check={check} />
          <SameGroup check={check} />
          <Rule check={check} />
        </div>
      </div>
    </article>
  );
}

/** Links to the list, and to the previous and next failure group. */
function CheckNavigation({ check }: CheckProps) {
  const { index } = usePage();
  const items = useMemo(() => failureItems(index), [index]);
  const group = index.groupOf.get(checkKey(check)) ?? index.blockerOf.get(checkKey(check));
  const at = items.findIndex(({ groupIds }) => group !== undefined && groupIds.split(',').includes(group.id));
  const link = (to: ReportCheck | undefined, label: string, relation: string) =>
    to && (
      <a class="button" href={checkHref(to)} data-go={relation}>
        {label}
      </a>
    );
  return (
    <nav class="facts no-print" aria-label="Failures">
      <a class="button" href={listBefore() ?? href(at < 0 ? 'failures/checks' : 'failures')} data-go="up">
        Back to the list
      </a>
      {at >= 0 && (
        <>
          {link(items[at - 1]?.first, 'Previous', 'previous')}
          {link(items[at + 1]?.first, 'Next', 'next')}
          <span class="dim">
            {at + 1} of {items.length}
          </span>
        </>
      )}
    </nav>
  );
}

function FailsSince({ check }: CheckProps) {
  const { index } = usePage();
  const since = useMemo(() => failsSince(index, check), [index, check]);
  if (index.changes.get(checkKey(check)) === 'appeared' || since === index.report.run.startedAt)
    return <Tag tone="bad">new in this run</Tag>;
  return since === undefined ? null : <span>fails since {day(since)}</span>;
}

function RequirementSection({ check }: CheckProps) {
  const { index } = usePage();
  const requirement = index.requirementOf(check);
  return (
    <Section title="Requirement">
      <blockquote>
        <Prose>{requirement?.text ?? 'The report does not contain the text of this requirement.'}</Prose>
      </blockquote>
      <p class="source">
        {requirement !== undefined && <strong>{citation(requirement)}</strong>}{' '}
        <a href={href('requirements', { requirement: check.requirement })}>
          <code class="id">{check.requirement}</code>
        </a>
      </p>
      {requirement?.change !== undefined && (
        <p>
          <strong>Changed in {check.spec}:</strong> {requirement.change}
        </p>
      )}
      {index.questionsOf(check).map((id) => {
        const question = index.questions.get(id);
        return question && <QuestionNote key={id} question={question} spec={check.spec} />;
      })}
    </Section>
  );
}

interface QuestionNoteProps {
  readonly question: ReportOpenPoint;
  readonly spec: string;
}

function QuestionNote({ question, spec }: QuestionNoteProps) {
  const answer = question.answer ?? question.answersIn?.[spec];
  const value =
    question.kind === 'confirm' ? 'the value in the contract' : <JsonValue of={answer ?? question.default} />;
  return (
    <p class={answer === undefined ? 'note' : 'dim'}>
      {question.question}{' '}
      {answer === undefined ? (
        <>
          <strong>The specification does not answer this.</strong> Plumbline assumes: {value} ({question.reason}).
        </>
      ) : (
        <>The target owner answered: {value}.</>
      )}{' '}
      <a href={href('run/questions', { q: question.id })}>{question.id}</a>
    </p>
  );
}

function Tries({ check: { tries } }: CheckProps) {
  if (tries === undefined) return null;
  return (
    <Section title="Retries">
      <p>
        {tries.failed < tries.of
          ? `Flaky: the check failed in ${tries.failed} of ${plural(tries.of, 'attempt')}.`
          : `The check failed in each of ${plural(tries.of, 'attempt')}.`}
      </p>
    </Section>
  );
}

function NotJudged({ check }: CheckProps) {
  const { index } = usePage();
  const blockers = (check.blockedBy ?? []).flatMap((id) => index.checks.get(checkKey({ id, spec: check.spec })) ?? []);
  if (check.cause === undefined) return null;
  return (
    <Section title={check.verdict === 'inapplicable' ? 'Why the check does not apply' : 'Why the check has no verdict'}>
      <p>
        <Text>{check.cause}</Text>
      </p>
      <CheckList checks={blockers} />
    </Section>
  );
}

/** Equal findings of several exchanges are shown once. */
function Findings({ findings }: { readonly findings: readonly Finding[] }) {
  const groups = groupBy(findings, ({ where, expected, actual }) => JSON.stringify([where, expected, actual]));
  if (findings.length === 0) return null;
  return (
    <Section title="Expected and received">
      {[...groups].map(([key, [finding, ...others]]) => (
        <div key={key} class="finding">
          <p>
            <Code>{finding?.where ?? ''}</Code> {others.length > 0 && `in ${others.length + 1} responses`}
          </p>
          {finding !== undefined && <Comparison {...finding} />}
        </div>
      ))}
    </Section>
  );
}

function IssueText({ check }: CheckProps) {
  const { index } = usePage();
  const exchanges = useExchanges();
  return (
    <Section title="Issue text">
      <details>
        <summary>Bug report for the service team</summary>
        <CodeBlock label="Issue text" text={issueOf(index, check, exchanges)} />
      </details>
    </Section>
  );
}

function Waiver({ check }: CheckProps) {
  const waiver = usePage().index.waiverFor(check);
  if (waiver === undefined) return null;
  return (
    <Section title="Waiver">
      <p>{waiver.reason}</p>
      <Pairs
        pairs={[
          ['Owner', waiver.owner],
          ['Expires', `${waiver.expires}, ${daysLeft(waiver.daysLeft)}`],
          ['State', WAIVER_STATES[waiver.state].join('. ')],
          ...(waiver.link === undefined ? [] : [['Link', <WebLink key="link" to={waiver.link} />] as const]),
        ]}
      />
    </Section>
  );
}

function Versions({ check }: CheckProps) {
  const { index } = usePage();
  const specs = index.services.find(({ service }) => service === check.service)?.specs ?? [];
  if (specs.length < 2) return null;
  return (
    <Section title="Other versions">
      <Pairs
        pairs={specs.map((spec) => {
          const other = index.checksById.get(check.id)?.find((one) => one.spec === spec);
          if (other === undefined) return [spec, 'not tested'];
          const badge = <Badge kind={badgeOf(other)} />;
          return other === check ? [<b key={spec}>{spec}</b>, badge] : [<a href={checkHref(other)}>{spec}</a>, badge];
        })}
      />
    </Section>
  );
}

/** The failure group of the check, with its other checks. */
function SameGroup({ check }: CheckProps) {
  const { index } = usePage();
  const blocker = index.blockerOf.get(checkKey(check));
  const group = blocker ?? index.groupOf.get(checkKey(check));
  if (group === undefined) return null;
  const others = group.checks.flatMap((at) => index.report.checks[at] ?? []).filter((other) => other !== check);
  return (
    <Section title={blocker === undefined ? 'Same failure' : 'Not judged because of this failure'}>
      <p>
        <Text>{group.title}</Text>
      </p>
      <p>
        <a href={checksHref({ cause: group.id })}>{plural(group.checks.length, 'check')}</a>
        {group.holdsUp !== undefined && (
          <>
            , <a href={checksHref({ heldup: group.id })}>{plural(group.holdsUp.length, 'check')}</a> not judged
          </>
        )}
      </p>
      <CheckList checks={others} />
    </Section>
  );
}

const LIST_SHOWN = 8;

function CheckList({ checks }: { readonly checks: readonly ReportCheck[] }) {
  return (
    <ul>
      {checks.slice(0, LIST_SHOWN).map((check) => (
        <li key={checkKey(check)} class="with-icon">
          <Icon kind={badgeOf(check)} />
          <a href={checkHref(check)}>
            <CheckTitle check={check} /> {check.endpoint}/{check.operation} {check.spec}
          </a>
        </li>
      ))}
    </ul>
  );
}

function Rule({ check }: CheckProps) {
  const { report, data, faults } = usePage().index;
  const rule = report.rules[check.rule];
  const proof = faults.get(checkKey(check));
  return (
    <Section title="Rule">
      <p>
        <Prose>{rule === undefined ? '' : `${rule.title}. ${rule.explain}`}</Prose>
      </p>
      <p>
        <a href={checksHref({ rule: check.rule })}>
          <code class="id">{check.rule}</code>
        </a>
      </p>
      {data.proof !== undefined && (
        <>
          <h3>
            {data.proof.isSample === true ? 'A seeded fault' : 'Seeded faults'} that{' '}
            {proof?.ofRule === true ? 'another check of this rule' : 'this check'} detects
          </h3>
          {proof === undefined && <p>No seeded fault makes this check fail.</p>}
          <ul>
            {proof?.faults.slice(0, LIST_SHOWN).map((fault) => (
              <li key={fault}>
                <code class="id">{fault}</code> {data.proof?.faults[fault]}
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}
