import type { Storage } from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";
import { scriptedExecutor } from "@agent-treasury/sandbox";
import type { TestFramework } from "@agent-treasury/testing";
import { executorTimeoutMs, proposePending, spendingProcess } from "./spending-process.ts";
import { steeredClock } from "./steered-clock.ts";

/** The storage under test. */
export interface DeliveriesSubject {
  /** For messages, for example `memory`. */
  readonly name: string;
  /** Opens an empty storage with the given clock. */
  readonly open: (now: () => number) => Storage | Promise<Storage>;
  /** Adds closed documents of the kind `cursor` that are due at the time 1. */
  readonly addCursors: (count: number) => Promise<void>;
  readonly cursors: number;
}

/** Recovery of payments while many deliveries are due. */
export function recoveryBesideDeliveries(
  { describe, it, expect }: TestFramework,
  { name, open, addCursors, cursors }: DeliveriesSubject,
): void {
  describe(`a held payment behind ${cursors} due deliveries, on ${name}`, () => {
    it("is recovered in one pass, which reads one page of each kind", async () => {
      const clock = steeredClock(Date.UTC(2026, 10, 3, 10));
      const storage = await open(clock.now);
      const pages: string[][] = [];
      const { exclusive } = storage;
      const watched: Storage = {
        ...forwardedStorage(storage),
        ...(exclusive && { exclusive: exclusive.bind(storage) }),
        due: async (...asked) => {
          const page = await storage.due(...asked);
          pages.push(page.map(({ doc }) => doc.kind));
          return page;
        },
      };
      const executor = scriptedExecutor({
        now: clock.now,
        script: (_order, call) => (call === 0 ? "fail" : "pay"),
      });
      const treasury = spendingProcess({ storage: watched, executor, clock });
      const proposalId = await proposePending(treasury, "acme");
      const approval = { proposalId, workspaceId: "acme", operator: "Ada" } as const;
      await treasury.decide({ ...approval, decision: "approve" }).catch(() => undefined);
      expect((await treasury.state("acme")).heldUsd).toBe(30);
      await addCursors(cursors);
      clock.advance(2 * executorTimeoutMs + 1);
      const { taken, closed } = await treasury.recover();
      expect([taken, closed]).toEqual([1, 1]);
      const { heldUsd, expenseUsd } = await treasury.state("acme");
      expect([heldUsd, expenseUsd]).toEqual([0, 30]);
      // One page for payments, and one for reminders and expiries.
      const proposals = pages.flat().filter((kind) => kind === "proposal");
      expect(proposals).toEqual(["proposal", "proposal"]);
      expect(pages.flat().includes("cursor")).toBe(false);
      const [first] = await storage.due(clock.now(), null, 1, ["cursor"]);
      expect(first?.doc.dueAt).toBe(1);
      await treasury.close();
    });
  });
}
