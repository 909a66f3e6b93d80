import { accessTokenHeader } from '../access/access-token.ts';
import { assemble, type Instance, type InstanceOptions, type ServiceStages } from '../instance.ts';
import { definitionOf } from './definition.ts';
import { judgementStages, type JudgementStages } from './engine/examine.ts';
import { balanceStages, type BalanceStages, familyPlaces, helpBalancePlace, recordRun } from './engine/operations.ts';
import { keepStages, type KeepStages, writeStages, type WriteStages } from './engine/write.ts';
import { locateStages, type LocateStages, type StudentData, readStages, type ReadStages } from './engine/locate.ts';
import { modelOf, type Model } from './engine/model.ts';
import { pagingStages, type PagingStages } from './engine/pagination.ts';
import { resultStages, type ResultStages } from './engine/results.ts';
import { shapeStages, type ShapeStages } from './engine/shape.ts';
import { Store } from './engine/store.ts';

export interface StudentReportingStages extends ServiceStages {
  readonly data: StudentData;
  readonly model: Model;
  readonly shape: ShapeStages;
  readonly locate: LocateStages;
  readonly judgement: JudgementStages;
  readonly keep: KeepStages;
  readonly results: ResultStages;
  readonly paging: PagingStages;
  readonly read: ReadStages;
  readonly write: WriteStages;
  readonly balance: BalanceStages;
}

export interface StudentReporting extends Instance<StudentReportingStages> {
  readonly service: 'student-reporting';
}

/** One instance of the student-information reporting service, in one specification version. */
export function studentReporting(options: InstanceOptions): StudentReporting {
  const { spec, clock } = options;
  const store = new Store();
  const instance = assemble<StudentReportingStages>(
    {
      service: 'student-reporting',
      apiName: 'student-reporting',
      tokenOf: accessTokenHeader,
      places: [...familyPlaces, helpBalancePlace],
      definition: () => definitionOf(spec),
      build: (stages) => ({
        data: { store },
        model: { ...modelOf(spec) },
        shape: shapeStages(stages),
        locate: locateStages(stages),
        judgement: judgementStages(stages, clock),
        keep: keepStages(stages),
        results: resultStages(stages),
        paging: pagingStages(stages),
        read: readStages(stages),
        write: writeStages(stages),
        balance: balanceStages(stages),
        run: recordRun(stages),
      }),
      clear: () => {
        store.clear();
      },
    },
    options,
  );
  return { service: 'student-reporting', ...instance };
}
