import { type CopiedPart, Micros, type Storage } from "@agent-treasury/provider";
import { createTreasury, type Treasury } from "@agent-treasury/treasury-core";
import { seededRandom } from "test-suites/histories";
import { expect, it } from "vitest";
import {
  changesOn,
  type Command,
  HeadSlice,
  keptDoc,
} from "../packages/treasury-core/src/domain.ts";
import { auditBeside } from "./audit/audit-beside.ts";
import { expectMet, hangMs, isLong, printCounts, seedOfRun, storesOfForm } from "./long.ts";
import { frozen, hourMicros, loadOptions, options, vendors } from "./older-names-options.ts";
import { CalledProcess } from "./processes/called-process.ts";
import type { Call } from "./processes/caller.process.ts";
import { openHouse, usd } from "./processes/house.ts";
import { type LoadTerms, spendBeside } from "./processes/spend-beside.ts";
import { besideVersion02 } from "./stores/beside-version-0.2.ts";
import { openStore } from "./stores/store.ts";

/** Minutes of load on each storage in the long form. */
const besideMinutes = isLong ? Number(process.env["FAULT_BESIDE_MINUTES"] ?? 5) : 1;

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
async function fill(old: CalledProcess): Promise<void> {
  for (const vendor of vendors) {
    const { proposal } = (await old.call("propose", spend(vendor, 40, "first"))) as Answered;
    expect([vendor, proposal.status]).toEqual([vendor, "executed"]);
    const more = (await old.call("propose", spend(vendor, 10.5, "second"))) as Answered;
    expect([vendor, more.proposal.status]).toEqual([vendor, "pending"]);
    const known = (await old.call("propose", spend(vendor, 9, "third"))) as Answered;
    expect(known.proposal.status).toBe("executed");
    await approveInAdvance(old, vendor);
  }
  await old.call("freezes.freeze", { scope: "vendor", id: frozen[0], operator: "Ada" });
  for (const vendor of newPayees) {
    const { proposal } = (await old.call(
      "propose",
      spend(vendor, 0.01, "new", "starter"),
    )) as Answered;
    expect([vendor, proposal.status]).toEqual([vendor, "executed"]);
  }
}

/** Those that a limit of new payees counts. */
const newPayees = [vendors[0], vendors[1]] as const;

/** A nearly full window of each vendor, by a payment that a person approved. */
async function fillForLoad(old: CalledProcess): Promise<void> {
  for (const vendor of vendors) {
    const asked = spend(vendor, 45, `known ${vendor}`, "asker");
    const { proposal } = (await old.call("propose", asked)) as Answered;
    expect([vendor, proposal.status]).toEqual([vendor, "pending"]);
    await old.call("decide", { proposalId: proposal.id, decision: "approve", operator: "Ada" });
    await approveInAdvance(old, vendor);
  }
  await old.call("freezes.freeze", { scope: "vendor", id: frozen[0], operator: "Ada" });
}

const standing = { count: 5, micros: Micros.of(1_000_000n) } as const;

async function approveInAdvance(old: CalledProcess, vendor: string): Promise<void> {
  await old.call("standingApprovals.create", {
    agentId: "stander",
    vendor,
    maximumUsd: Micros.toUsd(standing.micros),
    count: standing.count,
    endsAt: new Date(Date.now() + 86_400_000).toISOString(),
    operator: "Ada",
  });
}

async function partsOf(storage: Storage): Promise<CopiedPart[]> {
  const parts: CopiedPart[] = [];
  for await (const part of storage.copy("demo")) parts.push(part);
  return parts;
}

async function statusOf(treasury: Treasury, ...given: Parameters<typeof spend>): Promise<string> {
  return (await treasury.propose(spend(...given))).proposal.status;
}

besideVersion02("a database of version 0.2", ({ scripts, newStore, open, untilAlone }) => {
  it.each(["sqlite", "postgres"] as const)(
    "on %s keeps its limits, freezes and standing approvals, beside a process of that version",
    async (kind) => {
      const store = newStore(kind, "0.2");
      const old = new CalledProcess("version 0.2", scripts.old, { store, options });
      await fill(old);
      const { treasury, close } = open(store, { autoApprovePayees: "any", ...options });
      for (const vendor of vendors) {
        const status = (amount: number, purpose: string) =>
          statusOf(treasury, vendor, amount, purpose);
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
      for (const vendor of newPayees) {
        expect(await statusOf(treasury, vendor, 0.01, "known there", "starter")).toBe("executed");
      }
      expect(await statusOf(treasury, vendors[2], 0.01, "a third", "starter")).toBe("pending");
      // Each version compares with proposals of the other, and knows the payees of its approvals.
      const byOld = async (...given: Parameters<typeof spend>) =>
        ((await old.call("propose", spend(...given))) as Answered).proposal;
      const byNew = async (...given: Parameters<typeof spend>) =>
        (await treasury.propose(spend(...given))).proposal;
      const [one, other] = newPayees;
      expect((await byOld(one, 0.02, "once", "repeater")).status).toBe("executed");
      const twice = await byNew(one, 0.02, "twice", "repeater");
      expect(twice.status).toBe("pending");
      expect((await byNew(other, 0.02, "once", "repeater")).status).toBe("executed");
      const twiceThere = await byOld(other, 0.02, "twice", "repeater");
      expect(twiceThere.status).toBe("pending");
      expect((await byNew(other, 0.01, "unknown", "payer")).status).toBe("denied");
      await treasury.decide({ proposalId: twice.id, decision: "approve", operator: "Ada" });
      const decision = { proposalId: twiceThere.id, decision: "approve", operator: "Ada" };
      await old.call("decide", decision);
      expect((await byOld(one, 0.01, "known", "payer")).status).toBe("executed");
      expect((await byNew(other, 0.01, "known", "payer")).status).toBe("executed");
      const { standingApprovals } = await treasury.standingApprovals.list();
      expect(standingApprovals.map(({ vendor, status }) => [vendor, status])).toEqual(
        vendors.toReversed().map((vendor) => [vendor, "active"]),
      );
      expect((await treasury.verify()).problem).toBeNull();
      await old.end();
      await close();
    },
  );

  it.each(["sqlite", "postgres"] as const)(
    "on %s rejects commits of that version, and of a process without the feature, once a feature is needed",
    async (kind) => {
      const store = newStore(kind, "needed");
      const old = new CalledProcess("version 0.2", scripts.old, { store, options });
      const { proposal } = (await old.call("propose", spend("Acme", 150, "before"))) as Answered;
      const storage = openStore(store);
      const { committer } = openHouse(storage, usd(0));
      const needed = new HeadSlice<number>({
        name: "later-feature",
        none: 0,
        toJson: (count) => count,
        fromJson: (json) => json as number,
        isNeeded: true,
      });
      const setOpen = (count: number): Command<null> => ({
        name: "set_open",
        reads: [],
        reduce: (ledger) => {
          const head = needed.with(ledger.head, count);
          const put = [keptDoc({ kind: "test", id: "open" }, ledger.head.epoch, count)];
          return { kind: "changed", answer: null, changes: changesOn(ledger, { head, put }) };
        },
      });
      await committer.run("demo", setOpen(1));
      const before = await partsOf(storage);
      const decision = { proposalId: proposal.id, decision: "approve", operator: "Ada" };
      const calls: Call[] = [
        { method: "propose", input: spend("Acme", 150, "later") },
        { method: "decide", input: decision },
        { method: "setBudget", input: { limits: { dailySpendCapUsd: 9_000 }, operator: "Ada" } },
        { method: "freezes.freeze", input: { scope: "workspace", operator: "Ada" } },
        { method: "reset", input: { operator: "Ada" } },
      ];
      // In the second round the old process has dropped its cached state.
      for (const call of [...calls, ...calls]) {
        expect([call.method, await old.answer(call)]).toEqual([
          call.method,
          { failure: expect.stringContaining("has format 3") as unknown },
        ]);
      }
      const without = createTreasury({ baseUrl: "http://localhost:3000", storage, ...options });
      const missing = {
        code: "storage_error",
        message: expect.stringContaining(
          'uses "later-feature", which this process does not have',
        ) as unknown,
      };
      await expect(without.decide({ ...decision, decision: "approve" })).rejects.toMatchObject(
        missing,
      );
      await expect(without.reset({ operator: "Ada" })).rejects.toMatchObject(missing);
      expect(await partsOf(storage)).toEqual(before);
      await old.end();
      await without.close();
      await committer.close();
      await storage.close();
    },
  );

  it.each(["sqlite", "postgres"] as const)(
    "on %s pays no tab and misses no counter of one, and continues after the last one",
    async (kind) => {
      const store = newStore(kind, "tabs");
      const old = new CalledProcess("version 0.2", scripts.old, { store, options });
      await old.call("propose", spend("Acme", 5, "before"));
      const { storage, treasury, close } = open(store, options);
      const opening = { agentId: "writer", amountUsd: 5, minutes: 60, vendor: "Models" };
      const { tab } = await treasury.tabs.open({ ...opening, purpose: "drafts" });
      await treasury.decide({ proposalId: tab.id, decision: "approve", operator: "Ada" });
      const tabId = tab.id;
      const { number } = await treasury.tabs.reserve({ tabId, amountUsd: 2 });
      const before = await partsOf(storage);
      const resolution = { workspaceId: "demo", proposalId: tabId, outcome: "paid" };
      const calls: Call[] = [
        { method: "propose", input: spend("Acme", 5, "beside") },
        { method: "decide", input: { proposalId: tabId, decision: "approve", operator: "Ada" } },
        { method: "resolveSpend", input: resolution },
        { method: "recover", input: undefined },
        { method: "reset", input: { operator: "Ada" } },
      ];
      for (const call of calls) await old.answer(call);
      expect(await partsOf(storage)).toEqual(before);
      await treasury.tabs.settle({ tabId, number, amountUsd: 1.5 });
      await treasury.tabs.close({ tabId });
      const { proposal } = (await old.call("propose", spend("Acme", 5, "after"))) as Answered;
      expect(proposal.status).toBe("executed");
      expect(await treasury.state()).toMatchObject({ heldUsd: 0, expenseUsd: 11.5 });
      expect(await treasury.verify()).toMatchObject({ valid: true });
      await old.end();
      await close();
    },
  );

  it.each(storesOfForm(["sqlite", "postgres"] as const, 0))(
    "on %s loses nothing and passes no limit while both versions spend and are killed",
    async (kind) => {
      const store = newStore(kind, "beside");
      const first = new CalledProcess("version 0.2", scripts.old, { store, options: loadOptions });
      await fillForLoad(first);
      await first.end();
      const seed = seedOfRun();
      const end = Date.now() + besideMinutes * 60_000;
      const load = (version: string, path: string, its: number): LoadTerms => ({
        random: seededRandom(seed + its),
        version,
        name: `${version} process ${its}`,
        start: () => new CalledProcess(version, path, { store, options: loadOptions }),
        continues: isLong ? () => Date.now() < end : (spends) => spends < 60,
        pauseMs: isLong ? 600 : 0,
        callsPerKill: isLong ? 100 : 60,
        vendors,
        frozen,
      });
      const versions = [["0.2", scripts.old] as const, ["0.3", scripts.own] as const];
      const processes = isLong ? versions.flatMap((one) => [one, one]) : versions;
      const loads = await Promise.all(
        processes.map(([version, path], its) => spendBeside(load(version, path, its))),
      );
      await untilAlone(store);
      const { storage, treasury, close } = open(store);
      const spends = loads.flatMap((one) => one.spends);
      const { flaws, ...counts } = await auditBeside(storage, spends, {
        rules: loadOptions.rules,
        vendorMicros: 50_000_000n,
        hourMicros,
        standing,
        frozen: frozen[0],
        known: vendors,
      });
      const failures = loads.flatMap((one) => one.failures);
      const kills = loads.reduce((sum, one) => sum + one.kills, 0);
      const decisions = loads.reduce((sum, one) => sum + one.decisions, 0);
      printCounts(`${kind}, FAULT_SEED=${seed}`, {
        ...counts,
        proposed: spends.length,
        kills,
        decisions,
        failures: failures.length,
      });
      expect([flaws, failures], `FAULT_SEED=${seed}`).toEqual([[], []]);
      expectMet({ fullVendors: counts.fullVendors, kills }, { fullVendors: 3, kills: 1 });
      expect((await treasury.verify()).problem).toBeNull();
      await close();
    },
    (isLong ? besideMinutes * 60_000 : 0) + hangMs,
  );

  it("learns and ends no known payee by decisions of a process of that version", async () => {
    const store = newStore("sqlite", "0.2-payees");
    const old = new CalledProcess("version 0.2", scripts.old, { store, options });
    const { treasury, close } = open(store, { budget: { startingCapitalUsd: 1_000 } });
    const propose = async (amountUsd: number, purpose: string) =>
      (await treasury.propose(spend("Acme", amountUsd, purpose))).proposal;
    const decide = (by: "old" | "new", proposalId: string, decision: "approve" | "deny") => {
      const input = { proposalId, decision, operator: "Ada" };
      return by === "old" ? old.call("decide", input) : treasury.decide(input);
    };
    await decide("old", (await propose(2, "first")).id, "approve");
    const second = await propose(2, "second");
    expect(second.status).toBe("pending");
    await decide("new", second.id, "approve");
    expect((await propose(2, "third")).status).toBe("executed");
    await decide("old", (await propose(12, "large")).id, "deny");
    expect((await propose(2, "after a denial there")).status).toBe("executed");
    await decide("new", (await propose(13, "large")).id, "deny");
    expect((await propose(2, "after a denial here")).status).toBe("pending");
    await old.end();
    await close();
  });
});
