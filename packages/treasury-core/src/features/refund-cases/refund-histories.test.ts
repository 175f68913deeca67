import { isTreasuryError } from "@agent-treasury/provider";
import { amountFromUsd } from "@agent-treasury/provider/helpers";
import fc from "fast-check";
import { expect, it } from "vitest";
import {
  answer,
  day,
  minute,
  refunded,
  type RefundWorld,
  refundWorld,
} from "./refund-world.fixture.ts";

const workspaceId = "acme";
const paidCents = 200;
const operator = "Ada";

/** What a hostile seller and unrelated senders made on the chain. Several references name one transfer. */
const transfers = [
  ["a", "transfer 1", 200],
  ["A", "transfer 1", 200],
  ["b", "transfer 2", 50],
  ["c", "transfer 3", 150],
  ["d", "transfer 4", 300],
  ["e", "transfer 5", 200],
] as const;

const which = fc.nat({ max: 3 });
const reference = fc.constantFrom(...transfers.map(([name]) => name));
const step = fc.oneof(
  fc.record({ kind: fc.constant("buy"), delivers: fc.constantFrom("good", "bad", "nothing") }),
  fc.record({ kind: fc.constantFrom("open", "ask", "withdraw"), which }),
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constantFrom("record", "record twice"), which, reference }),
  },
  fc.record({ kind: fc.constantFrom("appear", "reorganize"), reference }),
  fc.record({ kind: fc.constant("pass"), ms: fc.constantFrom(6 * minute, day, 60 * day) }),
  fc.record({ kind: fc.constantFrom("freeze", "unfreeze", "deliver") }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const deliveries = {
  good: answer(200, "text/plain"),
  bad: answer(503, "text/plain"),
  nothing: null,
};

/** What the steps did, by a model that knows no case: the money that is paid and returned. */
class NaiveRefunds {
  readonly counted = new Map<string, { readonly of: string; readonly cents: number }>();

  of(id: string): number {
    let cents = 0;
    for (const one of this.counted.values()) cents += one.of === id ? one.cents : 0;
    return cents;
  }

  /** Whether a person's record counts. */
  takes(of: string, transfer: string, cents: number): boolean {
    if (this.counted.has(transfer) || this.of(of) + cents > paidCents) return false;
    this.counted.set(transfer, { of, cents });
    return true;
  }
}

class History {
  readonly #world: RefundWorld = refundWorld({
    budget: { startingCapitalUsd: 1_000, minReserveUsd: 0, dailySpendCapUsd: 1_000 },
  });
  readonly #ids: string[] = [];
  readonly #naive = new NaiveRefunds();
  readonly #tried = new Map<string, string>();
  readonly flaws: string[] = [];

  /** Begins with three payments that bought nothing. */
  async begin(): Promise<void> {
    this.#world.delivers = null;
    for (let count = 0; count < 3; count += 1) await this.#buy();
    for (const [name, transfer, cents] of transfers) {
      this.#world.refunds.set(name, refunded(transfer, cents / 100));
    }
    await this.#world.pass(6 * minute);
  }

  async take(one: Step): Promise<void> {
    const { treasury } = this.#world;
    const proposalId = "which" in one ? this.#ids[one.which] : undefined;
    if ("which" in one && proposalId === undefined) return;
    const request = { workspaceId, proposalId: proposalId ?? "" };
    switch (one.kind) {
      case "buy":
        this.#world.delivers = deliveries[(one as { delivers: "good" }).delivers];
        await this.#buy();
        break;
      case "open":
        await tried(treasury.refunds.open({ ...request, reason: "other", operator }));
        break;
      case "ask":
        await tried(treasury.refunds.askAgain(request));
        break;
      case "withdraw":
        await tried(treasury.refunds.update({ ...request, step: "withdrawn", operator }));
        break;
      case "deliver":
        this.#world.delivers = deliveries.good;
        break;
      case "pass":
        await this.#world.pass((one as { ms: number }).ms);
        break;
      case "freeze":
        await tried(treasury.freezes.freeze({ workspaceId, scope: "workspace", operator }));
        break;
      case "unfreeze":
        await tried(treasury.freezes.unfreeze({ workspaceId, scope: "workspace", operator }));
        break;
      default:
        await this.#refund(one, request);
    }
    await this.#compare();
  }

  /** While it is frozen, the purchase waits and pays nothing. */
  async #buy(): Promise<void> {
    const proposalId = await this.#world.buy();
    const { proposal } = await this.#world.treasury.proposal({ workspaceId, proposalId });
    if (proposal.status === "executed") this.#ids.push(proposalId);
  }

  async #refund(
    { kind, reference: name }: { readonly kind: string; readonly reference: string },
    request: { readonly workspaceId: string; readonly proposalId: string },
  ): Promise<void> {
    const { treasury, refunds, open } = this.#world;
    const [, transfer = "", cents = 0] = transfers.find(([known]) => known === name) ?? [];
    if (kind === "appear") return void refunds.set(name, refunded(transfer, cents / 100));
    if (kind === "reorganize") return void refunds.delete(name);
    const record = { ...request, reference: name, operator };
    const others = kind === "record twice" ? [open()] : [];
    const before = await this.#refundedUsd(request.proposalId);
    const done = await Promise.all(
      [treasury, ...others].map((one) => tried(one.refunds.record(record))),
    );
    const after = await this.#refundedUsd(request.proposalId);
    const isCounted = after > before;
    const mayCount = this.#tried.get(transfer) ?? request.proposalId;
    if (!isCounted) return;
    this.#tried.set(transfer, request.proposalId);
    const isKnown = refunds.has(name) && mayCount === request.proposalId && done.includes(true);
    if (!isKnown || !this.#naive.takes(request.proposalId, transfer, cents)) {
      this.flaws.push(`${kind} ${name} counted ${after - before} for ${request.proposalId}`);
    }
  }

  async #refundedUsd(proposalId: string): Promise<number> {
    const { proposal } = await this.#world.treasury.proposal({ workspaceId, proposalId });
    return proposal.refundedUsd ?? 0;
  }

  async #compare(): Promise<void> {
    const { balanceUsd } = await this.#world.treasury.state(workspaceId);
    const returned = this.#ids.reduce((sum, id) => sum + this.#naive.of(id), 0);
    const expected = 100_000 - paidCents * this.#ids.length + returned;
    const balance = Number(amountFromUsd(balanceUsd, "balance") / 10_000n);
    if (balance !== expected) this.flaws.push(`balance ${balance}, not ${expected}`);
  }

  async end(): Promise<void> {
    await this.#world.pass(130 * day);
    const { cases } = await this.#world.treasury.refunds.list({ workspaceId });
    for (const one of cases) if (one.isOpen) this.flaws.push(`${one.proposalId} is open`);
    if (!(await this.#world.treasury.verify(workspaceId)).valid) this.flaws.push("not valid");
    await this.#world.treasury.close();
  }
}

async function tried(call: Promise<unknown>): Promise<boolean> {
  return call.then(
    () => true,
    (error: unknown) => {
      if (isTreasuryError(error)) return false;
      throw error;
    },
  );
}

const numRuns = process.env["TEST_LONG"] === "1" ? 1_000 : 25;

it("counts no refund twice or from another payment, and every case ends", async () => {
  const steps = fc.array(step, { minLength: 10, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const history = new History();
      await history.begin();
      for (const one of taken) await history.take(one);
      await history.end();
      expect(history.flaws).toEqual([]);
    }),
    { numRuns, seed: 44 },
  );
}, 1_800_000);
