import type { TreasuryEvent, WrittenRuleSet } from "@agent-treasury/contract";
import { type Clock, type Storage, systemClock } from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTreasury } from "../../../create/create-treasury.ts";
import { proposalKind } from "../../../kernel/proposals/proposal.ts";
import { memoryStorage } from "../../../memory.ts";
import type { Treasury } from "../../../treasury.ts";
import { draftKey } from "./draft-doc.ts";

/** Longer than a slow machine needs. */
const patienceMs = 120_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const second = 1_000;
const minute = 60_000;
const day = 86_400_000;
const place = { workspaceId: "acme" };
const budget = { startingCapitalUsd: 1_000, autoApproveUnderUsd: 20 };

const rules: WrittenRuleSet = {
  version: 1,
  rules: [{ id: "no-figma", when: { vendors: { in: ["figma"] } }, then: { deny: true } }],
};

interface World extends TreasuryOf {
  readonly storage: Storage & { beforeHistory: () => Promise<unknown>; histories: number };
}

interface TreasuryOf {
  readonly treasury: Treasury;
  readonly events: TreasuryEvent[];
  readonly failures: unknown[];
}

function processOn(storage: Storage, clock: Clock = systemClock): TreasuryOf {
  const events: TreasuryEvent[] = [];
  const failures: unknown[] = [];
  const treasury = createTreasury({
    autoApprovePayees: "any",
    baseUrl: "http://localhost:3000",
    storage,
    clock,
    budget,
    recoverySeconds: false,
    hooks: { draftReplayed: async (event) => void events.push(event) },
    onFailure: ({ error }) => void failures.push(error),
  });
  return { treasury, events, failures };
}

/** A storage that counts the replays, and can delay them. */
function open(): World {
  const inner = memoryStorage();
  const storage: World["storage"] = {
    ...forwardedStorage(inner),
    name: "counting",
    histories: 0,
    beforeHistory: async () => undefined,
    view: async (workspaceId, page, entries) => {
      if (page.kind === proposalKind && page.limit === 500) {
        storage.histories += 1;
        await storage.beforeHistory();
      }
      return inner.view(workspaceId, page, entries);
    },
  };
  return { ...processOn(storage), storage };
}

async function spend(treasury: Treasury, amountUsd: number, vendor: string): Promise<void> {
  await treasury.propose({ ...place, amountUsd, vendor, purpose: "tools" });
}

async function later(treasury: Treasury, milliseconds: number): Promise<void> {
  vi.setSystemTime(Date.now() + milliseconds);
  await treasury.recover();
}

async function lastOf({ rules: { draft } }: Treasury) {
  return (await draft(place)).draft?.lastReplay ?? null;
}

describe("a saved draft of rules", () => {
  it("is replayed at once and once a day, over the last days", async () => {
    const { treasury, storage } = open();
    await spend(treasury, 10, "Figma");
    await spend(treasury, 12, "AWS");
    const { draft } = await treasury.rules.saveDraft({ ...place, rules, days: 2 });
    expect(draft).toMatchObject({ rules, replayDaily: true, days: 2, lastReplay: null });
    await later(treasury, second);
    expect(await lastOf(treasury)).toMatchObject({
      at: expect.any(String),
      days: 2,
      spends: 2,
      changed: 1,
      unknown: 0,
      isComplete: true,
      totals: { beforeUsd: 22, ifNoneUsd: 12, ifAllUsd: 12 },
      changes: [{ amountUsd: 10, before: "automatic", after: "denied" }],
    });
    await later(treasury, day - minute);
    expect(storage.histories).toBe(1);
    await spend(treasury, 15, "Figma");
    await later(treasury, 2 * minute);
    expect(await lastOf(treasury)).toMatchObject({ spends: 3, changed: 2 });
    await later(treasury, day + minute);
    expect(await lastOf(treasury)).toMatchObject({ spends: 1, changed: 1 });
  });

  it("changes neither money nor published rules, and stores no texts of spends", async () => {
    const { treasury, storage } = open();
    await spend(treasury, 10, "Figma");
    const before = await treasury.state("acme");
    await treasury.rules.saveDraft({ ...place, rules });
    await later(treasury, second);
    expect((await lastOf(treasury))?.changed).toBe(1);
    expect(await treasury.state("acme")).toEqual(before);
    expect((await treasury.rules.history(place)).publications).toEqual([]);
    expect((await treasury.verify("acme")).valid).toBe(true);
    const [snapshot] = await storage.load([{ ...place, keys: [draftKey] }]);
    expect(JSON.stringify(snapshot?.found[0]?.body)).not.toContain("Figma");
    await spend(treasury, 11, "Figma");
    expect((await treasury.state("acme")).proposals[0]?.status).toBe("executed");
  });

  it("has an event with counts and totals only", async () => {
    const { treasury, events } = open();
    await spend(treasury, 10, "Figma");
    await treasury.rules.saveDraft({ ...place, rules });
    await later(treasury, second);
    await vi.waitFor(() => expect(events).toHaveLength(1), patienceMs);
    const at = expect.any(String);
    const counts = { days: 14, spends: 1, changed: 1, unknown: 0 };
    const totals = { beforeUsd: 10, ifNoneUsd: 0, ifAllUsd: 0 };
    expect(events).toEqual([{ kind: "draftReplayed", id: at, ...place, at, ...counts, totals }]);
  });

  it("is replayed by one of several processes", async () => {
    const { treasury, storage, events } = open();
    const others = [processOn(storage), processOn(storage)];
    await treasury.rules.saveDraft({ ...place, rules });
    vi.setSystemTime(Date.now() + second);
    await Promise.all([treasury, ...others.map((other) => other.treasury)].map((t) => t.recover()));
    expect(storage.histories).toBe(1);
    const all = () => [events, ...others.map((other) => other.events)].flat();
    await vi.waitFor(() => expect(all()).toHaveLength(1), patienceMs);
  });

  it("is replayed by another process after a crash, and a late result is dropped", async () => {
    const { treasury, storage } = open();
    await treasury.rules.saveDraft({ ...place, rules });
    const { promise, resolve } = Promise.withResolvers<void>();
    storage.beforeHistory = () => promise;
    vi.setSystemTime(Date.now() + second);
    const stopped = treasury.recover();
    await vi.waitFor(() => expect(storage.histories).toBe(1), patienceMs);
    storage.beforeHistory = async () => undefined;
    const other = processOn(storage);
    await later(other.treasury, 14 * minute);
    expect(await lastOf(other.treasury)).toBeNull();
    await later(other.treasury, minute + second);
    const last = await lastOf(other.treasury);
    expect(last).not.toBeNull();
    resolve();
    await stopped;
    expect(await lastOf(other.treasury)).toEqual(last);
  });

  it("that is replaced during a replay does not get the other's result", async () => {
    const { treasury, storage, events } = open();
    await spend(treasury, 10, "Figma");
    await treasury.rules.saveDraft({ ...place, rules });
    const other: WrittenRuleSet = { version: 1, rules: [] };
    storage.beforeHistory = () =>
      treasury.rules.saveDraft({ ...place, rules: other, replayDaily: false });
    await later(treasury, second);
    const { draft } = await treasury.rules.draft(place);
    expect(draft).toMatchObject({ rules: other, lastReplay: null });
    storage.beforeHistory = async () => undefined;
    await later(treasury, 2 * day);
    expect(storage.histories).toBe(1);
    expect(events).toEqual([]);
  });

  it("shows why a replay failed, and is replayed a day later", async () => {
    const { treasury, storage, failures } = open();
    await treasury.rules.saveDraft({ ...place, rules });
    storage.beforeHistory = () => Promise.reject(new Error("broken"));
    await later(treasury, second);
    const { draft } = await treasury.rules.draft(place);
    expect(draft).toMatchObject({ problem: "It failed unexpectedly.", lastReplay: null });
    expect(failures).toMatchObject([{ message: "broken" }]);
    storage.beforeHistory = async () => undefined;
    await later(treasury, minute);
    expect(storage.histories).toBe(1);
    await later(treasury, day);
    expect((await treasury.rules.draft(place)).draft).toMatchObject({ problem: null });
  });

  it("waits for the next pass of maintenance if others take a minute", async () => {
    const { storage } = open();
    let elapsedMs = 0;
    const { treasury } = processOn(storage, { ...systemClock, monotonic: () => elapsedMs });
    storage.beforeHistory = async () => void (elapsedMs += 40_000);
    for (const workspaceId of ["a", "b", "c"]) {
      await treasury.rules.saveDraft({ workspaceId, rules });
    }
    await later(treasury, second);
    expect(storage.histories).toBe(2);
    await later(treasury, second);
    expect(storage.histories).toBe(3);
  });

  it("is removed", async () => {
    const { treasury, storage } = open();
    await treasury.rules.saveDraft({ ...place, rules });
    expect(await treasury.rules.removeDraft(place)).toEqual({ draft: null });
    expect(await treasury.rules.removeDraft(place)).toEqual({ draft: null });
    await later(treasury, second);
    expect(await treasury.rules.draft(place)).toEqual({ draft: null });
    expect(storage.histories).toBe(0);
  });

  it.each([{ days: 0 }, { days: 367 }, { days: 1.5 }, { rules: { version: 2, rules: [] } }])(
    "is rejected with %j",
    async (fields) => {
      const { treasury } = open();
      const request = { ...place, rules, ...fields } as Parameters<
        Treasury["rules"]["saveDraft"]
      >[0];
      const saving = treasury.rules.saveDraft(request);
      await expect(saving).rejects.toMatchObject({ code: "invalid_request" });
      expect(await treasury.rules.draft(place)).toEqual({ draft: null });
    },
  );
});
