interface Reservation {
  readonly micros: bigint;
  state: "open" | "settled" | "cancelled";
}

/** A tab in memory with the semantics of the treasury's, for tests of meters. */
export class FakeTab {
  readonly #maximumMicros: bigint;
  readonly #reservations: Reservation[] = [];
  /** What the next calls of `settle` and `cancel` throw. */
  readonly failures: Error[] = [];
  readonly meters = new Map<string, bigint>();
  chargedMicros = 0n;
  closedBecause: string | null = null;
  /** Calls of `settle` and `cancel`. */
  reports = 0;

  constructor(maximumMicros: bigint) {
    this.#maximumMicros = maximumMicros;
  }

  get reservedMicros(): bigint {
    return this.#reservations
      .filter(({ state }) => state === "open")
      .reduce((sum, { micros }) => sum + micros, 0n);
  }

  get reservations(): readonly Readonly<Reservation>[] {
    return this.#reservations;
  }

  get states(): readonly string[] {
    return this.#reservations.map(({ state }) => state);
  }

  /** The operations that a meter calls. */
  get tabs(): {
    reserve(input: { amountUsd: number; meter?: string }): Promise<{ number: number }>;
    settle(input: { number: number; amountUsd: number; meter?: string }): Promise<object>;
    cancel(input: { number: number }): Promise<object>;
  } {
    return {
      reserve: async ({ amountUsd }) => {
        await turn();
        if (this.closedBecause !== null) throw refusal(this.closedBecause);
        const micros = toMicros(amountUsd);
        const total = this.chargedMicros + this.reservedMicros + micros;
        if (total > this.#maximumMicros) throw refusal("tab_exhausted");
        this.#reservations.push({ micros, state: "open" });
        return { number: this.#reservations.length };
      },
      settle: async ({ number, amountUsd, meter = "" }) => {
        await this.#reach();
        const reservation = this.#find(number);
        if (reservation.state === "settled") return {};
        reservation.state = "settled";
        const micros = toMicros(amountUsd);
        this.chargedMicros += micros;
        this.meters.set(meter, (this.meters.get(meter) ?? 0n) + micros);
        return {};
      },
      cancel: async ({ number }) => {
        await this.#reach();
        const reservation = this.#find(number);
        if (reservation.state === "settled") throw refusal("already_settled");
        reservation.state = "cancelled";
        return {};
      },
    };
  }

  async #reach(): Promise<void> {
    this.reports += 1;
    await turn();
    const failure = this.failures.shift();
    if (failure !== undefined) throw failure;
  }

  #find(number: number): Reservation {
    const reservation = this.#reservations[number - 1];
    if (reservation === undefined) throw refusal("reservation_not_found");
    return reservation;
  }
}

function refusal(code: string): Error {
  return Object.assign(new Error(`The tab refuses it: ${code}.`), { code });
}

/** Converts by text. More than six decimals are an error of the meter. */
function toMicros(amount: number): bigint {
  const [whole = "", decimals = ""] = amount.toFixed(9).split(".");
  if (!decimals.endsWith("000")) throw new RangeError(`${amount} is not a whole micro-dollar.`);
  return BigInt(whole + decimals.slice(0, 6));
}

function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
