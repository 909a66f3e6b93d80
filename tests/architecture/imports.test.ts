/**
 * The one-way road: specs, contracts and target are loaded, planned, exchanged, judged, reported, decided. What each
 * room may import is this table; every exception is a file with a reason. A layering rule in prose only would not hold.
 */
import { describe, expect, test } from 'vitest';
import { files, importsOf, textOf, type Import } from './files.ts';

interface Room {
  /** Rooms that it may use. */
  readonly uses: readonly string[];
  /** Rooms whose types it may name. */
  readonly names: readonly string[];
  /** Whether it may read clocks, files, the network, the environment. A pure room does the same with the same arguments. */
  readonly pure: boolean;
}

/** Where a use case meets files, the network and the clock: the rest of its room is pure. */
const EFFECTS: readonly string[] = [
  'src/explain/explain-project.ts',
  'src/lint/lint-project.ts',
  'src/openapi/documents.ts',
  'src/openapi/published.ts',
  'src/versions/diff-versions.ts',
  'src/versions/locks.ts',
];

const ROOMS: Readonly<Record<string, Room>> = {
  // The ground: what was sent and what came back.
  model: { uses: [], names: [], pure: true },
  schema: { uses: ['model'], names: [], pure: true },
  // The road.
  load: { uses: ['model', 'schema'], names: [], pure: false },
  plan: { uses: ['model'], names: ['load', 'rules'], pure: true },
  http: { uses: ['model'], names: ['plan', 'load'], pure: false },
  // Cases of several steps, which rules judge.
  scenarios: { uses: ['model', 'plan'], names: ['load', 'rules'], pure: true },
  rules: { uses: ['model', 'scenarios'], names: ['plan', 'load'], pure: true },
  verdict: { uses: ['model', 'rules', 'plan'], names: ['load'], pure: true },
  report: { uses: ['model', 'verdict', 'schema'], names: ['plan', 'rules', 'load'], pure: true },
  gate: { uses: ['model', 'report'], names: ['verdict'], pure: true },
  // The page: a language and a build of its own.
  viewer: { uses: ['model', 'report'], names: [], pure: true },
  // What several use cases start from: where the project is, what it loads and plans, where results go.
  project: { uses: ['model', 'load', 'plan', 'rules', 'report'], names: [], pure: false },
  // What a run creates and changes is cleaned up here, and nowhere else.
  cleanup: { uses: ['model', 'plan', 'http', 'report', 'project'], names: ['load'], pure: false },
  // The use cases, each with its files from reading to words.
  versions: { uses: ['model', 'load', 'plan', 'report', 'project'], names: [], pure: true },
  explain: { uses: ['model', 'load', 'plan', 'report', 'rules', 'project'], names: ['verdict'], pure: true },
  lint: { uses: ['model', 'load', 'plan', 'rules', 'report', 'project', 'versions'], names: [], pure: true },
  openapi: { uses: ['model', 'load', 'plan', 'report', 'http', 'project'], names: ['rules'], pure: true },
  init: { uses: ['model', 'load', 'plan', 'report', 'openapi', 'project'], names: ['rules'], pure: false },
  serve: { uses: ['model', 'project'], names: [], pure: false },
  run: {
    uses: ['model', 'load', 'plan', 'http', 'rules', 'verdict', 'report', 'gate', 'project', 'cleanup', 'serve'],
    names: [],
    pure: false,
  },
  judge: { uses: ['model', 'load', 'plan', 'verdict', 'report', 'gate', 'project', 'run'], names: [], pure: false },
  merge: { uses: ['model', 'report', 'gate', 'project', 'run'], names: [], pure: false },
  send: {
    uses: ['model', 'load', 'plan', 'http', 'verdict', 'report', 'project', 'run', 'serve'],
    names: [],
    pure: false,
  },
  prove: {
    uses: ['model', 'load', 'plan', 'http', 'verdict', 'report', 'project', 'run'],
    names: ['rules'],
    pure: false,
  },
  // The host.
  playwright: {
    uses: ['model', 'plan', 'http', 'verdict', 'report', 'gate', 'project', 'run'],
    names: ['cleanup'],
    pure: false,
  },
  cli: {
    uses: [
      'model',
      'load',
      'plan',
      'http',
      'scenarios',
      'rules',
      'verdict',
      'report',
      'gate',
      'versions',
      'explain',
      'lint',
      'openapi',
      'init',
      'project',
      'cleanup',
      'run',
      'judge',
      'merge',
      'send',
      'prove',
      'serve',
    ],
    names: [],
    pure: false,
  },
};

/** `from` is a file or a folder with a `/` at its end. */
interface Exception {
  readonly from: string;
  readonly to: string;
  readonly why: string;
}

const EXCEPTIONS: readonly Exception[] = [
  {
    from: 'src/plan/',
    to: 'src/load/model.ts',
    why: 'the list of refusals is a constant beside their type',
  },
  {
    from: 'src/plan/catalogue/row-problems.ts',
    to: 'src/load/suggest.ts',
    why: 'a name in a row that nothing has is told as those in contracts are',
  },
  {
    from: 'src/rules/row-rules.ts',
    to: 'src/load/load-catalogue.ts',
    why: 'rows of the common catalogue are rules without a judge of their own, and come with the program',
  },
  {
    from: 'src/rules/row-rules.ts',
    to: 'src/load/row-judges.ts',
    why: 'likewise: a row names the rule that it judges as',
  },
  { from: 'src/plan/catalogue/expected.ts', to: 'src/load/row-judges.ts', why: 'likewise' },
  { from: 'src/plan/catalogue/scenario.ts', to: 'src/load/row-judges.ts', why: 'likewise' },
  {
    from: 'src/gate/policy-file.ts',
    to: 'src/load/problem-list.ts',
    why: 'a policy is YAML of ours, and its problems are told as those of contracts are',
  },
  { from: 'src/gate/policy-file.ts', to: 'src/load/suggest.ts', why: 'likewise' },
  { from: 'src/gate/policy-file.ts', to: 'src/load/pattern-faults.ts', why: 'likewise' },
  { from: 'src/gate/policy-file.ts', to: 'src/load/yaml-document.ts', why: 'likewise' },
];

/** The reference services are written from the documents; where both sides meet, it is to start one or to try faults on it. */
const MEETS_SERVICES = /^src\/(serve|prove)\//;

const code = files.filter((file) => /^(src|services|suites)\/.*\.tsx?$/.test(file));
const imports: readonly Import[] = code.flatMap(importsOf);

function roomOf(file: string): string | undefined {
  return /^src\/([^/]+)\//.exec(file)?.[1];
}

function isExcused({ from, to }: Import): boolean {
  return EXCEPTIONS.some((e) => e.to === to && (e.from.endsWith('/') ? from.startsWith(e.from) : e.from === from));
}

const show = (list: readonly Import[]): readonly string[] =>
  list.map(({ from, to, isType }) => `${from} ${isType ? 'names' : 'uses'} ${to}`);

test('every room is in the table', () => {
  const rooms = [...new Set(code.map(roomOf).filter((room) => room !== undefined))];
  expect(rooms.filter((room) => ROOMS[room] === undefined)).toEqual([]);
  expect(code.filter((file) => /^src\/[^/]+$/.test(file))).toEqual(['src/errors.ts', 'src/index.ts']);
});

test('docs/architecture.md has the table', () => {
  const written = textOf('docs/architecture.md')
    .split('\n')
    .flatMap((line): readonly (readonly [string, readonly [string, string]])[] => {
      const [, room, uses, names] = /^\| `([a-z]+)` \| [^|]+ \| ([^|]+) \| ([^|]+) \| [^|]+ \|$/.exec(line) ?? [];
      return room === undefined || uses === undefined || names === undefined ? [] : [[room, [uses, names]]];
    });
  const most = Object.keys(ROOMS).filter((room) => !['schema', 'viewer', 'playwright', 'cli'].includes(room));
  const words = (uses: readonly string[]): string =>
    uses.length === most.length ? 'all but schema, viewer and playwright' : uses.join(', ') || '–';
  expect(Object.fromEntries(written)).toEqual(
    Object.fromEntries(Object.entries(ROOMS).map(([room, { uses, names }]) => [room, [words(uses), words(names)]])),
  );
});

test('imports are found at all', () => {
  expect(imports.length).toBeGreaterThan(500);
  expect(
    imports.filter(({ to }) => to.startsWith('src/') && !files.includes(to)).map(({ from, to }) => `${from} ${to}`),
  ).toEqual([]);
});

test('rooms use only what lies before them on the road', () => {
  const wrong = imports.filter((one) => {
    const [from, to] = [roomOf(one.from), roomOf(one.to)];
    if (from === undefined || to === undefined || from === to) return false;
    const room = ROOMS[from];
    return !(room?.uses.includes(to) === true || (one.isType && room?.names.includes(to) === true) || isExcused(one));
  });
  expect(show(wrong)).toEqual([]);
});

test('every exception is still needed', () => {
  const unused = EXCEPTIONS.filter(
    (e) =>
      !imports.some(
        (one) =>
          !one.isType && one.to === e.to && (e.from.endsWith('/') ? one.from.startsWith(e.from) : one.from === e.from),
      ),
  );
  expect(unused.map((e) => `${e.from} ${e.to}`)).toEqual([]);
});

test('nothing imports in a circle, not even types', () => {
  const uses = imports.filter(
    ({ to }) => !to.endsWith('.json') && (to.startsWith('src/') || to.startsWith('services/')),
  );
  expect(circlesOf(uses)).toEqual([]);
});

function circlesOf(edges: readonly Import[]): readonly string[] {
  const uses = new Map<string, readonly string[]>();
  for (const { from, to } of edges) uses.set(from, [...(uses.get(from) ?? []), to]);
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, trail: readonly string[]): void => {
    if (trail.includes(file)) circles.push([...trail.slice(trail.indexOf(file)), file].join(' -> '));
    if (trail.includes(file) || done.has(file)) return;
    for (const next of uses.get(file) ?? []) visit(next, [...trail, file]);
    done.add(file);
  };
  for (const file of uses.keys()) visit(file, []);
  return circles;
}

describe('the engine', () => {
  const OUTSIDE =
    /^node:(fs|net|tls|http|https|http2|dgram|dns|child_process|os|worker_threads|cluster|timers|process)\b/;
  const pure = code.filter(
    (file) => ROOMS[roomOf(file) ?? '']?.pure === true && !file.startsWith('src/viewer/') && !EFFECTS.includes(file),
  );

  test('is pure but for loading and sending: no file, no network, no environment', () => {
    expect(show(imports.filter((one) => pure.includes(one.from) && OUTSIDE.test(one.to)))).toEqual([]);
  });

  test('takes clocks and random numbers as arguments', () => {
    const reads =
      /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.now\(|\brandomBytes\(|\brandomUUID\(|\bprocess\.(env|cwd|argv|hrtime)/;
    expect(pure.filter((file) => reads.test(withoutComments(textOf(file))))).toEqual([]);
  });

  test('reads files in one place only, but for what is kept of them and for where the program is', () => {
    const readers = imports
      .filter(({ from, to }) => from.startsWith('src/load/') && to.startsWith('node:fs'))
      .map(({ from }) => from);
    expect([...new Set(readers)].sort()).toEqual(['src/load/cache.ts', 'src/load/program.ts', 'src/load/read-file.ts']);
  });

  test('knows nothing of Playwright but its request context', () => {
    const knows = imports.filter(
      ({ from, to }) =>
        /^(@playwright\/|playwright)/.test(to) && !from.startsWith('src/playwright/') && !from.startsWith('suites/'),
    );
    expect(show(knows)).toEqual([
      'src/http/playwright-transport.ts names @playwright/test',
      'src/http/playwright-transport.ts uses @playwright/test',
    ]);
  });

  test('sends from one room only', () => {
    const senders = imports.filter(
      ({ from, to }) =>
        from.startsWith('src/') && /^(undici|node:(net|tls|http|https|http2))$/.test(to) && roomOf(from) !== 'http',
    );
    // What the processes of one run tell each other goes to no service.
    expect(show(senders)).toEqual(['src/playwright/shared-rate-limit.ts uses node:net']);
  });
});

describe('the reference services', () => {
  test('share nothing with Plumbline', () => {
    expect(
      show(
        imports.filter(
          ({ from, to }) =>
            from.startsWith('services/') && !to.startsWith('services/') && !to.startsWith('node:') && to !== 'jose',
        ),
      ),
    ).toEqual([]);
    const quoted = /['"`](?:\.{1,2}\/)*(contracts|specs|targets)\//;
    expect(code.filter((file) => file.startsWith('services/') && quoted.test(withoutComments(textOf(file))))).toEqual(
      [],
    );
  });

  /** The services themselves: all of it but the faults, what other answers make of them, and the entry that joins them. */
  const honest = code.filter(
    (file) =>
      file.startsWith('services/') && !/^services\/(faults|answers)\//.test(file) && file !== 'services/index.ts',
  );

  test('are honest where they are not faults: they import none, and do not speak of any', () => {
    expect(honest.length).toBeGreaterThan(60);
    expect(show(imports.filter(({ from, to }) => honest.includes(from) && to.startsWith('services/faults/')))).toEqual(
      [],
    );
    // "default" is no fault.
    expect(honest.filter((file) => /(?<!de)fault/i.test(textOf(file)))).toEqual([]);
  });

  test('know nothing of the legal variants, which are put around them', () => {
    const own = honest.filter((file) => !file.startsWith('services/variants/'));
    expect(show(imports.filter(({ from, to }) => own.includes(from) && to.startsWith('services/variants/')))).toEqual(
      [],
    );
  });

  test('import in no circle, and name no types in one', () => {
    expect(circlesOf(imports.filter(({ to }) => to.startsWith('services/')))).toEqual([]);
  });

  test('are used where they are started or tried, and by their one entry', () => {
    const used = imports.filter(({ from, to }) => from.startsWith('src/') && to.startsWith('services/'));
    expect(show(used.filter(({ from, to }) => !MEETS_SERVICES.test(from) || to !== 'services/index.ts'))).toEqual([]);
  });
});

test('suites are thin: they register what the run hands them, and hold no judgement', () => {
  const suites = code.filter((file) => file.startsWith('suites/') && file.endsWith('.spec.ts'));
  expect(suites.length).toBeGreaterThan(0);
  for (const file of suites) {
    expect(
      importsOf(file)
        .map(({ to }) => to)
        .filter((to) => to !== 'src/playwright/index.ts'),
      file,
    ).toEqual([]);
    expect(textOf(file).split('\n').length, file).toBeLessThan(60);
    expect(textOf(file), file).not.toMatch(/\bexpect\b/);
  }
});

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}
