import { json, type Delivery } from '../http/message.ts';
import { badCommand, done, type Command } from '../sockets/control.ts';
import { faults, UnknownFaultError, changesOf, operatorsOf, refuseUnknown, type OwnFaults } from './registry.ts';
import type { Change } from '../stages.ts';
import { answerChange, resolveAnswers } from '../answers/registry.ts';
import type { Otherwise } from '../answers/wire.ts';
import { stageVariants } from '../variants/stages.ts';
import { variantChange, resolveVariants, type VariantName } from '../variants/registry.ts';
import type { WorldParts } from '../world.ts';
import type { FaultChange, Tools } from './fault.ts';
import { operatorChange } from './operators/layer.ts';
import type { StagesOf } from '../stages-of.ts';

/** Switches faults and legal variants of a world on and off. */
export class Switchboard {
  readonly #parts: WorldParts;
  readonly #tools: Tools;
  readonly #own: OwnFaults;
  #faults: readonly string[] = [];
  #variants: readonly VariantName[] = [];
  #otherwise: readonly Otherwise[] = [];

  constructor(parts: WorldParts, tools: Omit<Tools, 'devices'>, own: OwnFaults) {
    this.#parts = parts;
    this.#own = own;
    this.#tools = { ...tools, devices: parts.devices };
  }

  setFaults(ids: readonly string[]): void {
    refuseUnknown(ids, this.#own);
    this.#faults = [...new Set(ids)];
    this.#change();
  }

  setVariants(ids: readonly string[]): void {
    this.#variants = resolveVariants(ids);
    this.#change();
  }

  /** The services are made right for these answers to open points. */
  setAnswers(answers: Readonly<Record<string, unknown>>): void {
    const made = resolveAnswers(answers);
    refuseUnknown(made.flatMap(({ faults = [] }) => faults));
    this.#otherwise = made;
    this.#change();
  }

  #change(): void {
    const { identityProvider, instances } = this.#parts;
    identityProvider.composition.change([
      ...this.#inside('identity-provider'),
      ...this.#layers('identity-provider', identityProvider.router),
    ]);
    for (const one of instances) {
      const layers = this.#layers(one.service, one.router);
      if (one.service === 'student-reporting') one.composition.change([...this.#inside(one.service), ...layers]);
      else one.composition.change([...this.#inside(one.service), ...layers]);
    }
  }

  /** What answers, variants and faults change within a service. */
  #inside<Subject extends keyof StagesOf>(subject: Subject): readonly Change<StagesOf[Subject]>[] {
    const right = this.#otherwise.flatMap(({ faults = [] }) => faults);
    return [
      ...this.#otherwise.flatMap(({ changes }) => changes?.[subject] ?? []),
      ...stageVariants.flatMap(({ variant, changes }) =>
        this.#variants.includes(variant) ? (changes[subject] ?? []) : [],
      ),
      ...changesOf(subject, [...right, ...this.#faults], this.#own).map((change) => this.#bound(change)),
    ];
  }

  /** What is put around a service that knows nothing of it, outermost last. */
  #layers(
    subject: keyof StagesOf,
    router: Parameters<typeof operatorChange>[1],
  ): readonly Change<{ readonly delivery: Delivery }>[] {
    const operators = operatorsOf(subject, this.#faults);
    const { sleep } = this.#tools;
    return [
      ...(operators.length === 0 ? [] : [this.#bound(operatorChange(operators, router))]),
      ...(this.#variants.length === 0 ? [] : [variantChange(this.#variants, { service: subject, sleep })]),
      ...this.#otherwise.flatMap(({ layers }) => {
        const layer = layers?.[subject];
        return layer === undefined ? [] : [answerChange(layer)];
      }),
    ];
  }

  #bound<Stages>(change: FaultChange<Stages>): Change<Stages> {
    return (inner, stages) => change(inner, stages, this.#tools);
  }
}

/** What the control server can do with faults. */
export function faultCommands(world: { setFaults(ids: readonly string[]): void }): readonly Command[] {
  return [
    {
      method: 'POST',
      path: '/faults',
      run: (body) => {
        const ids = body['faults'];
        if (!Array.isArray(ids) || !ids.every((id) => typeof id === 'string')) {
          throw badCommand('faults must be an array of fault ids.', '/faults');
        }
        try {
          world.setFaults(ids);
        } catch (error) {
          throw error instanceof UnknownFaultError ? badCommand(error.message, '') : error;
        }
        return done;
      },
    },
    { method: 'GET', path: '/faults', run: () => json(200, faults) },
  ];
}
