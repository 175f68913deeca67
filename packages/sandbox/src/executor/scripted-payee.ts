import type { Micros, SpendFinding, SpendOrder, SpendOutcome } from "@agent-treasury/provider";

/** A payment that the payee made. */
export interface ScriptedPayment {
  readonly id: string;
  readonly proposalId: string;
  readonly workspaceId: string;
  readonly amount: Micros;
}

/** What a payee knows under a key. */
interface KnownKey {
  readonly firstUsedAt: number;
  outcome: SpendOutcome;
}

/**
 * The side that pays, apart from whoever asks it: it outlives the processes that do. It pays one key
 * once, for as long as it remembers keys, and then has forgotten that it ever paid.
 */
export class ScriptedPayee {
  /** Every payment that was made, first to last. */
  readonly payments: ScriptedPayment[] = [];
  readonly #keys: Map<string, KnownKey> = new Map();
  readonly #keyLifetimeMs: number;
  readonly #now: () => number;

  constructor(keyLifetimeMs: number, now: () => number) {
    this.#keyLifetimeMs = keyLifetimeMs;
    this.#now = now;
  }

  /** Pays `amount`, unless the key was used already: then it tells what came of that. */
  pay(order: SpendOrder, amount: Micros): SpendOutcome {
    return this.#once(order, () => this.#payNow(order, amount));
  }

  decline(order: SpendOrder): SpendOutcome {
    return this.#once(order, () => ({ kind: "declined", reason: "The payee declined." }));
  }

  /** Accepts, and pays when `finish` says so. */
  accept(order: SpendOrder): SpendOutcome {
    return this.#once(order, () => ({
      kind: "in_progress",
      reference: `accepted_${order.proposalId}`,
    }));
  }

  find(order: SpendOrder): SpendFinding {
    return this.#known(order)?.outcome ?? { kind: "not_sent" };
  }

  /** Ends what was accepted. */
  finish(order: SpendOrder, end: "paid" | "declined"): SpendOutcome {
    const known = this.#known(order);
    if (known?.outcome.kind !== "in_progress") throw new Error("Nothing is in progress.");
    known.outcome =
      end === "paid"
        ? this.#payNow(order, order.amount)
        : { kind: "declined", reason: "The payee gave up." };
    return known.outcome;
  }

  #once(order: SpendOrder, first: () => SpendOutcome): SpendOutcome {
    const known = this.#known(order);
    if (known !== undefined) return known.outcome;
    const outcome = first();
    this.#keys.set(order.proposalId, { firstUsedAt: this.#now(), outcome });
    return outcome;
  }

  #known({ proposalId }: SpendOrder): KnownKey | undefined {
    const known = this.#keys.get(proposalId);
    if (known === undefined || this.#now() - known.firstUsedAt < this.#keyLifetimeMs) return known;
    this.#keys.delete(proposalId);
    return undefined;
  }

  #payNow({ proposalId, workspaceId }: SpendOrder, amount: Micros): SpendOutcome {
    const id = `payment_${this.payments.length + 1}`;
    this.payments.push({ id, proposalId, workspaceId, amount });
    return { kind: "executed", captures: [{ id, amount }], reference: id };
  }
}
