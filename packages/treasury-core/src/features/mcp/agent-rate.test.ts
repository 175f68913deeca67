import { expect, it } from "vitest";
import { configuredAgent } from "../../http/outside-agent.ts";
import { manualClock } from "../agent/manual-clock.fixture.ts";
import { agentWorld, bearer, sendTo, staticToken } from "../external-agents/agent-world.fixture.ts";
import { AgentRate } from "./agent-rate.ts";

const buyer = configuredAgent({ name: "buyer", workspaceId: "acme" });

it("counts the requests of each agent per minute", () => {
  const clock = manualClock();
  const rate = new AgentRate(clock, 2);
  rate.count(buyer);
  clock.advance(20_000);
  rate.count({ ...buyer, credentialId: "another" });
  const headers = { "retry-after": "40" };
  expect(() => rate.count(buyer)).toThrow(expect.objectContaining({ headers }) as Error);
  rate.count({ ...buyer, workspaceId: "demo" });
  rate.count({ ...buyer, id: "other" });
  clock.advance(40_000);
  rate.count(buyer);
});

it("allows 120 requests per minute by default, before the app's own limit", async () => {
  let asked = 0;
  const { treasury } = agentWorld({ rateLimit: () => void (asked += 1) });
  const statuses: number[] = [];
  for (let count = 0; count < 121; count += 1) {
    statuses.push((await sendTo(treasury, "POST /mcp", bearer(staticToken), {})).status);
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(120);
  expect([statuses.at(-1), asked]).toEqual([429, 120]);
});
