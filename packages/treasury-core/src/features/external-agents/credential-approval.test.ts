import type { ActionAnswer, IssuedCredential, ProposalAnswer } from "@agent-treasury/contract";
import { describe, expect, it } from "vitest";
import { outcomeOf } from "../../create/test-treasury.fixture.ts";
import type { AccessRules } from "../../index.ts";
import { contentsOf } from "../../kernel/ledger/edited-storage.fixture.ts";
import { memoryStorage } from "../../memory.ts";
import { onlyPending, two, underTwo } from "../administration/under-two.fixture.ts";
import { publishedBy } from "../rules/published-by.fixture.ts";
import { bearer, sendTo } from "./agent-world.fixture.ts";
import { maximumCredentials } from "./credential-action.ts";

const buyer = { agentId: "buyer", name: "Buyer" };

/** The token is the name. */
const authenticate: NonNullable<AccessRules["authenticate"]> = ({ headers }) => ({
  name: headers.get("authorization")?.slice("Bearer ".length) ?? "",
});

describe("under a rule with `notProposer`", () => {
  it("neither the owner of a credential nor the person who issued it approves its spends", async () => {
    const treasury = await underTwo({ authenticate });
    const workspaceId = "strict";
    const { token } = (
      await sendTo<IssuedCredential>(treasury, "POST /treasury/credentials", bearer("Ada"), {
        ...buyer,
        workspaceId,
        owner: "Ben",
      })
    ).body;
    const then = { requireApprovals: { count: 1, notProposer: true } };
    const rules = { version: 1, rules: [{ id: "other", then }] } as const;
    await publishedBy(treasury, { workspaceId, rules }, ["Ada", "Cy"]);
    const spend = { workspaceId, amountUsd: 12, vendor: "Acme", purpose: "paper" };
    const asked = await sendTo<ProposalAnswer>(
      treasury,
      "POST /treasury/proposals",
      bearer(token),
      spend,
    );
    const proposalId = asked.body.proposal.id;
    const decided = [];
    for (const operator of ["Ada", "Ben", "Cy"]) {
      const decision = { workspaceId, proposalId, decision: "approve", operator } as const;
      const { status, approvals } = await treasury.decide(decision);
      decided.push([status, approvals.given]);
    }
    expect(decided).toEqual([
      ["pending", 0],
      ["pending", 0],
      ["executed", 1],
    ]);
    await treasury.eraseText({ workspaceId });
    expect(await treasury.verify(workspaceId)).toMatchObject({ valid: true });
  });
});

describe("a replay of a rule with `notProposer`", () => {
  it("does not count the person who issued the credential, also after an erasure", async () => {
    const treasury = await underTwo({ authenticate });
    const workspaceId = "strict";
    const issued = await treasury.credentials.issue({
      ...buyer,
      workspaceId,
      owner: "Ben",
      operator: "Ada",
    });
    const spend = { workspaceId, amountUsd: 12, vendor: "Acme", purpose: "paper" };
    const asked = await sendTo<ProposalAnswer>(
      treasury,
      "POST /treasury/proposals",
      bearer(issued.token),
      spend,
    );
    const proposalId = asked.body.proposal.id;
    const decision = { workspaceId, proposalId, decision: "approve", operator: "Ada" } as const;
    expect((await treasury.decide(decision)).status).toBe("executed");
    const then = { requireApprovals: { count: 1, notProposer: true } };
    const rules = { version: 1, rules: [{ id: "other", then }] } as const;
    const replayed = async () => {
      const { changes } = await treasury.rules.replay({ workspaceId, rules });
      return changes.map(({ before, after }) => [before, after]);
    };
    const before = await replayed();
    expect(before).toEqual([["approved", "waits"]]);
    await treasury.eraseText({ workspaceId });
    expect(await replayed()).toEqual(before);
  });
});

describe("a credential under a rule of two", () => {
  it("has a token that is shown once, and is valid once another person has approved it", async () => {
    const storage = memoryStorage();
    const treasury = await underTwo({ authenticate, storage });
    const send = <Body>(route: string, token: string, body?: object) =>
      sendTo<Body>(treasury, route, bearer(token), body);
    const issue = await send<IssuedCredential>("POST /treasury/credentials", "Ada", buyer);
    const { token, action, credential } = issue.body;
    expect(action).toMatchObject({
      type: "issue_credential",
      status: "pending",
      details: { credential: { id: credential.id, ...buyer, owner: "Ada", expiresAt: null } },
      approvals: { given: 1, needed: 2 },
    });
    const use = async () => (await send("GET /treasury/proposals/prop_0", token)).status;
    expect(await use()).toBe(401);
    const decide = async (person: string) => {
      const route = `POST /treasury/actions/${action?.id}/decide`;
      return (await send<ActionAnswer>(route, person, { decision: "approve" })).body;
    };
    expect((await decide("Ada")).action.status).toBe("pending");
    expect(await use()).toBe(401);
    expect((await treasury.credentials.list()).credentials).toEqual([]);
    const approved = await decide("Ben");
    expect(approved.action).toMatchObject({ status: "done", result: credential.id });
    expect((await treasury.credentials.list()).credentials).toEqual([credential]);
    expect(await use()).toBe(404);
    const { docs } = await contentsOf(storage, "demo");
    const shown = [approved, await treasury.actions.list(), docs.map(({ body }) => body)];
    expect(JSON.stringify(shown)).not.toContain(token.slice(-64));
  });

  it("never has a valid token if it is denied", async () => {
    const treasury = await underTwo({ authenticate });
    const { token } = await treasury.credentials.issue({ ...buyer, operator: "Ada" });
    const { id } = await onlyPending(treasury);
    await treasury.actions.decide({ actionId: id, decision: "deny", operator: "Ada" });
    const again = { actionId: id, decision: "approve", operator: "Ben" } as const;
    expect(await outcomeOf(treasury.actions.decide(again))).toBe("already_decided");
    const { status } = await sendTo(treasury, "GET /treasury/proposals/prop_0", bearer(token));
    expect(status).toBe(401);
  });

  it("counts towards the limit when it becomes valid", async () => {
    const treasury = await underTwo({ authenticate });
    await treasury.credentials.issue({ ...buyer, operator: "Ada" });
    const last = await onlyPending(treasury);
    const approve = (actionId: string) =>
      treasury.actions.decide({ actionId, decision: "approve", operator: "Ben" });
    for (let count = 0; count < maximumCredentials; count += 1) {
      const { action } = await treasury.credentials.issue({ ...buyer, operator: "Ada" });
      await approve(action?.id ?? "");
    }
    expect(await outcomeOf(approve(last.id))).toBe("credential_limit_reached");
    expect(await outcomeOf(treasury.credentials.issue(buyer))).toBe("credential_limit_reached");
  });

  it("needs one person without requirements, and writes no further record", async () => {
    const treasury = await underTwo({ authenticate });
    const workspaceId = "other";
    const issued = await treasury.credentials.issue({ workspaceId, ...buyer, operator: "Ada" });
    expect(issued.action).toBeNull();
    expect((await treasury.actions.list({ workspaceId })).actions).toEqual([]);
    await publishedBy(treasury, { workspaceId, rules: two }, ["Ada", "Ben"]);
    const next = await treasury.credentials.issue({ workspaceId, ...buyer, operator: "Ada" });
    expect(next.action?.status).toBe("pending");
  });
});
