/** Open questions: what the documents do not specify, the assumption of Plumbline, and the answer of the target owner. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { PointState, ReportOpenPoint } from '../../report/model.ts';
import { isAnswered } from '../../report/points-seen.ts';
import { Tag } from '../components/badge.tsx';
import type { TagTone } from '../components/badge.tsx';
import { PageTitle, usePage } from '../components/page.tsx';
import { FilterBar } from '../components/filter-bar.tsx';
import { Table } from '../components/table.tsx';
import type { TableColumn } from '../components/table.tsx';
import { JsonValue } from '../components/text.tsx';
import { filtersOf, textFilter } from '../data/filter.ts';
import { citation, count, plural } from '../data/format.ts';
import type { ReportIndex } from '../data/report-index.ts';
import { checksHref } from '../data/route.ts';
import { RUN_VIEWS } from './run.tsx';

export function Questions(): JSX.Element {
  const { index, route } = usePage();
  const { service, q } = filtersOf(route.params);
  const failures = useMemo(() => failuresByQuestion(index), [index]);
  const rows = useMemo(() => {
    const matches = textFilter(q);
    return index.report.openPoints
      .filter((one) => (service ?? one.service) === one.service)
      .filter(({ id, question, reason, section }) => matches([id, question, reason, section]))
      .sort((a, b) => (failures.get(b.id) ?? 0) - (failures.get(a.id) ?? 0));
  }, [index, service, q, failures]);
  const answered = rows.filter(isAnswered).length;
  const columns = useMemo(() => questionColumns(failures), [failures]);
  return (
    <>
      <PageTitle
        title="Open questions"
        note={`${plural(rows.length, 'question')}, ${count(answered)} answered, ${count(rows.length - answered)} assumed`}
        views={RUN_VIEWS}
      />
      <FilterBar menus={['service']} />
      <Table
        caption="Open questions"
        rows={rows}
        columns={columns}
        rowKey={({ service: owner, id }) => `${owner} ${id}`}
        empty="No open question matches."
      />
    </>
  );
}

function failuresByQuestion(index: ReportIndex): ReadonlyMap<string, number> {
  const failures = new Map<string, number>();
  for (const check of index.report.checks)
    if (check.verdict === 'fail')
      for (const id of index.questionsOf(check)) failures.set(id, (failures.get(id) ?? 0) + 1);
  return failures;
}

function questionColumns(failures: ReadonlyMap<string, number>): readonly TableColumn<ReportOpenPoint>[] {
  return [
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
    { title: 'State', sort: ({ state = '' }) => state, cell: (question) => <QuestionState question={question} /> },
    { title: 'Value', cell: (question) => <QuestionValue question={question} /> },
    { title: 'Reason of the assumption', cell: ({ reason }) => reason },
    {
      title: 'Checks',
      sort: ({ id, checks }) => (failures.get(id) ?? 0) * 1_000_000 + checks,
      cell: ({ id, checks }) => {
        const failed = failures.get(id) ?? 0;
        return (
          <span class="nowrap">
            <a href={checksHref({ openpoint: id })} data-item>
              {count(checks)}
              <span class="sr-only"> checks depend on {id}</span>
            </a>
            {failed > 0 && (
              <>
                ,{' '}
                <a href={checksHref({ openpoint: id, verdict: 'fail' })}>
                  {count(failed)} fail<span class="sr-only"> with {id}</span>
                </a>
              </>
            )}
          </span>
        );
      },
    },
  ];
}

/** Green only if checks with the answer passed. */
const STATES: Readonly<Record<PointState, { readonly tone: TagTone; readonly text: string }>> = {
  open: { tone: 'warn', text: 'assumed' },
  agrees: { tone: 'good', text: 'answered, checks pass' },
  differs: { tone: 'bad', text: 'answered, checks fail' },
  unjudged: { tone: 'dim', text: 'answered, not judged' },
  unasked: { tone: 'dim', text: 'answered, not tested' },
  unused: { tone: 'warn', text: 'answered, not used' },
};

function QuestionState({ question }: { readonly question: ReportOpenPoint }): JSX.Element {
  const { id, kind, state, seen = [], places = [] } = question;
  const answered = isAnswered(question);
  // Reports of earlier versions have no state.
  const { tone, text } = STATES[state ?? 'open'];
  const label = state === undefined && answered ? 'answered' : text;
  return (
    <>
      <Tag tone={tone}>{kind === 'confirm' ? label.replace('answered', 'confirmed') : label}</Tag>
      {answered &&
        seen.map(({ spec, pass, fail }) => (
          <p key={spec} class="row-note">
            {spec}: {count(pass)} pass
            {fail > 0 && (
              <>
                ,{' '}
                <a href={checksHref({ openpoint: id, spec, verdict: 'fail' })}>
                  {count(fail)} fail<span class="sr-only"> in {spec}</span>
                </a>
              </>
            )}
          </p>
        ))}
      {kind === 'confirm' && places.length > 0 && (
        <p class="row-note">
          {answered ? 'confirmed in' : 'draft in'} {places.join(', ')}
        </p>
      )}
    </>
  );
}

function QuestionValue({ question }: { readonly question: ReportOpenPoint }): JSX.Element {
  const { kind, answer, answersIn = {}, default: assumption } = question;
  if (kind === 'confirm')
    return <>{isAnswered(question) ? 'as in the contract' : 'as drafted in the contract; edit it there'}</>;
  const perVersion = Object.entries(answersIn);
  return (
    <>
      {(answer !== undefined || perVersion.length === 0) && <JsonValue of={answer ?? assumption} />}
      {perVersion.map(([spec, value]) => (
        <p key={spec}>
          {spec}: <JsonValue of={value} />
        </p>
      ))}
      {isAnswered(question) && (
        <p class="row-note">
          assumption: <JsonValue of={assumption} />
        </p>
      )}
    </>
  );
}
