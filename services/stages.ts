/** What takes the place of some stages: it is given those that it replaces, and all as they stand in the end. */
export type Change<Stages> = (inner: Stages, stages: Stages) => Changed<Stages>;

export type Changed<Stages> = { readonly [Area in keyof Stages]?: Partial<Stages[Area]> };

/**
 * A service as a composition of named stages, by area. Stages call one another through the one object that holds them
 * all, so that a stage that is replaced is the one that every other uses.
 */
export class Composition<Stages extends object> {
  readonly #build: (stages: Stages) => Stages;
  #stages: Stages;

  /** @param build makes the stages anew; it is given the object in which they are going to stand */
  constructor(build: (stages: Stages) => Stages) {
    this.#build = build;
    this.#stages = this.#made();
  }

  get stages(): Stages {
    return this.#stages;
  }

  /** Begins again with the service's own stages and puts the changes over them, one after the other. */
  change(changes: readonly Change<Stages>[]): void {
    const stages = this.#made();
    for (const change of changes) put(stages, change);
    this.#stages = stages;
  }

  #made(): Stages {
    const stages = {} as Stages;
    return Object.assign(stages, this.#build(stages));
  }
}

function put<Stages extends object>(stages: Stages, change: Change<Stages>): void {
  const areas = Object.entries(stages) as [keyof Stages & string, object][];
  const inner = Object.fromEntries(areas.map(([name, area]) => [name, { ...area }])) as Stages;
  const changed = change(inner, stages);
  for (const [name, area] of areas) Object.assign(area, changed[name]);
}
