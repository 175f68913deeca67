import { createTreasuryClient } from "@agent-treasury/sdk-client";
import { createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { describe, expect, it } from "vitest";
import { keepingAnswers } from "./kept-answers.ts";

const baseUrl = "http://localhost:3000";

function watched() {
  const treasury = createTreasury({
    baseUrl,
    storage: memoryStorage(),
    budget: { startingCapitalUsd: 100 },
  });
  const answers: [status: number, bytes: number][] = [];
  const fetch = keepingAnswers(async (input, init) => {
    const response = await treasury.handler(new Request(input, init));
    const { byteLength } = await response.clone().arrayBuffer();
    answers.push([response.status, byteLength]);
    return response;
  });
  return { treasury, answers, client: createTreasuryClient({ baseUrl, fetch }) };
}

describe("a page that reads again", () => {
  it("receives nothing that it already has, and everything that changed", async () => {
    const { treasury, answers, client } = watched();
    const first = await client.treasury.state();
    expect(await client.treasury.state()).toEqual(first);
    expect(await client.treasury.state()).toEqual(first);
    expect(answers.map(([status]) => status)).toEqual([200, 304, 304]);
    expect(answers.slice(1).map(([, bytes]) => bytes)).toEqual([0, 0]);

    await treasury.propose({ agentId: "buyer", vendor: "Acme", amountUsd: 40, purpose: "paper" });
    const changed = await client.treasury.state();
    expect([changed.pendingCount, answers.at(-1)?.[0]]).toEqual([1, 200]);
    expect(await client.treasury.state()).toEqual(changed);
    expect(answers.at(-1)).toEqual([304, 0]);
  });

  it("keeps the answers of each address apart, and none of a failure", async () => {
    const { answers, client } = watched();
    await client.treasury.state({ workspaceId: "one" });
    const other = await client.treasury.state({ workspaceId: "other" });
    expect(other.workspaceId).toBe("other");
    await expect(client.treasury.proposal({ proposalId: "prop_missing" })).rejects.toThrow(
      "prop_missing",
    );
    await expect(client.treasury.proposal({ proposalId: "prop_missing" })).rejects.toThrow(
      "prop_missing",
    );
    expect(answers.map(([status]) => status).filter((status) => status === 304)).toEqual([]);
    expect((await client.treasury.state({ workspaceId: "one" })).workspaceId).toBe("one");
    expect(answers.at(-1)?.[0]).toBe(304);
  });
});
