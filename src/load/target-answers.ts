/** Answers of a target to open questions, for all versions and for single ones. */
import path from 'node:path';
import { isMap, type Json, isSameJson } from '../model/json.ts';
import { omitUndefined } from '../model/objects.ts';
import { CONFIRMED, type OpenPoint, type Project, type ServiceList, type Target } from './model.ts';
import type { ProblemList } from './problem-list.ts';
import { questionUses } from './open-values.ts';
import type { RawTarget } from '../schema/target.ts';
import { readYaml } from './read-file.ts';
import { nearestName, suggestName } from './suggest.ts';
import type { TargetPlace } from './target-scope.ts';
import type { YamlDocument } from './yaml-document.ts';

type Answers = Readonly<Record<string, Json>>;

/** Replaces `{ file: codes.yaml }` by the content of the file: reference data is long, and is published as a file. */
function readFiles(answers: Record<string, Json>, project: Project, problems: ProblemList, place: TargetPlace): void {
  const points = project.specs.flatMap((spec) => spec.openPoints);
  for (const [id, answer] of Object.entries(answers)) {
    const named = isMap(answer) && Object.keys(answer).length === 1 ? answer['file'] : undefined;
    const isList = points.some((point) => point.id === id && Array.isArray(point.default));
    if (typeof named !== 'string' || !isList) continue;
    const read = readYaml(place.root, path.resolve(place.folder, named), problems, {
      allowed: place.area,
      message: `the file ${named} with the answer to ${id} does not exist`,
    });
    // Problems of the answer are reported at the place that names the file.
    if (read?.data === undefined) delete answers[id];
    else answers[id] = read.data;
  }
}

/** Removes answers such as `{ list: /languages }`, which are read from the service later. */
function takeLists(
  document: YamlDocument,
  answers: Record<string, Json>,
  version: string | undefined,
  { embedded }: RawTarget,
  project: Project,
): readonly ServiceList[] {
  const points = project.specs.flatMap((spec) => spec.openPoints);
  return Object.entries(answers).flatMap(([id, answer]): readonly ServiceList[] => {
    const isList = points.some((point) => point.id === id && Array.isArray(point.default));
    if (!isList || !isMap(answer) || !Object.hasOwn(answer, 'list')) return [];
    const { list, codes = '/*', ...more } = answer;
    const wrong = embedded === true ? 'cannot be read from an embedded service' : oddList(list, codes, more);
    if (wrong === undefined) {
      delete answers[id];
      return [{ point: id, ...omitUndefined({ version }), list: String(list), codes: String(codes) }];
    }
    const hint = 'example: { list: /reference-data/languages, codes: "/result/*/code" }, or { file: codes.yaml }';
    document.report('wrong-value', `the list of ${id} ${wrong}`, answers, id, 'value', hint);
    delete answers[id];
    return [];
  });
}

function oddList(list: Json | undefined, codes: Json, more: object): string | undefined {
  const [odd] = Object.keys(more);
  if (odd !== undefined) return `has an unknown key ${JSON.stringify(odd)}`;
  if (typeof list !== 'string' || !/^(\/[^\s#]*|https?:\/\/[^\s/?#@]+(\/[^\s#]*)?)$/.test(list))
    return 'must be a path or an absolute address';
  return typeof codes === 'string' && /^(\/[^/]*)+$/.test(codes) ? undefined : 'needs a JSON pointer in `codes`';
}

/**
 * `defaults` confirms the defaults of the services that the target names. A default that is an example needs an answer
 * of its own, beside `defaults: true`.
 */
export function buildAnswers(
  document: YamlDocument,
  raw: RawTarget,
  project: Project,
  problems: ProblemList,
  place: TargetPlace,
): Pick<Target, 'answers' | 'answersIn' | 'lists'> {
  const { answersIn = {} } = raw;
  const answers = raw.answers ?? {};
  const found = [[undefined, answers] as const, ...Object.entries(answersIn)].flatMap(([version, given]) =>
    typeof given === 'string' ? [] : takeLists(document, given as Record<string, Json>, version, raw, project),
  );
  const lists = found.length === 0 ? {} : { lists: found };
  for (const given of [answers, ...Object.values(answersIn)])
    if (typeof given !== 'string') readFiles(given as Record<string, Json>, project, problems, place);
  const own = raw.answersIn === undefined ? {} : { answersIn };
  const checked = new AnswerCheck(document, project);
  const versions = new Set(project.specs.flatMap((spec) => spec.versions.map(({ id }) => id)));
  for (const [version, own] of Object.entries(answersIn))
    if (document.expectKnown('version', version, versions, answersIn, version, { which: 'key', holder: 'the project' }))
      checked.all(own);
  if (typeof answers === 'string') return { answers: defaultsOf(raw, project), ...own, ...lists };
  checked.all(answers, [DEFAULTS]);
  const { [DEFAULTS]: all, ...single } = answers;
  if (all !== undefined && all !== true)
    document.report('wrong-value', `"${DEFAULTS}" must be true`, answers, DEFAULTS, 'value');
  return { answers: { ...(all === true ? defaultsOf(raw, project) : {}), ...single }, ...own, ...lists };
}

/** The value `defaults` in place of a map of answers, or a key of it. */
const DEFAULTS = 'defaults';

function defaultsOf(raw: RawTarget, project: Project): Answers {
  const specs = project.specs.filter((spec) => Object.hasOwn(raw.services, spec.service));
  const points = specs.flatMap((spec) => spec.openPoints.filter(({ sample }) => sample !== true));
  return Object.fromEntries(points.map((point) => [point.id, point.default]));
}

const REMOVED = 'remove the answer if the contracts no longer have this question';

class AnswerCheck {
  readonly #document: YamlDocument;
  readonly #project: Project;

  constructor(document: YamlDocument, project: Project) {
    this.#document = document;
    this.#project = project;
  }

  all(answers: Answers, others: readonly string[] = []): void {
    const known = this.#project.specs.flatMap((spec) => spec.openPoints.map(({ id }) => id));
    for (const id of Object.keys(answers)) {
      if (others.includes(id)) continue;
      const spec = this.#project.specs.find(({ openPoints }) => openPoints.some((point) => point.id === id));
      const point = spec?.openPoints.find((item) => item.id === id);
      if (spec !== undefined && point !== undefined) this.#answer(answers, point, spec.service);
      else {
        const hint = nearestName(id, known) === undefined ? REMOVED : undefined;
        this.#document.expectKnown('open question', id, known, answers, id, { which: 'key', hint });
      }
    }
  }

  #answer(answers: Answers, { id, kind, choices, at }: OpenPoint, service: string): void {
    const answer = answers[id];
    if (answer === undefined) return;
    if (kind === 'confirm') {
      if (answer === CONFIRMED) return;
      this.#wrong(
        answers,
        id,
        `the answer to ${id} must be ${CONFIRMED}: the question has no value`,
        `if the service differs, edit the contract, then answer ${CONFIRMED} (question at ${at.file}:${at.line})`,
      );
      return;
    }
    if (choices !== undefined && !choices.some((item) => isSameJson(item, answer))) {
      this.#wrong(
        answers,
        id,
        `the answer to ${id} must be one of ${choices.map((item) => (typeof item === 'string' ? item : JSON.stringify(item))).join(', ')}`,
        typeof answer === 'string' ? suggestName(answer, choices.map(String), 'answer') : undefined,
      );
      return;
    }
    for (const { wants, at: used } of questionUses(this.#project, service).get(id) ?? []) {
      const expected = wants(answer);
      if (expected === undefined) continue;
      const spelling =
        typeof answer === 'number' && !expected.includes('number') ? this.#document.spelling(answers, id) : undefined;
      this.#wrong(
        answers,
        id,
        `the answer to ${id} must be ${expected}`,
        spelling === undefined
          ? used === undefined
            ? undefined
            : `used at ${used.file}:${used.line}`
          : `quote it: "${spelling}"`,
      );
      return;
    }
  }

  #wrong(answers: Answers, id: string, message: string, hint: string | undefined): void {
    this.#document.report('wrong-value', message, answers, id, 'value', hint);
  }
}
