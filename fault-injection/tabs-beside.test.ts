import { setTimeout as sleep } from "node:timers/promises";
import { Micros } from "@agent-treasury/provider";
import { earlierName } from "@agent-treasury/provider/helpers";
import type { TreasuryOptions } from "@agent-treasury/treasury-core";
import { type Random, seededRandom } from "test-suites/histories";
import { expect, it } from "vitest";
import { entryFromBody } from "../packages/treasury-core/src/domain.ts";
import { countersOf } from "./audit/audit-beside.ts";
import { expectMet, hangMs, isLong, printCounts, seedOfRun, storesOfForm } from "./long.ts";
import { CalledProcess } from "./processes/called-process.ts";
import { besideVersion02 } from "./stores/beside-version-0.2.ts";

const minutes = isLong ? Number(process.env["FAULT_BESIDE_MINUTES"] ?? 5) : 0;
const fewestTabs = isLong ? 10 : 4;
const callsPerKill = 40;
const vendor = "Models";
const options: Partial<TreasuryOptions> = {
  budget: {
    startingCapitalUsd: 1_000_000,
    maxSpendPerActionUsd: 500,
    autoApproveUnderUsd: 100,
    dailySpendCapUsd: 500_000,
    autoApproveDailyUsd: 500_000,
  },
  rules: {
    version: 1,
    rules: [{ id: "vendor", then: { limit: { amountUsd: 500_000, per: "year", by: "vendor" } } }],
  },
};

/** A process that is killed now and then, and whose calls are repeated until they are answered. */
class Repeating {
  readonly #start: () => CalledProcess;
  readonly #random: Random;
  #process: CalledProcess;
  #calls = 0;
  kills = 0;

  constructor(random: Random, start: () => CalledProcess) {
    this.#random = random;
    this.#start = start;
    this.#process = start();
  }

  async answer(method: string, input: unknown) {
    for (;;) {
      const answering = this.#process.answer({ method, input });
      this.#calls += 1;
      if (this.#calls % callsPerKill === 0) {
        await sleep(this.#random.below(12));
        this.#process.kill();
        this.kills += 1;
      }
      const answer = await answering;
      if (answer !== null) return answer;
      this.#process = this.#start();
    }
  }

  async call<Value>(method: string, input: unknown): Promise<Value> {
    const answer = await this.answer(method, input);
    if ("failure" in answer) throw new Error(`${method}: ${answer.failure}`);
    return answer.value as Value;
  }

  end(): Promise<void> {
    return this.#process.end();
  }
}

interface Progress {
  /** Purposes of spends that a process reported as executed, with their amounts. */
  readonly paid: Map<string, Micros>;
  /** What meters reported for each tab. */
  readonly tabs: Map<string, Micros>;
  /** The open tab. */
  tabId: string | null;
  refused: number;
  isOver: boolean;
}

interface Answered {
  readonly proposal: { readonly id: string; readonly status: string };
}

function below(random: Random, micros: number): Micros {
  return Micros.of(BigInt(1 + random.below(micros)));
}

/** Opens tabs one by one, charges them, and lets the other version spend between two. */
async function meter(process: Repeating, random: Random, progress: Progress): Promise<void> {
  const end = Date.now() + minutes * 60_000;
  for (let tabs = 0; tabs < fewestTabs || Date.now() < end; tabs += 1) {
    const opening = {
      agentId: "writer",
      amountUsd: 5,
      minutes: 60,
      vendor,
      purpose: `tab ${tabs}`,
    };
    const { tab } = await process.call<{ tab: { id: string; status: string } }>("tabs.open", {
      ...opening,
      idempotencyKey: opening.purpose,
    });
    expect(tab.status).toBe("open");
    progress.tabs.set(tab.id, Micros.zero);
    progress.tabId = tab.id;
    const charges = 4 + random.below(8);
    for (let count = 0; count < charges; count += 1) {
      const amount = below(random, 400_000);
      const about = { tabId: tab.id, amountUsd: Micros.toUsd(amount) };
      await process.call("tabs.charge", { ...about, chargeId: `${tabs}.${count}` });
      progress.tabs.set(tab.id, Micros.add(progress.tabs.get(tab.id) ?? Micros.zero, amount));
      await spend(process, random, progress, `0.3, ${tabs}.${count}`);
    }
    await process.call("tabs.close", { tabId: tab.id });
    progress.tabId = null;
    const before = progress.paid.size;
    while (progress.paid.size < before + 3) await sleep(2);
  }
  progress.isOver = true;
}

async function spend(
  process: Repeating,
  random: Random,
  progress: Progress,
  purpose: string,
): Promise<void> {
  const amount = below(random, 900_000);
  const amountUsd = Micros.toUsd(amount);
  const input = { agentId: "buyer", vendor, amountUsd, purpose, idempotencyKey: purpose };
  for (;;) {
    const answer = await process.answer("propose", input);
    if ("value" in answer) {
      const { status } = (answer.value as Answered).proposal;
      expect([purpose, status]).toEqual([purpose, "executed"]);
      progress.paid.set(purpose, amount);
      return;
    }
    // While a tab is open, version 0.2 cannot commit.
    expect(answer.failure).toContain("has format 3");
    progress.refused += 1;
    if (progress.isOver) return;
    await sleep(random.below(100));
  }
}

/** Spends, and tries to pay, deny and end the tabs that it finds. */
async function spendAsOld(
  process: Repeating,
  random: Random,
  progress: Progress,
  name: string,
): Promise<void> {
  for (let count = 0; !progress.isOver; count += 1) {
    await spend(process, random, progress, `0.2, ${name}, ${count}`);
    const proposalId = progress.tabId;
    if (proposalId === null) continue;
    const resolution = {
      workspaceId: "demo",
      proposalId,
      outcome: random.pick(["paid", "failed"]),
    };
    const decision = random.pick(["approve", "deny"]);
    await process.answer("recover", undefined);
    await process.answer("resolveSpend", resolution);
    await process.answer("decide", { proposalId, decision, operator: "Ada" });
  }
}

besideVersion02("tabs beside version 0.2", ({ scripts, newStore, open, untilAlone }) => {
  it.each(storesOfForm(["sqlite", "postgres"] as const, 0))(
    "on %s are not paid, and no counter misses a charge, while both versions spend and are killed",
    async (kind) => {
      const store = newStore(kind, "tabs-beside");
      const seed = seedOfRun();
      const random = (its: number): Random => seededRandom(seed + its);
      const started = (version: string, path: string, its: number): Repeating =>
        new Repeating(random(its), () => new CalledProcess(version, path, { store, options }));
      const old = [started("0.2", scripts.old, 1), started("0.2", scripts.old, 2)];
      const own = started("0.3", scripts.own, 3);
      const progress: Progress = {
        paid: new Map(),
        tabs: new Map(),
        tabId: null,
        refused: 0,
        isOver: false,
      };
      const loads = old.map((one, its) => spendAsOld(one, random(4 + its), progress, `${its}`));
      await Promise.all([meter(own, random(6), progress), ...loads]);
      await Promise.all([own, ...old].map((one) => one.end()));
      await untilAlone(store);

      const { storage, treasury, close } = open(store);
      const posted = new Map<string, bigint>();
      let account: unknown = {};
      let epoch = 1;
      for await (const part of storage.copy("demo")) {
        if (part.kind === "head") ({ account, epoch } = part.head);
        if (part.kind !== "entry") continue;
        const { proposalId } = entryFromBody(part.entry.body);
        if (proposalId == null) continue;
        posted.set(proposalId, (posted.get(proposalId) ?? 0n) - part.entry.amount);
      }
      for (const [tabId, charged] of progress.tabs) {
        expect([tabId, posted.get(tabId)]).toEqual([tabId, charged]);
        const { tab } = await treasury.tabs.read({ tabId });
        expect(tab).toMatchObject({ status: "closed", chargedUsd: Micros.toUsd(charged) });
      }
      const total = [...progress.paid.values(), ...progress.tabs.values()].reduce(Micros.add);
      // Each spend is one entry, and each tab has one.
      expect(posted.size).toBe(progress.paid.size + progress.tabs.size);
      const counted = await countersOf(
        storage,
        [earlierName(vendor)],
        options.rules,
        account,
        epoch,
      );
      expect([...counted.values()]).toEqual([total]);
      expect(await treasury.state()).toMatchObject({
        heldUsd: 0,
        expenseUsd: Micros.toUsd(total),
        spentTodayUsd: Micros.toUsd(total),
      });
      expect((await treasury.verify()).problem).toBeNull();
      const byOld = [...progress.paid.keys()].filter((purpose) => purpose.startsWith("0.2")).length;
      const kills = [own, ...old].reduce((sum, one) => sum + one.kills, 0);
      const counts = { tabs: progress.tabs.size, byOld, refused: progress.refused, kills };
      printCounts(`${kind}, FAULT_SEED=${seed}`, { ...counts, spends: progress.paid.size });
      expectMet(counts, { tabs: fewestTabs, byOld: 6, refused: 1, kills: 1 });
      await close();
    },
    minutes * 60_000 + hangMs,
  );
});
