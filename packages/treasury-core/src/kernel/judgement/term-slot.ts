/** The terms of one feature. */
export type FeatureTerm = readonly [slot: TermSlot<unknown>, value: unknown];

/** A feature's own part of the terms. The kernel carries it, and only the feature reads it. */
export class TermSlot<Value> {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  /** @throws Error without the feature. */
  of({ ofFeatures }: { readonly ofFeatures: ReadonlyMap<TermSlot<unknown>, unknown> }): Value {
    const value = ofFeatures.get(this);
    if (value === undefined && !ofFeatures.has(this))
      throw new Error(`No feature has the terms "${this.name}".`);
    return value as Value;
  }

  with(value: Value): FeatureTerm {
    return [this, value];
  }
}
