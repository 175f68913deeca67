import { setTimeout as sleep } from "node:timers/promises";
import type { CopiedPart, Storage } from "@agent-treasury/provider";
import { createTreasury } from "@agent-treasury/treasury-core";
import { performStep } from "test-suites/histories";
import { beforeAll, describe, expect, it } from "vitest";
import { housePayment, openHouse, usd } from "./processes/house.ts";
import { type TestProcess, runScript } from "./processes/run-process.ts";
import type { Answer, Order, VersionedTask } from "./processes/versioned.process.ts";
import { extractVersion, hasCommit } from "./stores/older-version.ts";
import { type StoreAddress, openStore } from "./stores/store.ts";
import { testDirectory } from "./stores/test-directory.ts";
import { testPostgres } from "./stores/test-postgres.ts";

/** The last commit of version 0.1. */
const version01 = "3b3cdac12f7f384eef8eaa27062282107d892fb1";
const workspaceId = "acme";

const pathOf = testDirectory();
const postgres = testPostgres();
const isHere = hasCommit(version01);
let script = "";

/** A process of version 0.1. */
class OldProcess {
  readonly #process: TestProcess;

  constructor(store: StoreAddress) {
    const task: VersionedTask = { store, workspaceId };
    this.#process = runScript("version 0.1", script, task);
  }

  async order(order: Order): Promise<Answer> {
    await this.#process.ready;
    const before = this.#process.lines.length;
    this.#process.child.stdin?.write(`${JSON.stringify(order)}\n`);
    while (this.#process.lines.length === before) {
      if (this.#process.isOver) throw new Error("The process of version 0.1 ended.");
      await sleep(2);
    }
    return JSON.parse(this.#process.lines[before] ?? "null") as Answer;
  }

  async end(): Promise<void> {
    this.#process.stop();
    const { exitCode } = await this.#process.ended;
    if (exitCode !== 0) throw new Error(`The process of version 0.1 exited with ${exitCode}.`);
  }
}

const propose = (id: string, amountUsd: number): Order => ({
  step: { kind: "propose", id, amountUsd, purpose: "office paper" },
});

/** Version 0.1's commands that read the account. */
const orders: readonly Order[] = [
  propose("late", 5),
  { step: { kind: "decide", id: "waiting", decision: "approve" } },
  { step: { kind: "decide", id: "waiting", decision: "deny" } },
  { step: { kind: "decide", id: "first", decision: "approve" } },
  { step: { kind: "hold", id: "waiting", autoApproved: false } },
  { step: { kind: "credit", session: "cs_late", type: "deposit", amountUsd: 7 } },
  { step: { kind: "reverse", reversal: "re_1", session: "cs_1", amountUsd: 1 } },
  { step: { kind: "refund", amountUsd: 1 } },
  { step: { kind: "set_budget", overrides: {} } },
  { step: { kind: "reset", verified: true } },
  { call: "runTurn", input: { workspaceId, message: "Buy pencils from Acme for $2" } },
  { call: "decide", input: { workspaceId, proposalId: "waiting", decision: "approve" } },
  { call: "setBudget", input: { workspaceId, limits: { dailySpendCapUsd: 1_000 } } },
  { call: "reset", input: { workspaceId, operator: "Ada" } },
  { call: "eraseText", input: { workspaceId, operator: "Ada" } },
  { call: "startDeposit", input: { workspaceId, amountUsd: 5 } },
  { call: "state", input: workspaceId },
];

async function partsOf(storage: Storage): Promise<CopiedPart[]> {
  const parts: CopiedPart[] = [];
  for await (const part of storage.copy(workspaceId)) parts.push(part);
  return parts;
}

/** Creates state with version 0.1: a deposit, a spend, and a pending spend. */
async function fill(old: OldProcess): Promise<void> {
  const credit = { kind: "credit", session: "cs_1", type: "deposit", amountUsd: 100 } as const;
  expect(await old.order({ step: credit })).toEqual({ answer: "credited" });
  expect(await old.order(propose("first", 5))).toEqual({ answer: "executed safe by policy" });
  expect(await old.order(propose("waiting", 20))).toEqual({ answer: "pending safe" });
}

async function verify(storage: Storage): Promise<string | null> {
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage,
    budget: { startingCapitalUsd: 10_000 },
  });
  return (await treasury.verify(workspaceId)).problem;
}

describe.skipIf(!isHere)("beside version 0.1, as this repository's history has it", () => {
  beforeAll(() => {
    script = extractVersion(version01, pathOf("0.1"), "versioned.process.ts");
  });

  it("a workspace that this version has written rejects commands of version 0.1, and loses nothing", async () => {
    const store = postgres.newStore();
    const old = new OldProcess(store);
    await fill(old);
    const storage = openStore(store);
    const engine = openHouse(storage, usd(10_000));
    const step = { kind: "propose", id: "newer", amount: usd(5), purpose: "office paper" } as const;
    expect(await performStep(engine, housePayment, workspaceId, step)).toBe(
      "executed safe by policy",
    );
    const before = await partsOf(storage);
    const taken: Order[] = [];
    // In the second round the old process has dropped its cached state.
    for (const order of [...orders, ...orders]) {
      const answer = await old.order(order);
      if ("answer" in answer) taken.push(order);
    }
    expect(taken).toEqual([]);
    expect(await partsOf(storage)).toEqual(before);
    await old.end();
    const approve = { kind: "decide", id: "waiting", decision: "approve" } as const;
    expect(await performStep(engine, housePayment, workspaceId, approve)).toBe("executed safe");
    expect(await verify(storage)).toBeNull();
    await engine.committer.close();
    await storage.close();
  });

  it.each(["sqlite", "postgres"] as const)(
    "a database of version 0.1 on %s opens, verifies and is continued",
    async (kind) => {
      const store: StoreAddress =
        kind === "sqlite" ? { kind, path: pathOf("0.1.db") } : postgres.newStore();
      const old = new OldProcess(store);
      await fill(old);
      await old.end();
      const storage = openStore(store);
      expect(await verify(storage)).toBeNull();
      const engine = openHouse(storage, usd(10_000));
      const approve = { kind: "decide", id: "waiting", decision: "approve" } as const;
      expect(await performStep(engine, housePayment, workspaceId, approve)).toBe("executed safe");
      const balances = (await partsOf(storage)).flatMap((part) =>
        part.kind === "entry" ? [part.entry.balance] : [],
      );
      expect(balances).toEqual([usd(10_100), usd(10_095), usd(10_075)]);
      expect(await verify(storage)).toBeNull();
      await engine.committer.close();
      await storage.close();
    },
  );
});

it.runIf(!isHere)(
  "was left out: this clone has no history, so no version 0.1",
  async ({ annotate }) => {
    expect(isHere).toBe(false);
    await annotate(`Not run: fetch commit ${version01}, for example by git fetch --unshallow.`);
  },
);
