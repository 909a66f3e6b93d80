/** Open questions: facts that the documents do not specify, the assumption of Plumbline, and the answer of the target owner. */
import { useMemo } from 'preact/hooks';
import type { PointState, ReportOpenPoint } from '../../report/model.ts';
import { hasAnswer } from '../../report/answer-results.ts';
import { Tag, type TagTone } from '../components/badge.tsx';
import { FilterBar } from '../components/filter-bar.tsx';
import { PageTitle, usePage } from '../components/page.tsx';
import { Table, type TableColumn } from '../components/table.tsx';
import { JsonValue } from '../components/text.tsx';
import { filtersOf, textFilter } from '../data/filter.ts';
import { citation, count, plural } from '../data/format.ts';
import { checksHref } from '../data/route.ts';
import { RUN_VIEWS } from './run.tsx';

export function Questions() {
  const { index, route } = usePage();
  const { service, q } = filtersOf(route.params);
  const rows = useMemo(() => {
    const matches = textFilter(q);
    return index.report.openPoints.filter(
      (one) => (service ?? one.service) === one.service && matches([one.id, one.question, one.reason, one.section]),
    );
  }, [index, service, q]);
  const answered = rows.filter(hasAnswer).length;
  const note = `${plural(rows.length, 'question')}, ${count(answered)} answered`;
  return (
    <>
      <PageTitle title="Open questions" note={note} views={RUN_VIEWS} />
      <FilterBar menus={['service']} />
      <Table
        caption="Open questions"
        rows={rows}
        columns={QUESTION_COLUMNS}
        rowKey={(question) => `${question.service} ${question.id}`}
      />
    </>
  );
}

const QUESTION_COLUMNS: readonly TableColumn<ReportOpenPoint>[] = [
  {
    title: 'Question',
    kind: 'main',
    sort: ({ id }) => id,
    cell: (question) => (
      <>
        {question.question}
        <p class="row-note">
          <code class="id">{question.id}</code> {citation(question)}
        </p>
      </>
    ),
  },
  { title: 'State', sort: ({ state }) => state ?? '', cell: (question) => <StateCell question={question} /> },
  { title: 'Value', cell: (question) => valueCell(question) },
  { title: 'Reason for the assumption', cell: ({ reason }) => reason },
  {
    title: 'Checks',
    kind: 'number',
    sort: ({ checks }) => checks,
    cell: ({ id, checks }) => (
      <a href={checksHref({ openpoint: id })} data-item>
        {count(checks)}
      </a>
    ),
  },
];

const STATES: Readonly<Record<PointState, readonly [TagTone, string]>> = {
  open: ['warn', 'open: Plumbline assumes a value'],
  agrees: ['good', 'answered, checks pass'],
  differs: ['bad', 'answered, checks fail'],
  unjudged: ['dim', 'answered, not judged'],
  unasked: ['dim', 'answered, not tested'],
  unused: ['warn', 'answered, but no check uses the answer'],
};

function StateCell({ question }: { readonly question: ReportOpenPoint }) {
  const { data, report, requirementOf } = usePage().index;
  // Reports of earlier versions have no state.
  const state = question.state ?? (hasAnswer(question) ? 'unjudged' : 'open');
  // A failure is about the question if the first check of its group is. Other failing checks only depend on the answer.
  const isAboutFailure = data.causes.some(({ kind, service, checks: [first = -1] }) => {
    const check = report.checks[first];
    const isAbout = check && requirementOf(check)?.openPoints.includes(question.id);
    return kind !== 'undetermined' && service === question.service && isAbout === true;
  });
  const [tone, text] =
    state === 'differs' && !isAboutFailure ? (['dim', 'answered, failures have other causes'] as const) : STATES[state];
  return (
    <>
      <Tag tone={tone}>{text}</Tag>
      {question.seen?.map(({ spec, pass, fail }) => (
        <p key={spec} class="row-note">
          {spec}: {count(pass)} passed, {count(fail)} failed
        </p>
      ))}
    </>
  );
}

/** A question of kind `confirm` asks whether the contract is right as it is. */
function valueCell({ kind, answer, answersIn = {}, places = [], default: assumption }: ReportOpenPoint) {
  if (kind === 'confirm') return <>the value in the contract: {places.join(', ')}</>;
  const values = [[answer === undefined ? 'assumption' : 'all versions', answer ?? assumption] as const];
  return [...values, ...Object.entries(answersIn)].map(([name, value]) => (
    <p key={name}>
      {name}: <JsonValue of={value} />
    </p>
  ));
}
