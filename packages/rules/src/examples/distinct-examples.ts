import type { ExampleSpend, RuleExample } from "../replay/run-example.ts";

export function keyOf(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "bigint" ? String(part) : part,
  );
}

/** Removes repeated examples. Many share their list of earlier spends, which is compared once. */
export class DistinctExamples {
  readonly #found = new Map<string, RuleExample>();
  readonly #keys = new Map<readonly ExampleSpend[], number>();
  readonly #numbers = new Map<string, number>();

  add(examples: readonly RuleExample[]): void {
    for (const example of examples) {
      const { earlier, ...rest } = example;
      this.#found.set(`${this.#numberOf(earlier)} ${keyOf(rest)}`, example);
    }
  }

  examples(): readonly RuleExample[] {
    return [...this.#found.values()];
  }

  #numberOf(earlier: readonly ExampleSpend[]): number {
    const known = this.#keys.get(earlier);
    if (known !== undefined) return known;
    const key = keyOf(earlier);
    const number = this.#numbers.get(key) ?? this.#numbers.size;
    this.#numbers.set(key, number);
    this.#keys.set(earlier, number);
    return number;
  }
}
