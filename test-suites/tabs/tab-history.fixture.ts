import type { IssuedCredential, Tab, TabAnswer, WrittenRuleSet } from "@agent-treasury/contract";
import { Micros } from "@agent-treasury/provider";
import { createTreasury, type Treasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { testClock } from "../../packages/treasury-core/src/kernel/ledger/test-ledger.fixture.ts";
import { type Choice, choicesOf } from "../random-histories/choice.fixture.ts";
import { NaiveTabs } from "./naive-tabs.ts";

const steps = 60;
const startingCapital = 100_000_000_000;
const minReserve = 50_000_000;

function rules(isDenying: boolean): WrittenRuleSet {
  const deny = { id: "none", when: { vendors: { in: ["Models"] } }, then: { deny: true } } as const;
  const cap = { id: "cap", then: { limit: { amountUsd: 900_000, per: "day" } } } as const;
  return { version: 1, rules: isDenying ? [deny] : [cap] };
}

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
  readonly #renewed: Set<string> = new Set();
  #credential: IssuedCredential | null = null;
  #opened = 0;

  constructor(seed: number) {
    this.#choice = choicesOf(seed);
    this.#treasury = createTreasury({
      baseUrl: "http://localhost:3000",
      storage: memoryStorage({ now: this.#clock.now }),
      clock: this.#clock,
      recoverySeconds: false,
      authenticate: () => null,
      budget: {
        startingCapitalUsd: usd(startingCapital),
        maxSpendPerActionUsd: 1_000,
        dailySpendCapUsd: 1_000_000,
        minReserveUsd: usd(minReserve),
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
    await this.#replay();
  }

  /** The rules of each time change no spend, and rules that deny every tab change all. */
  async #replay(): Promise<void> {
    const { spends, changed, unknown } = await this.#treasury.rules.replay();
    this.#equal({ changed, unknown }, { changed: 0, unknown: 0 });
    const denied = await this.#treasury.rules.replay({ rules: rules(true) });
    this.#equal([denied.spends, denied.changed], [spends, spends]);
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
    } else if (what < 83) {
      await this.#freeze();
    } else if (what < 85) {
      this.#naive.areDenied = !this.#naive.areDenied;
      const published = { rules: rules(this.#naive.areDenied), operator: "Ada" };
      await this.#treasury.rules.publish(published);
    } else if (what < 89) {
      await this.#revoke();
    } else if (what < 91) {
      await this.#renew(tabId);
    } else if (what < 95) {
      this.#clock.advance(this.#choice.pick([1_000, 40_000, 1_000_000, 4_000_000, 50_000_000]));
    } else {
      this.#naive.recover(now);
      await this.#treasury.recover();
    }
  }

  async #freeze(): Promise<void> {
    const { freezes } = this.#treasury;
    this.#naive.isFrozen = !this.#naive.isFrozen;
    if (this.#naive.isFrozen) await freezes.freeze({ scope: "workspace", operator: "Ada" });
    else await freezes.unfreeze({ scope: "workspace", operator: "Ada" });
  }

  async #revoke(): Promise<void> {
    const id = this.#credential?.credential.id;
    if (id === undefined) return;
    await this.#treasury.credentials.revoke({ credentialId: id, operator: "Ada" });
    this.#naive.revoked.add(id);
    this.#credential = null;
  }

  /** Whether a tab can be opened, as far as the naive model knows. */
  get #canOpen(): boolean {
    const { openTabs, isFrozen, areDenied } = this.#naive;
    return openTabs < 5 && !isFrozen && !areDenied;
  }

  async #open(): Promise<void> {
    if (!this.#canOpen) return;
    const maximum = (this.#choice.below(30) + 1) * 100_000;
    const minutes = this.#choice.pick([5, 90, 2_000]);
    const opening = {
      amountUsd: usd(maximum),
      minutes,
      vendor: "Models",
      purpose: "drafts",
      idempotencyKey: String((this.#opened += 1)),
    };
    if (this.#choice.chance(60)) {
      const { tab } = await this.#treasury.tabs.open({ ...opening, agentId: "writer" });
      await this.#opens(tab, maximum, minutes);
      return;
    }
    this.#credential ??= await this.#treasury.credentials.issue({
      agentId: "buyer",
      name: "Buyer",
      operator: "Ada",
    });
    const { token, credential } = this.#credential;
    const response = await this.#treasury.handler(
      new Request("http://localhost:3000/api/service/treasury/tabs", {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(opening),
      }),
    );
    const { tab } = (await response.json()) as TabAnswer;
    await this.#opens(tab, maximum, minutes, credential.id);
  }

  async #renew(tabId: string): Promise<void> {
    if (!this.#canOpen || this.#renewed.has(tabId)) return;
    this.#renewed.add(tabId);
    const { tab } = await this.#treasury.tabs.renew({ tabId, minutes: 90 });
    const before = this.#naive.tabs.get(tabId);
    await this.#opens(tab, before?.maximum ?? 0, 90, before?.credentialId ?? null);
  }

  async #opens(
    { id, status: proposed }: Tab,
    maximum: number,
    minutes: number,
    credentialId: string | null = null,
  ): Promise<void> {
    if (proposed === "pending") {
      await this.#treasury.decide({ proposalId: id, decision: "approve", operator: "Ada" });
    }
    const { status } = (await this.#treasury.tabs.read({ tabId: id })).tab;
    // After a reset, the workspace has no money.
    if (status === "failed") return;
    this.#ids.push(id);
    this.#naive.open(id, maximum, this.#clock.now() + minutes * 60_000, credentialId);
  }

  async #compare(): Promise<void> {
    this.#naive.at(this.#clock.now());
    const { balanceUsd, availableUsd, heldUsd, expenseUsd, spentTodayUsd } =
      await this.#treasury.state();
    const balance = this.#naive.balance(startingCapital);
    this.#equal(
      { balanceUsd, availableUsd, heldUsd, expenseUsd, spentTodayUsd },
      {
        balanceUsd: usd(balance),
        availableUsd: usd(Math.max(0, balance - this.#naive.held - minReserve)),
        heldUsd: usd(this.#naive.held),
        expenseUsd: usd(this.#naive.expense),
        spentTodayUsd: usd(this.#naive.spentToday),
      },
    );
    for (const [tabId, expected] of this.#naive.tabs) {
      const { tab } = await this.#treasury.tabs.read({ tabId });
      this.#equal(
        {
          charged: tab.chargedUsd,
          reserved: tab.reservedUsd,
          closed: tab.status === "closed",
        },
        {
          charged: usd(expected.charged - expected.reversed),
          reserved: usd(this.#naive.reserved(tabId)),
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
