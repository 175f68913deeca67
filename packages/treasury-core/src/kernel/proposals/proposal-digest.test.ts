import { readRuleSet } from "@agent-treasury/rules";
import { describe, expect, it } from "vitest";
import {
  ada,
  sandbox,
  type TestTreasury,
  testTreasury,
} from "../../create/test-treasury.fixture.ts";
import { eraseText } from "../../features/workspace/erase-text.ts";
import { dollars } from "../ledger/test-ledger.fixture.ts";
import { decideProposal } from "../spends/decide-proposal.ts";
import { isDigestValid } from "./proposal-digest.ts";
import { proposalFromDoc } from "./proposal-record.ts";
import { proposalKey, type SpendProposal } from "./proposal.ts";

const rules = readRuleSet({
  version: 1,
  rules: [{ id: "two", then: { requireApprovals: { count: 2 } } }],
});
const ben = { ...ada, id: "Ben", name: "Ben" };

async function stored({ engine }: TestTreasury, id: string): Promise<SpendProposal> {
  const [snapshot] = await engine.storage.load([{ workspaceId: "acme", keys: [proposalKey(id)] }]);
  return proposalFromDoc(snapshot!.found[0]!);
}

describe("the digest of a proposal", () => {
  it("is valid while it is pending, after its decision and after the erasure of its texts", async () => {
    const treasury = testTreasury({ rules, startingCapital: dollars(200) });
    const { id, fixed } = await treasury.propose();
    expect(isDigestValid("acme", await stored(treasury, id))).toBe(true);
    await treasury.approve(id);
    await treasury.approve(id, ben);
    expect(isDigestValid("acme", await stored(treasury, id))).toBe(true);
    treasury.clock.advance(1_000);
    await eraseText(treasury.engine, "acme", ada, null);
    const erased = await stored(treasury, id);
    expect(erased.vendor).toBe("[erased]");
    expect(erased.fixed).toMatchObject({ digest: fixed!.digest, salt: null });
    expect(isDigestValid("acme", erased)).toBe(true);
  });

  it.each<[string, (proposal: SpendProposal) => SpendProposal]>([
    ["amount", (one) => ({ ...one, amount: dollars(1) })],
    ["payee", (one) => ({ ...one, vendor: "Eve" })],
    ["purpose", (one) => ({ ...one, purpose: "another" })],
    ["agent", (one) => ({ ...one, agentId: "eve" })],
    ["requirements", (one) => ({ ...one, ruling: { ...one.ruling, requirements: [] } })],
    ["rules", (one) => ({ ...one, ruling: { ...one.ruling, rules: "0".repeat(64) } })],
    ["epoch", (one) => ({ ...one, epoch: one.epoch + 1 })],
  ])("covers the %s", async (_field, edit) => {
    const treasury = testTreasury({ rules, startingCapital: dollars(200) });
    const { id } = await treasury.propose();
    expect(isDigestValid("acme", edit(await stored(treasury, id)))).toBe(false);
  });

  it("covers the workspace", async () => {
    const treasury = testTreasury({ startingCapital: dollars(200) });
    const { id } = await treasury.propose({ amount: dollars(30) });
    expect(isDigestValid("other", await stored(treasury, id))).toBe(false);
  });

  it.each(["approve", "deny"] as const)(
    "rejects a decision to %s another one",
    async (decision) => {
      const treasury = testTreasury({ startingCapital: dollars(200) });
      const { id, fixed } = await treasury.propose({ amount: dollars(30) });
      const given = {
        proposalId: id,
        decision,
        operator: ada,
        comment: null,
        payment: sandbox,
        salt: "0".repeat(32),
      };
      const decide = (digest: string) =>
        treasury.run(decideProposal({ ...given, digest }, treasury.engine.policy));
      await expect(decide("0".repeat(64))).rejects.toMatchObject({ code: "proposal_changed" });
      expect((await stored(treasury, id)).status).toBe("pending");
      const { status } = await decide(fixed!.digest);
      expect(status).toBe(decision === "deny" ? "denied" : "executed");
    },
  );
});
