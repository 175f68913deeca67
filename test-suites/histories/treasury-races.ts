import { randomIdentifiers, systemClock, Micros } from "@agent-treasury/provider";
import type { TestFramework } from "@agent-treasury/testing";
import { verifyChain } from "@agent-treasury/treasury-core/verify";
import { type Engine, readTreasury } from "../../packages/treasury-core/src/domain.ts";
import type { Settings, Step } from "./history.ts";
import { performStep } from "./perform-step.ts";
import { openEngine } from "./processes.ts";
import type { HistorySubject, OpenedStorage } from "./treasury-histories.ts";

const committers = 4;
const racers = 200;
const sandbox = { provider: "sandbox", mode: "sandbox" } as const;
const settings: Settings = {
  startingCapital: Micros.of(10_000_000_000n),
  limits: {
    maxSpendPerAction: Micros.of(50_000_000n),
    autoApproveUnder: Micros.of(10_000_000n),
    dailySpendCap: Micros.of(100_000_000n),
    minReserve: Micros.of(20_000_000n),
  },
  autoApproveDaily: null,
  proposalLifetimeMs: null,
  payments: Array.from({ length: committers }, () => sandbox),
  faults: false,
};

/**
 * Two hundred concurrent callers through four committers: of spends that together exceed a limit,
 * exactly the allowed number executes, and repeated approvals or credits count once.
 *
 * @example treasuryRaces({ describe, it, expect }, { name: "memory", open });
 */
export function treasuryRaces(
  { describe, it, expect }: TestFramework,
  { name, open }: Pick<HistorySubject, "name" | "open">,
): void {
  const race = async (
    body: (take: (racer: number, step: Step) => Promise<string>, engine: Engine) => Promise<void>,
  ): Promise<void> => {
    const opened = await open(Date.now);
    try {
      const engines = openEngines(opened);
      const [first] = engines;
      if (first === undefined) throw new Error("A race needs a committer.");
      await body((racer, step) => {
        const engine = engines[racer % committers] ?? first;
        return performStep(engine, sandbox, "race", step);
      }, first);
      const { problem } = await verifyChain(first.storage, "race");
      expect(problem).toBe(null);
    } finally {
      await opened.close();
    }
  };

  describe(`${racers} concurrent callers on ${name}`, () => {
    it("approve spends of which the caps allow three, and exactly three execute", () =>
      race(async (take, engine) => {
        const ids = Array.from({ length: 100 }, (_, index) => `proposal-${index}`);
        const amount = Micros.of(30_000_000n);
        const purpose = "office paper";
        await Promise.all(ids.map((id) => take(0, { kind: "propose", id, amount, purpose })));
        // At most a hundred may be pending, so each gets two clicks, by two committers.
        const clicks = [...ids, ...ids.toReversed()].map((id, racer) =>
          take(racer, { kind: "decide", id, decision: "approve" }),
        );
        const answers = await Promise.all(clicks);
        expect(answers.filter((answer) => answer.startsWith("executed")).length).toBe(6);
        expect(answers.filter((answer) => answer.startsWith("failed")).length).toBe(194);
        const state = await readTreasury(engine, "race");
        expect(state.ledger.length).toBe(3);
        expect(state.spentTodayUsd).toBe(90);
        expect(state.balanceUsd).toBe(9_910);
      }));

    it("propose small spends, and policy approves at most the daily allowance", () =>
      race(async (take, engine) => {
        const amount = Micros.of(9_990_000n);
        const asked = Array.from({ length: racers }, (_, racer) =>
          take(racer, {
            kind: "propose",
            id: `proposal-${racer}`,
            amount,
            purpose: "office paper",
          }),
        );
        const answers = await Promise.all(asked);
        expect(answers.filter((answer) => answer === "executed safe by policy").length).toBe(3);
        expect(answers.filter((answer) => answer === "pending safe").length).toBe(100);
        expect(answers.filter((answer) => answer === "too_many_pending").length).toBe(97);
        expect((await readTreasury(engine, "race")).spentTodayUsd).toBe(29.97);
      }));

    it("report the same payment, and it is credited once", () =>
      race(async (take, engine) => {
        const amount = Micros.of(25_000_000n);
        const brought = Array.from({ length: racers }, (_, racer) =>
          take(racer, { kind: "credit", session: "session", type: "deposit", amount }),
        );
        const answers = await Promise.all(brought);
        expect(answers.filter((answer) => answer === "credited").length).toBe(1);
        expect((await readTreasury(engine, "race")).depositsUsd).toBe(25);
      }));
  });
}

/** Separate committers that share the connections in turn. */
function openEngines({ storages }: OpenedStorage): Engine[] {
  return Array.from({ length: committers }, (_, index) => {
    const storage = storages[index % storages.length];
    if (storage === undefined) throw new Error("A race needs a storage.");
    return openEngine(storage, settings, systemClock, randomIdentifiers);
  });
}
