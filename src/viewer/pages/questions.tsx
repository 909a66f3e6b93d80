/** Open questions: what the documents do not specify, the assumption of Plumbline, and the answer of the target owner. */
import { useMemo } from 'preact/hooks';
import type { PointState, ReportOpenPoint } from '../../report/model.ts';
import { isAnswered } from '../../report/points-seen.ts';
import { Tag } from '../components/badge.tsx';
import type { TagTone } from '../components/badge.tsx';
import { FilterBar } from '../components/filter-bar.tsx';
import { PageTitle, usePage } from '../components/page.tsx';
import { Table } from '../components/table.tsx';
import type { TableColumn } from '../components/table.tsx';
import { JsonValue } from '../components/text.tsx';
import { filtersOf, textFilter } from '../data/filter.ts';
import { citation, count, plural } from '../data/format.ts';
import { checksHref } from '../data/route.ts';
import { RUN_VIEWS } from './run.tsx';

interface QuestionRow {
  readonly question: ReportOpenPoint;
  /** Failed checks that depend on the question. */
  readonly failures: number;
}

export function Questions() {
  const { index, route } = usePage();
  const { service, q } = filtersOf(route.params);
  const all = useMemo(() => {
    const failures = new Map<string, number>();
    for (const check of index.report.checks)
      if (check.verdict === 'fail')
        for (const id of index.questionsOf(check)) failures.set(id, (failures.get(id) ?? 0) + 1);
    return index.report.openPoints
      .map((question): QuestionRow => ({ question, failures: failures.get(question.id) ?? 0 }))
      .sort((a, b) => b.failures - a.failures);
  }, [index]);
  const matches = textFilter(q);
  const rows = all
    .filter(({ question }) => (service ?? question.service) === question.service)
    .filter(({ question: { id, question, reason, section } }) => matches([id, question, reason, section]));
  const answered = rows.filter(({ question }) => isAnswered(question)).length;
  const note = `${plural(rows.length, 'question')}, ${count(answered)} answered, ${count(rows.length - answered)} assumed`;
  return (
    <>
      <PageTitle title="Open questions" note={note} views={RUN_VIEWS} />
      <FilterBar menus={['service']} />
      <Table
        caption="Open questions"
        rows={rows}
        columns={QUESTION_COLUMNS}
        rowKey={({ question }) => `${question.service} ${question.id}`}
      />
    </>
  );
}

const QUESTION_COLUMNS: readonly TableColumn<QuestionRow>[] = [
  {
    title: 'Question',
    kind: 'main',
    sort: ({ question }) => question.id,
    cell: ({ question }) => (
      <>
        {question.question}
        <p class="row-note">
          <code class="id">{question.id}</code> {citation(question)}
        </p>
      </>
    ),
  },
  { title: 'State', sort: ({ question }) => question.state ?? '', cell: ({ question }) => stateCell(question) },
  { title: 'Value', cell: ({ question }) => valueCell(question) },
  { title: 'Reason of the assumption', cell: ({ question }) => question.reason },
  {
    title: 'Checks',
    kind: 'number',
    sort: ({ question }) => question.checks,
    cell: ({ question: { id, checks } }) => (
      <a href={checksHref({ openpoint: id })} data-item>
        {count(checks)}
      </a>
    ),
  },
  {
    title: 'Failures',
    kind: 'number',
    sort: ({ failures }) => failures,
    cell: ({ question: { id }, failures }) => (
      <a href={checksHref({ openpoint: id, verdict: 'fail' })}>{count(failures)}</a>
    ),
  },
];

/** Green only if checks with the answer passed. */
const STATES: Readonly<Record<PointState, readonly [TagTone, string]>> = {
  open: ['warn', 'assumed'],
  agrees: ['good', 'answered, checks pass'],
  differs: ['bad', 'answered, checks fail'],
  unjudged: ['dim', 'answered, not judged'],
  unasked: ['dim', 'answered, not tested'],
  unused: ['warn', 'answered, not used'],
};

function stateCell(question: ReportOpenPoint) {
  const { kind, seen = [], places = [] } = question;
  // Reports of earlier versions have no state.
  const [tone, text] = STATES[question.state ?? (isAnswered(question) ? 'unjudged' : 'open')];
  return (
    <>
      <Tag tone={tone}>{kind === 'confirm' ? text.replace('answered', 'confirmed') : text}</Tag>
      {isAnswered(question) &&
        seen.map(({ spec, pass, fail }) => (
          <p key={spec} class="row-note">
            {spec}: {count(pass)} pass, {count(fail)} fail
          </p>
        ))}
      {kind === 'confirm' && <p class="row-note">{places.join(', ')}</p>}
    </>
  );
}

function valueCell(question: ReportOpenPoint) {
  const { kind, answer, answersIn = {}, default: assumption } = question;
  if (kind === 'confirm')
    return <>{isAnswered(question) ? 'as in the contract' : 'as drafted in the contract; edit it there'}</>;
  return (
    <>
      {answer !== undefined && <JsonValue of={answer} />}
      {Object.entries(answersIn).map(([spec, value]) => (
        <p key={spec}>
          {spec}: <JsonValue of={value} />
        </p>
      ))}
      <p class={isAnswered(question) ? 'row-note' : ''}>
        assumption: <JsonValue of={assumption} />
      </p>
    </>
  );
}
