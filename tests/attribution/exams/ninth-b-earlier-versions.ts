/** The questions of the ninth exam about the earlier versions of student-reporting. */
import type { StagesOf } from '../../../services/index.ts';
import { GatewayError } from '../../../services/http/gateway-error.ts';
import { modelOf } from '../../../services/student-reporting/engine/model.ts';
import type { Question } from '../exam.ts';

export const earlierVersions: readonly Question<StagesOf['student-reporting']>[] = [
  {
    name: 'node-of-the-last-release',
    spec: '3.0.8',
    does: 'One node of three behind the load balancer still runs the release before, for which unit enrolments have two members less.',
    reads:
      'One call in three for unit enrolments is answered as by an earlier version, which does not know course_assurance_indicator and recognition_of_prior_learning_code.',
    change: ({ run, model: { kind } }) => {
      const old = modelOf('2.1.06');
      let turn = 0;
      let isOld = false;
      const names = Object.keys(run).filter((name) => name.startsWith('unit-enrolments.'));
      const balanced = names.map((name) => {
        const inner = run[name];
        if (!inner) throw new Error(`Nothing runs ${name}.`);
        const answer: typeof inner = (exchange) => {
          turn += 1;
          isOld = turn % 3 === 0;
          try {
            return inner(exchange);
          } finally {
            isOld = false;
          }
        };
        return [name, answer] as const;
      });
      return {
        run: Object.fromEntries(balanced),
        model: { kind: (name) => (isOld && name === 'unit-enrolments' ? old.kind(name) : kind(name)) },
      };
    },
  },
  {
    name: 'required-on-patch',
    spec: '3.0.8',
    does: 'The validation of a new unit of study also stands before its PATCH, so that every required member must be given.',
    reads: 'A PATCH of a unit of study is refused unless it gives all required members.',
    change: ({ judgement: { field } }) => ({
      judgement: {
        field: (bound, given, circumstances) => {
          const { kind, existing } = circumstances;
          const isMissing = kind.family.name === 'units-of-study' && existing && given.given === undefined;
          return isMissing && bound.required ? [bound.required] : field(bound, given, circumstances);
        },
      },
    }),
  },
  {
    name: 'status-lost-on-patch',
    spec: '3.0.8',
    does: 'A PATCH writes the whole row of a loan from the request, which cannot have the status: it is emptied.',
    reads: 'A loan shows no status any more once it has been changed by a PATCH.',
    change: ({ judgement: { merge } }) => ({
      judgement: {
        merge: (item, circumstances) => {
          const values = merge(item, circumstances);
          if (circumstances.kind.family.name !== 'loans' || !circumstances.existing) return values;
          const { loan_status_code: _status, ...others } = values;
          return others;
        },
      },
    }),
  },
  {
    name: 'later-member-shown',
    spec: '2.1.06',
    does: 'The column of course_assurance_indicator has come with its default, and reads show it in a version before it.',
    reads: 'Reads of unit enrolments show course_assurance_indicator, which 2.1.06 does not have.',
    change: ({ results: { view } }) => ({
      results: {
        view: (record, kind) => {
          const shown = view(record, kind);
          const { unit_enrolment: own } = shown;
          return own ? { unit_enrolment: { ...own, course_assurance_indicator: false } } : shown;
        },
      },
    }),
  },
  {
    name: 'gender-on-patch',
    spec: '2.1.05',
    does: 'The PATCH of students has a code list of its own, which still has the genders M and F alone.',
    reads: 'A PATCH of a student refuses the gender code X, which a POST takes.',
    change: ({ judgement: { field } }) => ({
      judgement: {
        field: (bound, given, circumstances) => {
          const isUnknown =
            bound.field.name === 'gender_code' && circumstances.existing !== undefined && given.given === 'X';
          const check = bound.checks.find(({ name }) => name === 'code-list');
          return isUnknown && check ? [check] : field(bound, given, circumstances);
        },
      },
    }),
  },
  {
    name: 'campus-set-null',
    spec: '2.1.05',
    does: 'The foreign key from unit enrolments to campuses is ON DELETE SET NULL: the campus goes and the enrolments lose it.',
    reads: 'A campus that unit enrolments refer to is deleted instead of being kept, and the enrolments lose it.',
    change: ({ keep: { reasonToStay, remove } }, { model }) => ({
      keep: {
        reasonToStay: (located, kind) => {
          if (kind.family.name !== 'campuses') return reasonToStay(located, kind);
          const { dataset, record } = located;
          const { records } = dataset.table('courses-on-campus');
          const isTaught = [...records.values()].some(({ values }) => values['campuses_uid'] === record.uid);
          return isTaught ? reasonToStay(located, kind) : undefined;
        },
        remove: (located, kind) => {
          const { dataset, record } = located;
          if (kind.family.name === 'campuses')
            for (const enrolment of dataset.table('unit-enrolments').records.values()) {
              const { campuses_uid: campus, ...others } = enrolment.values;
              if (campus === record.uid) dataset.replace(enrolment, others, model.kind('unit-enrolments'));
            }
          remove(located, kind);
        },
      },
    }),
  },
  {
    name: 'utf8-of-three-bytes',
    spec: '2.1.06',
    does: 'The database keeps text as utf8mb3; a character of four bytes is an error there, which is answered 500.',
    reads: 'Text with a character beyond U+FFFF, such as an emoji, is answered 500 instead of being stored.',
    change: ({ keep: { add, replace } }) => {
      const hold = (values: object): void => {
        if (!/[\u{10000}-\u{10FFFF}]/u.test(JSON.stringify(values))) return;
        throw new GatewayError(500, { code: 'internal_error', detail: 'The service could not handle the request.' });
      };
      return {
        keep: {
          add: (record, kind, circumstances) => {
            hold(record.values);
            add(record, kind, circumstances);
          },
          replace: (existing, examined, circumstances) => {
            hold(examined.values);
            replace(existing, examined, circumstances);
          },
        },
      };
    },
  },
  {
    name: 'first-offer-alone',
    spec: '2.1.06',
    does: 'Since the TAC offer POST takes one object, only the first of the offers within the POST of a course on campus is looked at.',
    reads: 'Of several TAC offers within the POST of a course on campus only the first is stored.',
    change: ({ judgement: { examine } }) => ({
      judgement: {
        examine: (item, circumstances) => {
          const children = item.children.map((child) =>
            child.member === 'courses_on_campus_tac_offers' ? { ...child, items: child.items.slice(0, 1) } : child,
          );
          return examine({ ...item, children }, circumstances);
        },
      },
    }),
  },
];
