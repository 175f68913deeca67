import type { JsonObject } from "@agent-treasury/provider";
import { readRuleSet } from "@agent-treasury/rules";
import { describe, expect, it } from "vitest";
import { type TestTreasury, ada, testTreasury } from "../../create/test-treasury.fixture.ts";
import { withdrawal } from "../../features/inbox/withdraw-approval.ts";
import { eraseText } from "../../features/workspace/erase-text.ts";
import { memoryStorage } from "../../memory.ts";
import { paymentIdentityOf } from "../engine.ts";
import { contentsOf } from "../ledger/edited-storage.fixture.ts";
import type { Operator } from "../ledger/operator.ts";
import { dollars } from "../ledger/test-ledger.fixture.ts";
import { rulingFromJson, rulingToJson } from "../proposals/ruling.ts";
import { decideProposal } from "../spends/decide-proposal.ts";
import { readExplained } from "../views/read-explained.ts";

const requireApprovals = { count: 3, from: ["finance"] };
const rules = readRuleSet({ version: 1, rules: [{ id: "three", then: { requireApprovals } }] });

function mallory(index: number): Operator {
  const groups = ["finance", ...Array.from({ length: 40 }, (_, group) => `group ${group}`)];
  return { id: `mallory-${index}`, name: `Mallory ${index}`, verified: true, groups };
}

async function withTwoApprovals(): Promise<{ treasury: TestTreasury; id: string }> {
  const treasury = testTreasury({ rules, startingCapital: dollars(200) });
  const { id } = await treasury.propose();
  await treasury.approve(id, mallory(1));
  await treasury.approve(id, mallory(2));
  return { treasury, id };
}

describe("approvals that do not fit an open proposal", () => {
  it("are stored beside it, and show the same progress", async () => {
    const { treasury } = await withTwoApprovals();
    const { open } = (await treasury.engine.storage.load([{ workspaceId: "acme", keys: [] }]))[0]!;
    expect(JSON.stringify(open[0]!.body)).not.toContain("mallory");
    expect((await treasury.state()).proposals[0]).toMatchObject({
      approvals: {
        given: 2,
        needed: 3,
        missing: ["1 more approval from finance"],
        by: [{ name: "Mallory 1" }, { name: "Mallory 2" }],
      },
    });
  });

  it("are read with their comments by the id of the proposal", async () => {
    const treasury = testTreasury({ rules, startingCapital: dollars(200) });
    const { engine } = treasury;
    const { id: proposalId } = await treasury.propose();
    const comment = "It costs less than the other one. ".repeat(20);
    const [payment, salt] = [paymentIdentityOf(engine), engine.identifiers.random()];
    const terms = { proposalId, decision: "approve", operator: mallory(1), payment, salt } as const;
    await treasury.run(decideProposal({ ...terms, comment }, engine.policy));
    const listed = (await treasury.state()).proposals[0]!.approvals;
    expect(listed.by[0]?.comment).toBeNull();
    const question = { workspaceId: "acme", proposalId, agentId: null };
    const { proposal } = await readExplained(engine, question);
    expect(proposal.approvals).toEqual({ ...listed, by: [{ ...listed.by[0]!, comment }] });
  });

  it("count once for a person, in another process too", async () => {
    const { treasury, id } = await withTwoApprovals();
    expect((await treasury.approve(id, mallory(1))).status).toBe("pending");
    const { storage } = treasury.engine;
    const other = testTreasury({ rules, storage, clock: treasury.clock });
    expect((await other.approve(id, mallory(2))).status).toBe("pending");
    expect((await other.approve(id, mallory(3))).status).toBe("executed");
    expect(await treasury.verify()).toMatchObject({ valid: true });
    const { entries } = await contentsOf(storage, "acme");
    const approvers = ["mallory-1", "mallory-2", "mallory-3"];
    for (const approver of approvers) expect(JSON.stringify(entries[0]?.body)).toContain(approver);
  });

  it("can be withdrawn", async () => {
    const { treasury, id } = await withTwoApprovals();
    await treasury.run(withdrawal(id, mallory(1)));
    expect((await treasury.approve(id, mallory(3))).status).toBe("pending");
    expect((await treasury.approve(id, mallory(1))).status).toBe("executed");
  });

  it("are erased with the proposal, and not while it is pending", async () => {
    const { treasury, id } = await withTwoApprovals();
    const stored = async (): Promise<string> => {
      const { docs } = await contentsOf(treasury.engine.storage, "acme");
      return JSON.stringify(docs.filter((doc) => doc.id === id).map(({ body }) => body));
    };
    await eraseText(treasury.engine, "acme", ada, null);
    expect(await stored()).toContain("mallory-2");
    const denied = await treasury.deny(id, mallory(3));
    expect(denied.ruling.approvals).toMatchObject([{ id: "mallory-1" }, { id: "mallory-2" }]);
    await eraseText(treasury.engine, "acme", ada, null);
    expect(await stored()).not.toMatch(/mallory/iu);
  });

  it("fail a decision if they are missing", async () => {
    const { treasury, id } = await withTwoApprovals();
    const storage = memoryStorage({ now: treasury.clock.now });
    const copy = testTreasury({ rules, storage, clock: treasury.clock });
    await copy.propose({ id });
    const { open, head } = (
      await treasury.engine.storage.load([{ workspaceId: "acme", keys: [] }])
    )[0]!;
    const own = (await storage.load([{ workspaceId: "acme", keys: [] }]))[0]!.head!;
    const next = { ...head!, version: own.version + 1n };
    const change = { id: "0".repeat(32), workspaceId: "acme", expectedVersion: own.version, next };
    await storage.commit([{ ...change, entries: [], put: open, create: [], claim: [] }]);
    await expect(copy.approve(id, mallory(3))).rejects.toMatchObject({ code: "storage_error" });
  });
});

it("reads approvals that were stored as a list", () => {
  const approval = { id: "a", name: "A", verified: true, groups: [], at: 1, comment: null };
  const stored: JsonObject = { requirements: [[2]], approvals: [approval, approval] };
  expect(rulingFromJson(stored)).toMatchObject({ approvals: [approval, approval] });
  expect(rulingToJson(rulingFromJson(stored))).toEqual(stored);
});
