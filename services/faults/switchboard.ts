import type { Delivery } from '../http/delivery.ts';
import type { Change } from '../stages.ts';
import { keyAlone, largeUids, shortIds } from '../variants/stages.ts';
import { variantChange } from '../variants/layer.ts';
import { resolveVariants, type VariantName } from '../variants/registry.ts';
import type { WorldParts } from '../world.ts';
import type { FaultChange, Tools } from './fault.ts';
import { operatorChange } from './operators/layer.ts';
import { changesOf, operatorsOf, refuseUnknown, type StagesOf } from './registry.ts';

/** Switches faults and legal variants of a world on and off. */
export class Switchboard {
  readonly #parts: WorldParts;
  readonly #tools: Tools;
  #faults: readonly string[] = [];
  #variants: readonly VariantName[] = [];

  constructor(parts: WorldParts, tools: Omit<Tools, 'devices'>) {
    this.#parts = parts;
    this.#tools = { ...tools, devices: parts.devices };
  }

  setFaults(ids: readonly string[]): void {
    refuseUnknown(ids);
    this.#faults = [...new Set(ids)];
    this.#change();
  }

  setVariants(ids: readonly string[]): void {
    this.#variants = resolveVariants(ids);
    this.#change();
  }

  #change(): void {
    const { identityProvider, instances } = this.#parts;
    const hasLargeIds = this.#variants.includes('large-ids');
    identityProvider.composition.change([
      ...this.#seeds('identity-provider'),
      ...this.#layers('identity-provider', identityProvider.router),
    ]);
    for (const one of instances) {
      if (one.service === 'student-reporting')
        one.composition.change([
          ...(hasLargeIds ? [largeUids] : []),
          ...this.#seeds(one.service),
          ...this.#layers(one.service, one.router),
        ]);
      else
        one.composition.change([
          ...(hasLargeIds ? [shortIds] : []),
          ...(this.#variants.includes('habit-api-key') ? [keyAlone] : []),
          ...this.#seeds(one.service),
          ...this.#layers(one.service, one.router),
        ]);
    }
  }

  #seeds<Subject extends keyof StagesOf>(subject: Subject): readonly Change<StagesOf[Subject]>[] {
    return changesOf(subject, this.#faults).map((change) => this.#bound(change));
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
    ];
  }

  #bound<Stages>(change: FaultChange<Stages>): Change<Stages> {
    return (inner, stages) => change(inner, stages, this.#tools);
  }
}
