import { setTimeout as sleep } from "node:timers/promises";
import { createTreasury, type Treasury, type TreasuryOptions } from "@agent-treasury/treasury-core";
import { beforeAll, describe, expect, it } from "vitest";
import type { Call, CallAnswer, CallerTask } from "./processes/caller.process.ts";
import { type TestProcess, runScript } from "./processes/run-process.ts";
import { extractVersion, hasCommit } from "./stores/older-version.ts";
import { type StoreAddress, openStore } from "./stores/store.ts";
import { testDirectory } from "./stores/test-directory.ts";
import { testPostgres } from "./stores/test-postgres.ts";

/** The last commit of version 0.2. */
const version02 = "09e7f49a719b75207af903faba537ffcfb906fe9";

const pathOf = testDirectory();
const postgres = testPostgres();
const isHere = hasCommit(version02);
let script = "";

/** Vendors whose keys another version of the names could change. */
const vendors = ["Großhandel", "İstanbul Oil", "ΟΔΟΣ", "ＧＬＯＢＥＸ", "Асme"];

const options: Partial<TreasuryOptions> = {
  budget: {
    startingCapitalUsd: 10_000,
    maxSpendPerActionUsd: 500,
    autoApproveUnderUsd: 100,
    dailySpendCapUsd: 5_000,
    autoApproveDailyUsd: 5_000,
  },
  rules: {
    version: 1,
    rules: [
      { id: "vendor", then: { limit: { amountUsd: 50, per: "year", by: "vendor" } } },
      {
        id: "first",
        when: { agents: ["payer"], vendors: { firstPayment: true } },
        then: { deny: true },
      },
      {
        id: "listed",
        when: { vendors: { in: vendors } },
        then: { limit: { amountUsd: 1_000, per: "year" } },
      },
    ],
  },
};

/** A process of version 0.2. */
class OldProcess {
  readonly #process: TestProcess;

  constructor(store: StoreAddress) {
    const task: CallerTask = { store, options };
    this.#process = runScript("version 0.2", script, task);
  }

  async call(method: string, input: unknown): Promise<unknown> {
    await this.#process.ready;
    const before = this.#process.lines.length;
    const call: Call = { method, input };
    this.#process.child.stdin?.write(`${JSON.stringify(call)}\n`);
    while (this.#process.lines.length === before) {
      if (this.#process.isOver) throw new Error("The process of version 0.2 ended.");
      await sleep(2);
    }
    const answer = JSON.parse(this.#process.lines[before] ?? "null") as CallAnswer;
    if ("failure" in answer) throw new Error(answer.failure);
    return answer.value;
  }

  async end(): Promise<void> {
    this.#process.stop();
    await this.#process.ended;
  }
}

interface Answered {
  readonly proposal: { readonly id: string; readonly status: string; readonly reason: string };
}

const spend = (vendor: string, amountUsd: number, purpose: string, agentId = "buyer") => ({
  agentId,
  vendor,
  amountUsd,
  purpose,
});

/** A full window of each vendor, a payment that a person approved, and a standing approval. */
async function fill(old: OldProcess): Promise<void> {
  for (const vendor of vendors) {
    const { proposal } = (await old.call("propose", spend(vendor, 40, "first"))) as Answered;
    expect([vendor, proposal.status]).toEqual([vendor, "executed"]);
    const more = (await old.call("propose", spend(vendor, 10.5, "second"))) as Answered;
    expect([vendor, more.proposal.status]).toEqual([vendor, "pending"]);
    const known = (await old.call("propose", spend(vendor, 9, "third"))) as Answered;
    expect(known.proposal.status).toBe("executed");
    await old.call("standingApprovals.create", {
      agentId: "stander",
      vendor,
      maximumUsd: 1,
      count: 5,
      endsAt: new Date(Date.now() + 86_400_000).toISOString(),
      operator: "Ada",
    });
  }
  await old.call("freezes.freeze", { scope: "vendor", id: "Straße", operator: "Ada" });
}

async function statusOf(treasury: Treasury, ...given: Parameters<typeof spend>): Promise<string> {
  return (await treasury.propose(spend(...given))).proposal.status;
}

describe.skipIf(!isHere)("a database of version 0.2", () => {
  beforeAll(() => {
    script = extractVersion(version02, pathOf("0.2"), "caller.process.ts", "fault-injection");
  });

  it.each(["sqlite", "postgres"] as const)(
    "on %s keeps its limits, freezes and standing approvals, beside a process of that version",
    async (kind) => {
      const store: StoreAddress =
        kind === "sqlite" ? { kind, path: pathOf("0.2.db") } : postgres.newStore();
      const old = new OldProcess(store);
      await fill(old);
      const storage = openStore(store);
      const treasury = createTreasury({
        baseUrl: "http://localhost:3000",
        storage,
        authenticate: () => null,
        recoverySeconds: false,
        autoApprovePayees: "any",
        ...options,
      });
      for (const vendor of vendors) {
        const status = (usd: number, purpose: string) => statusOf(treasury, vendor, usd, purpose);
        expect([vendor, await status(1.5, "above the limit")]).toEqual([vendor, "pending"]);
        expect([vendor, await status(0.5, "within the limit")]).toEqual([vendor, "executed"]);
        // The process of version 0.2 counts what this version executed.
        const beside = (await old.call("propose", spend(vendor, 0.75, "beside"))) as Answered;
        expect([vendor, beside.proposal.status]).toEqual([vendor, "pending"]);
        const last = (await old.call("propose", spend(vendor, 0.25, "last"))) as Answered;
        expect([vendor, last.proposal.status]).toEqual([vendor, "executed"]);
        expect([vendor, await status(0.5, "after both")]).toEqual([vendor, "pending"]);
      }
      for (const vendor of ["Straße", "STRASSE", "ＳＴＲＡẞＥ"]) {
        expect(await statusOf(treasury, vendor, 1, "frozen")).toBe("pending");
      }
      const { standingApprovals } = await treasury.standingApprovals.list();
      expect(standingApprovals.map(({ vendor, status }) => [vendor, status])).toEqual(
        vendors.toReversed().map((vendor) => [vendor, "active"]),
      );
      expect((await treasury.verify()).problem).toBeNull();
      await old.end();
      await treasury.close();
      await storage.close();
    },
    60_000,
  );
});

it.runIf(!isHere)(
  "was left out: this clone has no history, so no version 0.2",
  async ({ annotate }) => {
    expect(isHere).toBe(false);
    await annotate(`Not run: fetch commit ${version02}, for example by git fetch --unshallow.`);
  },
);
