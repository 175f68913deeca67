import type {
  ActionAnswer,
  ProposalAnswer,
  RevokedStandingApproval,
  StandingApprovalList,
} from "@agent-treasury/contract";
import { describe, expect, it } from "vitest";
import { agentWorld, adasToken, bearer } from "../external-agents/agent-world.fixture.ts";

const ada = bearer(adasToken);
const path = "/treasury/standing-approvals";
const workspaceId = "acme";

describe("standing approvals over HTTP", () => {
  it("are created, listed with their usage and revoked, and approve an agent's spends", async () => {
    const world = agentWorld();
    const endsAt = new Date(world.clock.now() + 86_400_000).toISOString();
    const terms = { workspaceId, agentId: "buyer", vendor: "Acme", maximumUsd: 20, count: 2 };
    const { token } = await world.issue({ agentId: "buyer" });
    const propose = async (purpose: string) => {
      const spend = { amountUsd: 12, vendor: "ACME", purpose };
      const { body } = await world.send<ProposalAnswer>(
        "POST /treasury/proposals",
        bearer(token),
        spend,
      );
      return body.proposal;
    };
    expect((await propose("before")).status).toBe("pending");
    const created = await world.send<ActionAnswer>(`POST ${path}`, ada, { ...terms, endsAt });
    expect(created).toMatchObject({ status: 200, body: { action: { status: "done" } } });
    expect(await propose("after")).toMatchObject({ status: "executed", operator: "Ada" });
    const id = created.body.action.result;
    const listed = await world.send<StandingApprovalList>(
      `GET ${path}?workspaceId=${workspaceId}`,
      ada,
    );
    expect(listed.body.standingApprovals).toMatchObject([
      { id, status: "active", usedCount: 1, usedUsd: 12, endsAt, approvals: { given: 1 } },
    ]);
    const revoke = () =>
      world.send<RevokedStandingApproval>(`POST ${path}/${id}/revoke`, ada, { workspaceId });
    const revoked = { status: "revoked", endedBy: "Ada" };
    expect(await revoke()).toMatchObject({ status: 200, body: { standingApproval: revoked } });
    expect(await revoke()).toMatchObject({ status: 200, body: { standingApproval: revoked } });
    expect((await propose("revoked")).status).toBe("pending");
  });

  it("are rejected for agents, with wrong terms and in another workspace", async () => {
    const world = agentWorld();
    const { token } = await world.issue({ agentId: "buyer" });
    const endsAt = new Date(world.clock.now() + 86_400_000).toISOString();
    const terms = {
      workspaceId,
      agentId: "buyer",
      vendor: "Acme",
      maximumUsd: 20,
      count: 2,
      endsAt,
    };
    const post = (route: string, who: object, body: object) =>
      world.send<object>(`POST ${route}`, who as typeof ada, body);
    expect(await post(path, bearer(token), terms)).toMatchObject({ status: 403 });
    expect(await post(path, {}, terms)).toMatchObject({ status: 401 });
    expect(await post(path, ada, { ...terms, count: 0 })).toMatchObject({ status: 400 });
    expect(await post(path, ada, { ...terms, endsAt: "soon" })).toMatchObject({ status: 400 });
    const { body } = await world.send<ActionAnswer>(`POST ${path}`, ada, terms);
    const route = `${path}/${body.action.result}/revoke`;
    expect(await post(route, bearer(token), {})).toMatchObject({ status: 403 });
    expect(await post(route, ada, { workspaceId: "other" })).toMatchObject({
      status: 404,
      body: { code: "standing_approval_not_found" },
    });
  });
});
