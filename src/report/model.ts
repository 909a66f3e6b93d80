/**
 * The canonical report, `report.json`: schema `plumbline.report/2`, published in `src/schema/report.ts`.
 * Every other artefact is a view of it. This file imports types only from its neighbours and nothing at run time, so
 * that the viewer can be built from it alone.
 */
import type { Basis, Level } from '../load/model.ts';
import type { Check } from '../plan/model.ts';
import type { Disposition, Verdict, WaiverState } from '../verdict/model.ts';
import type { VerifiedUse } from '../verdict/verified.ts';
import type { WaiverEntry } from '../verdict/waivers.ts';
import type { Awaited, Finding } from '../rules/model.ts';

export type { Basis, Level, Disposition, Verdict, Finding };

export const REPORT_SCHEMA = 'plumbline.report/2';

export type Result = 'conformant' | 'nonconformant' | 'undecided' | 'incomplete';

export interface Report {
  readonly schema: typeof REPORT_SCHEMA;
  readonly run: RunInfo;
  readonly summaries: readonly Summary[];
  readonly requirements: readonly ReportRequirement[];
  readonly openPoints: readonly ReportOpenPoint[];
  readonly waivers: readonly ReportWaiver[];
  readonly checks: readonly ReportCheck[];
  /** Explanations of the rules that occur in `checks`, by rule id. */
  readonly rules: Readonly<Record<string, ReportRule>>;
  /** What is behind the checks that fail or were not judged, worst first. Absent in reports of earlier versions. */
  readonly causes?: readonly ReportCause[];
  readonly decision: Decision;
  /** How the checks of these versions did against seeded faults, where a campaign was recorded. */
  readonly proof?: ReportProof;
}

export interface ReportRule {
  readonly title: string;
  readonly explain: string;
  /** The phrase for its failure; see `src/report/phrase.ts`. Absent in reports of earlier versions. */
  readonly fails?: string;
  /** What has to become of the request that it judges; absent where it judges something else. */
  readonly awaits?: Awaited;
}

/** What was found, a service that broke down, one that asks for patience, one of another version, checks that could not be judged, a waiver that is not needed. */
export const CAUSE_KINDS = ['finding', 'breakdown', 'throttled', 'version', 'undetermined', 'unexpected-pass'] as const;
export type CauseKind = (typeof CAUSE_KINDS)[number];

/** One cause, with all checks that it turns red or holds up. */
export interface ReportCause {
  /** Short, and the same from run to run as long as the cause is. */
  readonly id: string;
  readonly kind: CauseKind;
  readonly service: string;
  /** In a line, what is wrong. */
  readonly title: string;
  /** References, worst first. */
  readonly checks: readonly string[];
  /** References of checks that could not be judged because of it. */
  readonly holdsUp?: readonly string[];
}

/** Each fault counts once for each version that has it. */
export interface ReportProof {
  /** Percent of the faults that a check notices, rounded down. */
  readonly score: number;
  readonly faults: number;
  readonly killed: number;
  /** Ids of the faults that no check notices in some version. */
  readonly survivors: readonly string[];
}

export interface RunInfo {
  readonly id: string;
  readonly target: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly planHash: string;
  readonly plumbline: string;
  readonly exchanges: number;
  /** `--only` and the like, where the run was narrowed: what was not asked for is not in the plan. */
  readonly selection?: {
    readonly only?: string;
    readonly shard?: string;
    readonly service?: string;
    readonly spec?: readonly string[];
  };
  /** How it was asked for, from the folder that it was started in: what repeats it. Absent where Playwright was started instead. */
  readonly asked?: {
    readonly target: string;
    readonly faults?: readonly string[];
    readonly policy?: string;
    /** The folder of the report. */
    readonly out?: string;
  };
  /**
   * Where the contracts are those of the package: none of their files is in the folder that the run was started in. `target`: the target's own, from there, where that
   * is. Absent where they are the project's own.
   */
  readonly packaged?: { readonly target?: string };
  /** Names and values worth keeping: node version, platform, addresses. Never a secret. */
  readonly environment: Readonly<Record<string, string>>;
  /** What the run made and could not remove, or changed and could not put back; absent where nothing is left. `leftovers.ndjson.gz` has each of them. */
  readonly leftovers?: readonly Leftovers[];
  /** How many more the file lists, of earlier runs that wrote to the same folder; absent where none. */
  readonly leftBefore?: number;
  /** Of services that wrap their answers: what says in one whether they did what was asked. Absent where none does. */
  readonly flags?: readonly SuccessFlag[];
  /** Members that an earlier version has not; absent where none came. */
  readonly newMembers?: readonly NewMember[];
  /** Services that stopped responding and were not found to be stopped by the same requests again, or that did not respond at the end; absent where none did. */
  readonly stopped?: readonly string[];
  /** What was seen before anything was tried; absent where nobody looked, as with services that Plumbline starts itself. */
  readonly preflight?: SeenBefore;
  /** Services that said before the run that they are of another version; absent where none did. */
  readonly others?: readonly OtherVersion[];
  /** Rows of the common catalogues that a contract has switched off, so that they were not tried. */
  readonly off?: readonly OffRow[];
}

export interface SeenBefore {
  /** What stopped the run, once for each service; absent where nothing did. */
  readonly stops?: readonly PreflightStop[];
  /** Worth knowing, and no reason to stop. */
  readonly warnings?: readonly string[];
}

export interface PreflightStop {
  readonly service: string;
  readonly specs: readonly string[];
  readonly cause: string;
  /** What to look at first. */
  readonly hint: string;
  /** It is the sign-in that failed. */
  readonly signIn?: true;
}

export interface SuccessFlag {
  readonly service: string;
  /** Pointer to it in an answer, or in each item of one: true or false. */
  readonly flag: string;
}

/** A member that came by a version which is held, and the last version without it. */
export interface NewMember {
  readonly service: string;
  readonly spec: string;
  readonly endpoint: string;
  readonly member: string;
  readonly before: string;
}

export interface OtherVersion {
  readonly service: string;
  readonly spec: string;
  /** What it says of itself. */
  readonly version: string;
}

export interface OffRow {
  readonly service: string;
  /** Id of the row, and of the rule whose checks are not there. */
  readonly row: string;
  readonly reason: string;
}

export interface Leftovers {
  readonly service: string;
  readonly spec: string;
  readonly endpoint: string;
  readonly count: number;
  readonly why: string;
  /** It was there before the run, which changed it and could not put it back. Absent: records that the run made. */
  readonly changed?: true;
  /** The response to the create was lost, so the records may or may not exist. */
  readonly maybe?: true;
  /** DELETE succeeded, and the contract declares nothing that would show whether the records are gone. `leftovers.ndjson` does not list them. */
  readonly notVerified?: true;
  /** The contract declares nothing that removes them, or puts them back. */
  readonly byHand?: true;
  /** The first of them. */
  readonly ids: readonly string[];
}

export interface Counts {
  readonly checks: number;
  readonly verdicts: Readonly<Record<Verdict, number>>;
  readonly dispositions: Readonly<Record<Disposition, number>>;
}

export interface Part {
  readonly planned: number;
  readonly of: number;
}

export interface Summary {
  readonly service: string;
  readonly spec: string;
  /**
   * `conformant` only if the whole plan of the version was run and every mandatory check passes, assumed ones too. `undecided`: only assumed
   * checks fail, or no documented, standard or confirmed one passes.
   */
  readonly result: Result;
  /** If undecided: mandatory checks that are documented, standard or confirmed, of all mandatory ones. */
  readonly confirmed?: { readonly count: number; readonly of: number };
  /** Where the run was asked for a part of the version's plan: how many checks, of how many. */
  readonly part?: Part;
  /** Failures that waivers excuse: how many, and the first day on which a waiver of them ends. They stay nonconformities. */
  readonly excused?: { readonly count: number; readonly earliest: string };
  readonly counts: Counts;
  /** Failing checks only, by level and basis, waived ones left out. */
  readonly failing: Readonly<Partial<Record<Level, Readonly<Partial<Record<Basis, number>>>>>>;
}

/** A requirement in one spec version; `(id, service, spec)` is unique. */
export interface ReportRequirement {
  readonly id: string;
  readonly service: string;
  readonly spec: string;
  readonly text: string;
  readonly level: Level;
  readonly basis: Basis;
  readonly section: string;
  readonly openPoints: readonly string[];
  readonly excluded?: string;
  /** Worst verdict of its checks; absent where it is excluded. */
  readonly verdict?: Verdict;
  readonly checks: number;
  /** What changed in exactly this version. */
  readonly change?: string;
}

export interface ReportOpenPoint {
  readonly id: string;
  readonly service: string;
  readonly question: string;
  /** `confirm`: what it asks stands in the contracts as a whole, is edited there, and is confirmed. Absent in reports of earlier versions. */
  readonly kind?: 'value' | 'confirm';
  readonly default: unknown;
  readonly reason: string;
  readonly section: string;
  readonly answer?: unknown;
  /** Answers of single versions, where they are not the one above. */
  readonly answersIn?: Readonly<Record<string, unknown>>;
  /** The first places of the contracts where it stands. */
  readonly places?: readonly string[];
  /** The answer says that something is not asked. */
  readonly unasked?: true;
  /** Checks that rest on it. */
  readonly checks: number;
  /** What came of those that were to be judged, by version. */
  readonly seen?: readonly PointSeen[];
  /** How the answer stands to what was sent and seen. Absent in reports of earlier versions. */
  readonly state?: PointState;
}

export interface PointSeen {
  readonly spec: string;
  readonly checks: number;
  readonly pass: number;
  readonly fail: number;
}

/**
 * `open`: nobody answered. `agrees`: all checks that rest on it and were judged pass. `differs`: some fail. `unjudged`: none was
 * judged. `unasked`: it is answered so that something is not asked. `unused`: nothing uses the answer.
 */
export type PointState = 'open' | 'agrees' | 'differs' | 'unjudged' | 'unasked' | 'unused';

export interface ReportWaiver extends WaiverEntry {
  /** Whole days until it expires, counted from the run's start; negative when expired. */
  readonly daysLeft: number;
  /** What became of it in this run. */
  readonly state: WaiverState;
  /** The checks it excused, as `<check id>@<spec>`. */
  readonly excuses: readonly string[];
}

/** What was planned, and what came of it. */
export interface ReportCheck extends Omit<Check, 'restsOn' | 'params' | 'given' | 'at'> {
  readonly verdict: Verdict;
  readonly disposition: Disposition;
  readonly findings: readonly Finding[];
  /** Open points that its request, its expectation or its versions were made with; absent where there is none. */
  readonly restsOn?: readonly string[];
  /** Assumptions that this run verified, so that the basis is that of the requirement; absent if one is not verified. */
  readonly verifiedBy?: readonly VerifiedUse[];
  /** Ids of exchanges in `evidence/<service>@<spec>.ndjson.gz`. */
  readonly evidence: readonly string[];
  readonly cause?: string;
  /** Of an `inapplicable` one: it is so only because of the moment, and the next run may judge it. */
  readonly unsettled?: true;
  /** Of an `inconclusive` one: ids of the checks of the same version that judge the prerequisites it failed on. */
  readonly blockedBy?: readonly string[];
  /** `contracts/…yaml:line`. */
  readonly contract: string;
}

export type DecisionWord = 'admit' | 'block';

export interface Decision {
  readonly decision: DecisionWord;
  /** 0 admit, 1 block because something is proven wrong, 3 block because something is not proven right. */
  readonly exitCode: 0 | 1 | 3;
  /** Where a part of the plan was asked for: what is admitted is the part, and nothing is said of the service. */
  readonly part?: Part;
  /** Most important first. */
  readonly reasons: readonly Reason[];
  readonly policy: string;
}

export interface Reason {
  readonly code: string;
  readonly text: string;
  /** References, `<check id>@<spec>`: an id alone stands for the check in every version. */
  readonly checks: readonly string[];
  /** What it does to the decision: `block` (exit 1), `incomplete` (exit 3), or `show` (nothing). */
  readonly effect?: 'block' | 'incomplete' | 'show';
}
