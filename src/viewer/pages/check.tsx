/** One check: the requirement, the findings, the evidence, and how to repeat it. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { groupBy } from '../../record/group-by.ts';
import { runCommand, sendCommand, tokenCommand } from '../../report/curl.ts';
import type { ReportCheck, ReportOpenPoint } from '../../report/model.ts';
import { checkKey } from '../../report/page/data.ts';
import { titleOf } from '../../report/titles.ts';
import { Badge, Icon, LevelTag, Tag } from '../components/badge.tsx';
import { PageTitle, usePage } from '../components/page.tsx';
import { Evidence } from '../components/evidence.tsx';
import { CheckTitle, CodeBlock, Comparison, CopyButton, JsonValue, Prose, Text, WebLink } from '../components/text.tsx';
import { failureItems, issueOf } from '../data/failure-items.ts';
import { badgeOf, citation, day, daysLeft, plural } from '../data/format.ts';
import { failsSince } from '../data/history.ts';
import { useExchanges } from '../data/load.ts';
import type { ReportIndex } from '../data/report-index.ts';
import { checkHref, checksHref, href } from '../data/route.ts';
import { listBefore } from '../navigation.ts';
import { WAIVER_STATE } from './waivers.tsx';

interface CheckProps {
  readonly check: ReportCheck;
}

export function CheckPage(): JSX.Element {
  const { index, route } = usePage();
  const { id = '', spec = '' } = route.params;
  const check = index.checks.get(checkKey({ id, spec }));
  if (check !== undefined) return <CheckDetails key={checkKey(check)} check={check} />;
  return (
    <>
      <PageTitle title="Check not found" />
      <p class="empty">
        {id === '' ? (
          'The address has no check id.'
        ) : (
          <>
            This report has no check <code>{id}</code>
            {spec === '' ? '. The address has no version.' : ` in version ${spec}.`}
          </>
        )}{' '}
        <a href={href('failures/checks')}>All checks</a>
      </p>
    </>
  );
}

function CheckDetails({ check }: CheckProps): JSX.Element {
  const { index } = usePage();
  const { main, aside } = titleOf(check, index.report.rules);
  return (
    <article class="check">
      <CheckNavigation check={check} />
      <header>
        <h1 tabIndex={-1}>
          <Text>{main}</Text>
        </h1>
        {aside !== undefined && (
          <p class="dim">
            <Text>{aside}</Text>
          </p>
        )}
        <p class="check-facts">
          <Badge kind={badgeOf(check)} />
          <LevelTag level={check.level} basis={check.basis} />
          <span>
            {check.service} {check.spec}
          </span>
          <span>
            {check.endpoint}/{check.operation}
          </span>
          <a href={checksHref({ service: check.service, endpoint: check.endpoint, aspect: check.aspect })}>
            {check.aspect}
          </a>
          <FailsSince check={check} />
        </p>
        <p class="check-facts">
          <code class="id">{check.id}</code>
          <CopyButton text={check.id} label="check id" />
          <span class="dim">
            Contract: <code>{check.contract}</code>
          </span>
        </p>
      </header>
      <div class="check-columns">
        <div>
          <RequirementSection check={check} />
          {check.cause !== undefined && <NotJudgedSection check={check} />}
          <Findings check={check} />
          <Evidence check={check} />
          {check.verdict === 'fail' && <IssueSection check={check} />}
          <section>
            <h2>Repeat this check</h2>
            <CodeBlock label="run this check" text={runCommand(index.report.run, check)} />
            <CodeBlock label="send its requests and print each exchange" text={sendCommand(index.report.run, check)} />
            {index.report.run.environment['target'] === undefined && (
              <CodeBlock label="get the token for curl" text={tokenCommand(index.report.run, check)} />
            )}
          </section>
        </div>
        <div class="check-side">
          <WaiverSection check={check} />
          <OtherVersions check={check} />
          <SameGroup check={check} />
          <RuleSection check={check} />
        </div>
      </div>
    </article>
  );
}

/** Links to the list, and to the previous and next failure group. */
function CheckNavigation({ check }: CheckProps): JSX.Element {
  const { index } = usePage();
  const items = useMemo(() => failureItems(index), [index]);
  const group = index.groupOf.get(checkKey(check)) ?? index.blockerOf.get(checkKey(check));
  const at = items.findIndex(({ groupIds }) => group !== undefined && groupIds.split(',').includes(group.id));
  const link = (to: ReportCheck | undefined, label: string, relation: string): JSX.Element =>
    to === undefined ? (
      <span class="button off">{label}</span>
    ) : (
      <a class="button" href={checkHref(to)} data-go={relation}>
        {label}
      </a>
    );
  return (
    <nav class="check-navigation no-print" aria-label="Failure groups">
      <a class="button" href={listBefore() ?? href(at < 0 ? 'failures/checks' : 'failures')} data-go="up">
        {listBefore() === undefined ? (at < 0 ? 'All checks' : 'All failures') : 'Back to the list'}
      </a>
      {at >= 0 && (
        <>
          <span class="dim">
            {at + 1} of {items.length}
          </span>
          {link(items[at - 1]?.first, 'Previous', 'previous')}
          {link(items[at + 1]?.first, 'Next', 'next')}
        </>
      )}
    </nav>
  );
}

function FailsSince({ check }: CheckProps): JSX.Element | null {
  const { index } = usePage();
  const since = useMemo(() => failsSince(index, check), [index, check]);
  if (index.changes.get(checkKey(check)) === 'appeared' || since === 'this run')
    return <Tag tone="bad">new in this run</Tag>;
  return since === undefined ? null : <span>fails since {day(since.startedAt)}</span>;
}

function RequirementSection({ check }: CheckProps): JSX.Element {
  const { index } = usePage();
  const requirement = index.requirementOf(check);
  return (
    <section>
      <h2>Requirement</h2>
      <blockquote class="requirement">
        <Prose>{requirement?.text ?? 'The report has no text for this requirement.'}</Prose>
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
        return question === undefined ? null : <QuestionNote key={id} question={question} spec={check.spec} />;
      })}
    </section>
  );
}

function QuestionNote({
  question: { id, question, kind, reason, answer, answersIn, default: assumption },
  spec,
}: {
  readonly question: ReportOpenPoint;
  readonly spec: string;
}): JSX.Element {
  const given = answer ?? answersIn?.[spec];
  const isContract = kind === 'confirm';
  return (
    <p class={given === undefined ? 'note' : 'dim'}>
      {given === undefined && <strong>The documents do not specify this. </strong>}
      {question} {given === undefined ? 'Assumed: ' : 'Answer of the target owner: '}
      {isContract ? 'as in the contract' : <JsonValue of={given ?? assumption} />}
      {given === undefined && ` (${reason})`}. <a href={href('run/questions', { q: id })}>{id}</a>
    </p>
  );
}

function NotJudgedSection({ check }: CheckProps): JSX.Element {
  const { index } = usePage();
  const blockers = (check.blockedBy ?? []).flatMap((id) => index.checks.get(checkKey({ id, spec: check.spec })) ?? []);
  return (
    <section>
      <h2>{check.verdict === 'inapplicable' ? 'Why it does not apply' : 'Why it has no verdict'}</h2>
      <p>
        <Text>{check.cause ?? ''}</Text>
      </p>
      {blockers.length > 0 && <CheckList checks={blockers} />}
    </section>
  );
}

const FINDINGS_SHOWN = 4;

/** Equal findings of several exchanges are shown once. */
function Findings({ check }: CheckProps): JSX.Element | null {
  const groups = [
    ...groupBy(check.findings, ({ where, expected, actual }) => JSON.stringify([where, expected, actual])).values(),
  ];
  if (groups.length === 0) return null;
  const finding = (all: (typeof groups)[number]): JSX.Element | null =>
    all[0] === undefined ? null : (
      <li key={all[0].evidence} class="finding">
        <p>
          <code>
            <Text>{all[0].where}</Text>
          </code>
          {all.length > 1 && <span class="dim"> in {plural(all.length, 'exchange')}</span>}
        </p>
        <Comparison expected={all[0].expected} received={all[0].actual} />
      </li>
    );
  return (
    <section>
      <h2>Findings</h2>
      <ol class="findings">{groups.slice(0, FINDINGS_SHOWN).map(finding)}</ol>
      {groups.length > FINDINGS_SHOWN && (
        <details class="fold">
          <summary>{plural(groups.length - FINDINGS_SHOWN, 'more finding')}</summary>
          <ol class="findings">{groups.slice(FINDINGS_SHOWN).map(finding)}</ol>
        </details>
      )}
    </section>
  );
}

function IssueSection({ check }: CheckProps): JSX.Element {
  const { index } = usePage();
  const exchanges = useExchanges();
  return (
    <section>
      <h2>Report to the service team</h2>
      <details>
        <summary>Text for an issue, readable without Plumbline</summary>
        <CodeBlock label="issue text" text={issueOf(index, check, exchanges)} />
      </details>
    </section>
  );
}

function WaiverSection({ check }: CheckProps): JSX.Element | null {
  const waiver = usePage().index.waiverFor(check);
  if (waiver === undefined) return null;
  const { text, task } = WAIVER_STATE[waiver.state];
  const facts: readonly (readonly [string, JSX.Element | string])[] = [
    ['Owner', waiver.owner],
    ['Expires', `${waiver.expires}, ${daysLeft(waiver.daysLeft)}`],
    ['State', task === '' ? text : `${text}. ${task}`],
    ...(waiver.link === undefined ? [] : [['Link', <WebLink key="link" to={waiver.link} />] as const]),
  ];
  return (
    <section>
      <h2>Waiver</h2>
      <p>{waiver.reason}</p>
      <dl class="pairs">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function OtherVersions({ check }: CheckProps): JSX.Element | null {
  const { index } = usePage();
  const specs = index.services.find(({ service }) => service === check.service)?.specs ?? [];
  if (specs.length < 2) return null;
  return (
    <section>
      <h2>Other versions</h2>
      <dl class="pairs">
        {specs.map((spec) => {
          const other = index.checksById.get(check.id)?.find((one) => one.spec === spec);
          return (
            <div key={spec}>
              <dt>{other === undefined || other === check ? spec : <a href={checkHref(other)}>{spec}</a>}</dt>
              <dd>
                {other === undefined ? <span class="dim">not planned</span> : <Badge kind={badgeOf(other)} />}
                {other === check && <span class="dim"> (this one)</span>}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

/** Checks of the same failure group, and other failures of the same requirement. */
function SameGroup({ check }: CheckProps): JSX.Element | null {
  const { index } = usePage();
  const blocker = index.blockerOf.get(checkKey(check));
  const group = index.groupOf.get(checkKey(check));
  if (blocker !== undefined)
    return (
      <section>
        <h2>Not judged because of</h2>
        <p>
          <a href={checksHref({ cause: blocker.id })}>
            <Text>{blocker.title}</Text>
          </a>
          . It blocks{' '}
          <a href={checksHref({ heldup: blocker.id })}>{plural((blocker.holdsUp?.length ?? 1) - 1, 'other check')}</a>.
        </p>
      </section>
    );
  if (group === undefined) return null;
  const same = group.checks.flatMap((position) => index.report.checks[position] ?? []).filter((one) => one !== check);
  const related = sameRequirement(index, check);
  return (
    <section>
      <h2>Same failure group</h2>
      {same.length === 0 ? (
        <p class="dim">No other check.</p>
      ) : (
        <>
          <p>
            <a href={checksHref({ cause: group.id })}>{plural(same.length, 'other check')}</a>
          </p>
          <CheckList checks={same} beside={check} />
        </>
      )}
      {group.holdsUp !== undefined && (
        <p>
          <a href={checksHref({ heldup: group.id })}>{plural(group.holdsUp.length, 'check')}</a> not judged because of
          it.
        </p>
      )}
      {related.length > 0 && (
        <>
          <h3>Same requirement, other failure group</h3>
          <p>
            <a href={checksHref({ requirement: check.requirement, verdict: 'fail' })}>
              All failures of the requirement
            </a>
          </p>
          <CheckList checks={related} beside={check} />
        </>
      )}
    </section>
  );
}

function sameRequirement({ report, groupOf }: ReportIndex, check: ReportCheck): readonly ReportCheck[] {
  const group = groupOf.get(checkKey(check));
  return report.checks.filter(
    (other) =>
      other.verdict === 'fail' &&
      other.requirement === check.requirement &&
      other.service === check.service &&
      groupOf.get(checkKey(other)) !== group,
  );
}

const LIST_SHOWN = 8;

/** A short list of checks. A title equal to the title of the page is omitted. */
function CheckList({
  checks,
  beside,
}: {
  readonly checks: readonly ReportCheck[];
  readonly beside?: ReportCheck;
}): JSX.Element {
  return (
    <ul class="check-list">
      {checks.slice(0, LIST_SHOWN).map((check) => (
        <li key={checkKey(check)} class="with-icon">
          <Icon kind={badgeOf(check)} />
          <span>
            <a href={checkHref(check)}>
              {check.title !== beside?.title && <CheckTitle check={check} />}{' '}
              <span class="dim">
                {check.endpoint}/{check.operation} {check.spec}
              </span>
            </a>
          </span>
        </li>
      ))}
    </ul>
  );
}

const FAULTS_SHOWN = 6;

function RuleSection({ check }: CheckProps): JSX.Element {
  const { index } = usePage();
  const rule = index.report.rules[check.rule];
  const killers = index.faults.get(checkKey(check));
  return (
    <section>
      <h2>Rule</h2>
      {rule !== undefined && (
        <p>
          <strong>
            <Prose>{rule.title}</Prose>.
          </strong>{' '}
          <Prose>{rule.explain}</Prose>
        </p>
      )}
      <p>
        <a href={checksHref({ rule: check.rule })}>
          <code class="id">{check.rule}</code>
        </a>
      </p>
      {index.data.proof !== undefined && (
        <>
          <h3>Proof that the check can fail</h3>
          {killers?.ofRule === true && <p>Proven by another check of the same rule:</p>}
          <ul>
            {killers?.faults.slice(0, FAULTS_SHOWN).map((fault) => (
              <li key={fault}>
                <code class="id">{fault}</code> {index.data.proof?.faults[fault] ?? ''}
              </li>
            )) ?? <li>No seeded fault makes this check fail.</li>}
          </ul>
        </>
      )}
    </section>
  );
}
