import { Micros } from "@agent-treasury/provider";
import { createTreasury, type Treasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { testClock } from "../../packages/treasury-core/src/kernel/ledger/test-ledger.fixture.ts";
import { type Choice, choicesOf } from "../random-histories/choice.fixture.ts";
import { NaiveTabs } from "./naive-tabs.ts";

const steps = 60;

function usd(amount: number): number {
  return Micros.toUsd(Micros.of(String(amount)));
}

/** A random history of tabs, beside a naive model of them. */
export class TabHistory {
  /** What differed. Empty if nothing did. */
  readonly flaws: string[] = [];
  readonly #choice: Choice;
  readonly #clock = testClock();
  readonly #naive = new NaiveTabs();
  readonly #treasury: Treasury;
  readonly #ids: string[] = [];
  #opened = 0;

  constructor(seed: number) {
    this.#choice = choicesOf(seed);
    this.#treasury = createTreasury({
      baseUrl: "http://localhost:3000",
      storage: memoryStorage({ now: this.#clock.now }),
      clock: this.#clock,
      recoverySeconds: false,
      budget: {
        startingCapitalUsd: 100_000,
        maxSpendPerActionUsd: 1_000,
        dailySpendCapUsd: 1_000_000,
        minReserveUsd: 0,
        autoApproveUnderUsd: 0,
      },
    });
  }

  async run(): Promise<void> {
    for (let step = 0; step < steps; step += 1) {
      await this.#step();
      await this.#compare();
    }
    for (const tabId of this.#ids) await this.#treasury.tabs.close({ tabId });
    for (const id of this.#ids) this.#naive.close(id, this.#clock.now());
    await this.#compare();
    const { valid, problem } = await this.#treasury.verify();
    this.#equal({ valid, problem }, { valid: true, problem: null });
  }

  async #step(): Promise<void> {
    const now = this.#clock.now();
    this.#naive.at(now);
    const { tabs } = this.#treasury;
    const what = this.#choice.below(100);
    if (this.#ids.length === 0 || what < 8) return this.#open();
    const tabId = this.#choice.pick(this.#ids);
    const amount = this.#choice.below(600_000) + 1;
    const amountUsd = usd(amount);
    const number = this.#choice.below((this.#naive.tabs.get(tabId)?.next ?? 1) + 1) + 1;
    if (what < 40) {
      const seconds = this.#choice.pick([30, 600, 5_400]);
      const expected = this.#naive.reserve(tabId, amount, seconds * 1_000, now);
      const given = tabs.reserve({ tabId, amountUsd, seconds }).then(
        (reserved) => reserved.number,
        () => null,
      );
      this.#equal(await given, expected);
    } else if (what < 65) {
      // Sometimes more than a meter may report without a person.
      const reported = this.#choice.chance(5) ? amount * 40 : amount;
      const isKnown = this.#naive.settle(tabId, number, reported, now);
      const settled = tabs.settle({ tabId, number, amountUsd: usd(reported) }).then(
        () => true,
        () => false,
      );
      this.#equal(await settled, isKnown);
    } else if (what < 72) {
      this.#naive.charge(tabId, amount, now);
      const chargeId = `${this.#ids.length} ${now} ${this.#choice.below(1e9)}`;
      await tabs.charge({ tabId, chargeId, amountUsd }).catch(() => undefined);
    } else if (what < 78) {
      this.#naive.cancel(tabId, number, now);
      await tabs.cancel({ tabId, number }).catch(() => undefined);
    } else if (what < 80) {
      this.#naive.close(tabId, now);
      await tabs.close({ tabId });
    } else if (what < 81) {
      this.#naive.reset(now);
      await this.#treasury.reset({ operator: "Ada" });
    } else if (what < 92) {
      this.#clock.advance(this.#choice.pick([1_000, 40_000, 1_000_000, 4_000_000, 50_000_000]));
    } else {
      this.#naive.recover(now);
      await this.#treasury.recover();
    }
  }

  async #open(): Promise<void> {
    if ([...this.#naive.tabs.values()].filter(({ closed }) => !closed).length >= 5) return;
    const maximum = (this.#choice.below(30) + 1) * 100_000;
    const minutes = this.#choice.pick([5, 90, 2_000]);
    const { tab } = await this.#treasury.tabs.open({
      agentId: "writer",
      amountUsd: usd(maximum),
      minutes,
      vendor: "Models",
      purpose: "drafts",
      idempotencyKey: String((this.#opened += 1)),
    });
    if (tab.status === "pending") {
      await this.#treasury.decide({ proposalId: tab.id, decision: "approve", operator: "Ada" });
    }
    const { status } = (await this.#treasury.tabs.read({ tabId: tab.id })).tab;
    // After a reset, the workspace has no money.
    if (status === "failed") return;
    this.#ids.push(tab.id);
    this.#naive.open(tab.id, maximum, this.#clock.now() + minutes * 60_000);
  }

  async #compare(): Promise<void> {
    this.#naive.at(this.#clock.now());
    const { heldUsd, expenseUsd, spentTodayUsd } = await this.#treasury.state();
    this.#equal(
      { heldUsd, expenseUsd, spentTodayUsd },
      {
        heldUsd: usd(this.#naive.held),
        expenseUsd: usd(this.#naive.expense),
        spentTodayUsd: usd(this.#naive.spentToday),
      },
    );
    for (const [tabId, expected] of this.#naive.tabs) {
      const { tab } = await this.#treasury.tabs.read({ tabId });
      this.#equal(
        { charged: tab.chargedUsd, closed: tab.status === "closed" },
        {
          charged: usd(expected.charged - expected.reversed),
          closed: expected.closed,
        },
      );
    }
  }

  #equal(given: unknown, expected: unknown): void {
    const [one, other] = [JSON.stringify(given), JSON.stringify(expected)];
    if (one !== other) this.flaws.push(`${one} instead of ${other}`);
  }
}
