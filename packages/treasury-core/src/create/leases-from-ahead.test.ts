import { describe, expect, it } from "vitest";
import {
  leaseIdleMachine,
  leaseMachine,
  recordMachine,
  releaseMachine,
} from "../features/machines/machine-record.ts";
import { reserveMachine } from "../features/machines/make-machine.ts";
import { takeOverSpend } from "../features/payments/payouts/lease-spend.ts";
import { resolveSpend } from "../features/payments/payouts/resolve-spend.ts";
import { machinesWorkspaceId } from "../kernel/deployment/deployment-workspace.ts";
import { beginRequest } from "../kernel/idempotency/run-keyed.ts";
import type { HoldTerms } from "../kernel/judgement/hold-terms.ts";
import type { Command } from "../kernel/ledger/command.ts";
import { dollars } from "../kernel/ledger/test-ledger.fixture.ts";
import { ada, outcomeOf, testTreasury } from "./test-treasury.fixture.ts";

const yearMs = 365 * 86_400_000;
const minute = 60_000;
const now = Date.UTC(2026, 10, 3, 10);

/** Runs commands while the clock is a year ahead, and then resets the clock. */
async function wroteAhead<Answer>(...commands: readonly Command<Answer>[]) {
  const treasury = testTreasury({ startingCapital: dollars(500) });
  treasury.clock.setWall(now + yearMs);
  for (const command of commands) await treasury.engine.committer.run(machinesWorkspaceId, command);
  treasury.clock.setWall(now);
  const run = <Other>(command: Command<Other>): Promise<Other> =>
    treasury.engine.committer.run(machinesWorkspaceId, command);
  return { ...treasury, run };
}

describe("a lease that was written under a clock far ahead", () => {
  it("of an idempotency key is over", async () => {
    const request = { workspaceId: "acme", recordId: "r", inputDigest: "d" };
    const { run } = await wroteAhead(beginRequest(request, "seed", 30_000));
    const again = outcomeOf(run(beginRequest(request, "other", 30_000)));
    expect(await again).toMatchObject({ kind: "run", seed: "seed", attempt: 2 });
  });

  describe("of a payment", () => {
    const hold: HoldTerms = { executor: "bank", mode: "sandbox", lease: "first", leaseMs: minute };

    async function heldAhead() {
      const treasury = testTreasury({ startingCapital: dollars(500) });
      treasury.clock.setWall(now + yearMs);
      const spend = await treasury.propose({ amount: dollars(5), hold });
      expect(spend.hold?.dueAt).toBe(now + yearMs + minute);
      treasury.clock.setWall(now);
      return { ...treasury, proposalId: spend.id };
    }

    it("is over for a process that takes the payment over", async () => {
      const { run, engine, proposalId } = await heldAhead();
      const lease = { proposalId, lease: "other", leaseMs: minute };
      const taken = await run(takeOverSpend(lease, engine.policy));
      expect(taken?.spend.hold).toMatchObject({ lease: "other", dueAt: now + minute });
    });

    it("is over for a person who resolves the payment", async () => {
      const { run, engine, proposalId } = await heldAhead();
      const found = { captured: null, reference: null, operator: ada, salt: "5a".repeat(16) };
      const resolution = { ...found, proposalId, outcome: "not_paid", auditId: "a" } as const;
      const resolved = await outcomeOf(run(resolveSpend(resolution, engine.policy)));
      expect(resolved).toMatchObject({ status: "failed", hold: null });
    });

    it("is due for recovery after the workspace's next change", async () => {
      const { engine, propose } = await heldAhead();
      expect(await engine.storage.due(now, null, 10, ["proposal"])).toEqual([]);
      await propose({ amount: dollars(1) });
      expect(await engine.storage.due(now, null, 10, ["proposal"])).toHaveLength(1);
    });
  });

  it("of a reserved machine is over", async () => {
    const settings = {
      host: null,
      machinesPerWorkspace: 1,
      machinesPerDeployment: 1,
      provisionTimeoutMs: 5 * minute,
      execTimeoutSeconds: 60,
      idleSuspendMs: 5 * minute,
      tabs: null,
    };
    const place = (name: string) =>
      reserveMachine({ name, workspaceId: "acme", listed: [] }, settings);
    const { run } = await wroteAhead(place("m1"));
    expect(await outcomeOf(run(place("m2")))).toBeNull();
  });

  describe("of a workspace's machine", () => {
    const body = { name: "body", workspaceId: "acme", machineId: "m1" };
    const use = (holder: string) => leaseMachine("body", "m1", { holder, lifetimeMs: minute });
    const suspend = leaseIdleMachine("body", "suspender", minute);

    it("does not block commands", async () => {
      const ahead = [recordMachine(body, 0), leaseIdleMachine("body", "crashed", minute)];
      const { run } = await wroteAhead<unknown>(...ahead);
      expect(await run(use("command"))).toEqual({ kind: "leased" });
    });

    it("does not prevent the suspension of an idle machine", async () => {
      const { run, clock } = await wroteAhead<unknown>(recordMachine(body, minute), use("crashed"));
      await run(use("command"));
      await run(releaseMachine("body", "command", minute));
      clock.setWall(now + 2 * minute);
      expect(await run(suspend)).toMatchObject({ suspending: true });
    });
  });
});
