import type { TreasuryEvent } from "@agent-treasury/contract";
import { Micros, type Storage } from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";
import { describe, expect, it } from "vitest";
import { createTreasury } from "../../create/create-treasury.ts";
import { testClock } from "../../kernel/ledger/test-ledger.fixture.ts";
import { memoryStorage } from "../../memory.ts";
import type { Treasury } from "../../treasury.ts";
import type { VerificationOptions } from "./verification-options.ts";

const hour = 3_600_000;

interface World {
  readonly clock: ReturnType<typeof testClock>;
  readonly events: TreasuryEvent[];
  /** Workspaces in the order of their verifications. */
  readonly verified: string[];
  /** Called before each verification reads. */
  readonly copying: { current: () => void };
  /** Workspaces whose newest entry the database now states otherwise. */
  readonly edited: Set<string>;
  open(verification?: VerificationOptions): Treasury;
}

function world(): World {
  const clock = testClock();
  const memory = memoryStorage({ now: clock.now });
  const verified: string[] = [];
  const copying: World["copying"] = { current: () => {} };
  const edited = new Set<string>();
  const events: TreasuryEvent[] = [];
  const storage: Storage = {
    ...forwardedStorage(memory),
    // Several treasuries use it, one after the other.
    close: () => Promise.resolve(),
    async *copy(workspaceId) {
      copying.current();
      verified.push(workspaceId);
      for await (const part of memory.copy(workspaceId)) {
        const isEdited = part.kind === "entry" && edited.has(workspaceId);
        if (!isEdited) yield part;
        else yield { kind: "entry", entry: { ...part.entry, amount: Micros.of(-1n) } };
      }
    },
  };
  return {
    clock,
    events,
    verified,
    copying,
    edited,
    open: (verification = { everyHours: 24 }) =>
      createTreasury({
        baseUrl: "http://localhost:3000",
        storage,
        clock,
        recoverySeconds: false,
        autoApprovePayees: "any",
        budget: { startingCapitalUsd: 100 },
        verification,
        onFailure: () => {},
        hooks: { verificationFailed: (event) => void events.push(event) },
      }),
  };
}

async function pay(
  treasury: Treasury,
  workspaceId: string,
  purpose: string = "paper",
): Promise<string> {
  const spend = { agentId: "buyer", amountUsd: 3, vendor: "Acme", purpose };
  const { proposal } = await treasury.propose({ workspaceId, ...spend });
  return proposal.status;
}

describe("scheduled verification", () => {
  it("verifies each workspace once in the interval, also in several processes", async () => {
    const { open, clock, verified } = world();
    const [treasury, other] = [open(), open()];
    for (const id of ["a", "b", "c"]) await pay(treasury, id);
    await Promise.all([treasury.recover(), other.recover()]);
    expect(verified.toSorted()).toEqual(["a", "b", "c"]);
    expect((await treasury.state("a")).verification).toEqual({
      verifiedAt: new Date(clock.now()).toISOString(),
      problem: null,
    });
    clock.advance(23 * hour);
    await treasury.recover();
    expect(verified).toHaveLength(3);
    clock.advance(hour);
    await treasury.recover();
    expect(verified).toHaveLength(6);
  });

  it("continues in the next run where a long one stopped", async () => {
    const { open, clock, verified, copying } = world();
    const treasury = open();
    for (const id of ["a", "b", "c"]) await pay(treasury, id);
    // Each verification takes longer than a run may.
    copying.current = () => clock.advance(30_000);
    await treasury.recover();
    expect([...verified]).toEqual(["a"]);
    await treasury.recover();
    expect([...verified]).toEqual(["a", "b"]);
    await treasury.recover();
    expect([...verified]).toEqual(["a", "b", "c"]);
  });

  it("emits an event and shows the problem, and payments continue", async () => {
    const { open, clock, events, edited } = world();
    const treasury = open();
    for (const id of ["a", "b"]) await pay(treasury, id);
    edited.add("b");
    await treasury.recover();
    await treasury.close();
    expect(events).toMatchObject([
      { kind: "verificationFailed", workspaceId: "b", problem: expect.stringContaining("ntry 1") },
    ]);
    const reopened = open();
    expect((await reopened.state("b")).verification?.problem).toContain("ntry 1");
    expect((await reopened.state("a")).verification?.problem).toBeNull();
    expect((await reopened.freezes.list({ workspaceId: "b" })).freezes).toEqual([]);
    expect(await pay(reopened, "b", "ink")).toBe("executed");
    // The ledger was repaired.
    edited.clear();
    clock.advance(24 * hour);
    await reopened.recover();
    expect((await reopened.state("b")).verification?.problem).toBeNull();
    await reopened.close();
    // Delivery is at least once.
    expect(new Set(events.map(({ id }) => id)).size).toBe(1);
  });

  it("freezes the workspace if the option is set", async () => {
    const { open, edited } = world();
    const treasury = open({ everyHours: 1, freeze: true });
    await pay(treasury, "b");
    edited.add("b");
    await treasury.recover();
    const { freezes } = await treasury.freezes.list({ workspaceId: "b" });
    expect(freezes).toMatchObject([
      { scope: "workspace", frozenBy: "scheduled verification", reason: expect.any(String) },
    ]);
    expect(await pay(treasury, "b", "ink")).not.toBe("executed");
  });

  it("takes over from a process that ended during a verification", async () => {
    const { open, clock, verified, copying } = world();
    const treasury = open();
    await pay(treasury, "a");
    copying.current = () => {
      throw new Error("killed");
    };
    await open().recover();
    copying.current = () => {};
    await treasury.recover();
    expect(verified).toHaveLength(0);
    clock.advance(600_000);
    await treasury.recover();
    expect([...verified]).toEqual(["a"]);
  });

  it("is not set up by default, and rejects other options", async () => {
    const { verified } = world();
    const options = { baseUrl: "http://localhost:3000", storage: memoryStorage() };
    const treasury = createTreasury({ ...options, recoverySeconds: false });
    await pay(treasury, "a");
    await treasury.recover();
    expect((await treasury.state("a")).verification).toBeUndefined();
    expect(verified).toEqual([]);
    const create = (verification: object) =>
      createTreasury({ ...options, verification: verification as VerificationOptions });
    expect(() => create({ everyHours: 24, freezes: true })).toThrow("freezes");
    expect(() => create({ everyHours: 0 })).toThrow("everyHours");
  });
});
