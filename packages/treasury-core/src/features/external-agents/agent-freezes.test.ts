import type { FreezeAnswer, FreezeList } from "@agent-treasury/contract";
import { describe, expect, it } from "vitest";
import { adasToken, agentWorld, bearer } from "./agent-world.fixture.ts";

describe("an agent's credential", () => {
  it("freezes its own agent, and nothing else", async () => {
    const { issue, send } = agentWorld();
    const { token } = await issue();
    const asBuyer = bearer(token);
    const freeze = (body: object) =>
      send<FreezeAnswer>("POST /treasury/freezes", asBuyer, { workspaceId: "acme", ...body });
    for (const other of [{ scope: "workspace" }, { scope: "agent", id: "seller" }]) {
      expect((await freeze(other)).body.code).toBe("forbidden");
    }
    const { body } = await freeze({ scope: "agent", id: "buyer", reason: "I am confused." });
    expect(body.freeze).toMatchObject({ scope: "agent", id: "buyer", frozenBy: "Buyer" });
    const lift = { workspaceId: "acme", scope: "agent", id: "buyer" };
    const unfrozen = await send("POST /treasury/unfreeze", asBuyer, lift);
    expect(unfrozen.body.code).toBe("forbidden");
    const route = "GET /treasury/freezes?workspaceId=acme";
    const listed = await send<FreezeList>(route, bearer(adasToken));
    expect(listed.body.freezes).toEqual([body.freeze]);
  });
});
