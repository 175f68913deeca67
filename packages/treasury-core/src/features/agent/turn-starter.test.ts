import type { AgentTurnResult, Proposal } from "@agent-treasury/contract";
import { expect, it } from "vitest";
import type { Treasury, TreasuryOptions } from "../../index.ts";
import { contentsOf } from "../../kernel/ledger/edited-storage.fixture.ts";
import { calls, says, testModel } from "./test-model.fixture.ts";
import { testDeployment } from "./two-processes.fixture.ts";
import { paper } from "./two-spends.fixture.ts";

const people: TreasuryOptions["authenticate"] = ({ headers }) => {
  const id = headers.get("x-user");
  return id === null ? null : { id, name: id === "u1" ? "Ada Lovelace" : "Bob" };
};

async function post<Body>(
  { handler }: Treasury,
  path: string,
  user: string,
  body: object,
): Promise<Body> {
  const headers = { "content-type": "application/json", "x-user": user };
  const url = `http://localhost:3000/api/service${path}`;
  const response = await handler(
    new Request(url, { method: "POST", headers, body: JSON.stringify(body) }),
  );
  expect(response.status).toBe(200);
  return (await response.json()) as Body;
}

function proposalsOf({ state }: AgentTurnResult): readonly Proposal[] {
  return state.proposals;
}

it("a proposal names the person who started its turn, also after another person resumed it elsewhere", async () => {
  const deployment = testDeployment({ authenticate: people });
  const { open, storage } = deployment;
  const first = open(testModel(calls("propose_spend", paper)));
  const waiting = await post<AgentTurnResult>(first, "/agent", "u1", { message: "Buy paper." });
  const [proposal] = proposalsOf(waiting);
  expect(proposal).toMatchObject({ agentId: "agent", onBehalfOf: "Ada Lovelace" });

  const second = { ...paper, purpose: "more paper" };
  const other = open(testModel(calls("propose_spend", second), says("Bought.")));
  const request = { proposalId: proposal?.id, decision: "approve", resume: true };
  await post(other, "/treasury/decide", "u2", request);
  const { proposals } = await other.state();
  const shown = proposals.map(({ purpose, operator, onBehalfOf }) => [
    purpose,
    operator,
    onBehalfOf,
  ]);
  expect(shown).toEqual([
    ["more paper", null, "Ada Lovelace"],
    ["paper", "Bob", "Ada Lovelace"],
  ]);
  for (const { id, status } of proposals) {
    if (status === "pending") await other.decide({ proposalId: id, decision: "deny" });
  }
  await other.eraseText({ workspaceId: "demo" });
  const { docs } = await contentsOf(storage, "demo");
  expect(JSON.stringify(docs.map(({ body }) => body))).not.toContain("Lovelace");
});

it("a turn that was active after an erasure's date keeps the person who started it", async () => {
  const { open, clock } = testDeployment({
    authenticate: ({ headers }) => {
      const name = headers.get("x-user");
      return name === null ? null : { id: name, name };
    },
  });
  const bought = ["one", "two", "three"].map((purpose) =>
    calls("propose_spend", { ...paper, purpose }),
  );
  const treasury = open(testModel(...bought));
  await post(treasury, "/agent", "ada", { message: "Buy paper." });
  const approveNewest = async () => {
    const [newest] = (await treasury.state()).proposals;
    const decision = { proposalId: newest?.id, decision: "approve", resume: true };
    await post(treasury, "/treasury/decide", "ben", decision);
  };
  clock.advance(3_600_000);
  const before = new Date(clock.now());
  await approveNewest();
  const { turnRecords } = await treasury.eraseText({ workspaceId: "demo", before });
  expect(turnRecords).toBe(0);
  await approveNewest();
  const { proposals } = await treasury.state();
  expect(proposals.map(({ purpose, onBehalfOf }) => [purpose, onBehalfOf])).toEqual([
    ["three", "ada"],
    ["two", "ada"],
    ["[erased]", "[erased]"],
  ]);
});

it("a turn that code in the process runs may name the person", async () => {
  const treasury = testDeployment().open(testModel(calls("propose_spend", paper)));
  const { state } = await treasury.runTurn({ message: "Buy paper." }, { operator: "Ada" });
  expect(state.proposals).toMatchObject([{ onBehalfOf: "Ada" }]);
  const { state: later } = await treasury.runTurn({ message: "Buy more." });
  expect(later.proposals).toMatchObject([{ onBehalfOf: null }, { onBehalfOf: "Ada" }]);
});
