import type { Micros, SpendFinding, SpendOrder, SpendOutcome } from "@agent-treasury/provider";

export interface ScriptedPayment {
  readonly id: string;
  readonly proposalId: string;
  readonly workspaceId: string;
  readonly amount: Micros;
}

/** The payee's record of a key. */
interface KnownKey {
  readonly firstUsedAt: number;
  outcome: SpendOutcome;
}

/** A prepared payment is known by what is presented. */
function keyOf({ proposalId, payload }: SpendOrder): string {
  return payload === null ? proposalId : JSON.stringify(payload["nonce"]);
}

/**
 * The paying side, separate from the executor because it outlives crashed processes. It pays a key
 * once until it forgets the key.
 */
export class ScriptedPayee {
  readonly payments: ScriptedPayment[] = [];
  readonly #keys: Map<string, KnownKey> = new Map();
  /** Presented and still valid, but not paid yet. */
  #presented: (() => void)[] = [];
  readonly #keyLifetimeMs: number;
  readonly #now: () => number;

  constructor(keyLifetimeMs: number, now: () => number) {
    this.#keyLifetimeMs = keyLifetimeMs;
    this.#now = now;
  }

  /** Pays `amount`, or returns the outcome of a key used before. */
  pay(order: SpendOrder, amount: Micros): SpendOutcome {
    const presented = this.#presented;
    this.#presented = [];
    for (const payNow of presented) payNow();
    return this.#once(order, () => this.#payNow(order, amount));
  }

  payLater(order: SpendOrder, amount: Micros): void {
    this.#presented.push(() => this.#once(order, () => this.#payNow(order, amount)));
  }

  decline(order: SpendOrder): SpendOutcome {
    return this.#once(order, () => ({ kind: "declined", reason: "The payee declined." }));
  }

  /** Refuses the key from now on, unless it was paid. */
  cancel(order: SpendOrder): void {
    this.#once(order, () => ({ kind: "declined", reason: "The payment was canceled." }));
  }

  /** Accepts, and pays when `finish` is called. */
  accept(order: SpendOrder): SpendOutcome {
    return this.#once(order, () => ({
      kind: "in_progress",
      reference: `accepted_${order.proposalId}`,
    }));
  }

  find(order: SpendOrder): SpendFinding {
    const { payload } = order;
    return this.#known(order)?.outcome ?? { kind: payload === null ? "not_sent" : "repeatable" };
  }

  finish(order: SpendOrder, end: "paid" | "declined"): SpendOutcome {
    const known = this.#known(order);
    if (known?.outcome.kind !== "in_progress") throw new Error("No payment is in progress.");
    known.outcome =
      end === "paid"
        ? this.#payNow(order, order.amount)
        : { kind: "declined", reason: "The payee cancelled the payment." };
    return known.outcome;
  }

  #once(order: SpendOrder, first: () => SpendOutcome): SpendOutcome {
    const known = this.#known(order);
    if (known !== undefined) return known.outcome;
    const outcome = first();
    this.#keys.set(keyOf(order), { firstUsedAt: this.#now(), outcome });
    return outcome;
  }

  #known(order: SpendOrder): KnownKey | undefined {
    const key = keyOf(order);
    const known = this.#keys.get(key);
    if (known === undefined || this.#now() - known.firstUsedAt < this.#keyLifetimeMs) return known;
    this.#keys.delete(key);
    return undefined;
  }

  #payNow({ proposalId, workspaceId }: SpendOrder, amount: Micros): SpendOutcome {
    const id = `payment_${this.payments.length + 1}`;
    this.payments.push({ id, proposalId, workspaceId, amount });
    return { kind: "executed", captures: [{ id, amount }], reference: id };
  }
}
