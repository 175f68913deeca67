import type { JsonObject } from "@agent-treasury/provider";
import { expect, it } from "vitest";
import type { Treasury } from "../../index.ts";
import { calls, says, testModel, type Answer } from "../agent/test-model.fixture.ts";
import { testDeployment } from "../agent/two-processes.fixture.ts";
import { sellerOrigin, testSeller } from "./test-seller.fixture.ts";

const url = `${sellerOrigin}/weather`;
const pens = calls("propose_spend", { amountUsd: 5, vendor: "Penhouse", purpose: "pens" });

function market() {
  const seller = testSeller();
  const { executor, outbound } = seller;
  const paidFetch = { origins: [sellerOrigin] };
  const deployment = testDeployment({ executors: { executor }, outbound, paidFetch });
  /** Runs a turn, and returns the results of its calls. */
  const run = async (...answers: readonly Answer[]): Promise<readonly JsonObject[]> => {
    const treasury = deployment.open(testModel(...answers, says("Done.")));
    const { events } = await treasury.runTurn({ message: "Go." });
    return events.flatMap((event) =>
      event.kind === "tool_result" ? [event.result as JsonObject] : [],
    );
  };
  return { seller, run, treasury: deployment.open(testModel()) };
}

async function open(treasury: Treasury, forAgent?: string): Promise<string> {
  const terms = { amountUsd: 5, payee: sellerOrigin, minutes: 60, vendor: "W", purpose: "p" };
  const given = { ...terms, operator: "Ada", ...(forAgent !== undefined && { forAgent }) };
  const { tab } = await treasury.tabs.open(given);
  return tab.id;
}

const fetched = (purpose: string, more: object) => calls("fetch_paid", { url, purpose, ...more });

it("pays from the tab that a person opened for the built-in agent, also after content", async () => {
  const { seller, run, treasury } = market();
  const tabId = await open(treasury, "agent");
  const [checked, first, again, second, third, spend] = await run(
    calls("check_treasury"),
    fetched("today", { tabId }),
    fetched("today", { tabId }),
    fetched("tomorrow", { tabId }),
    fetched("next week", { tabId }),
    pens,
  );
  expect(checked).toMatchObject({ tabs: [{ id: tabId, payee: sellerOrigin, leftUsd: 5 }] });
  const bought = { status: "executed", resource: { from: sellerOrigin, text: "Sunny" } };
  expect([first, second]).toMatchObject([bought, bought]);
  expect(again).toMatchObject({ ...bought, repeated: true, proposalId: first?.["proposalId"] });
  expect(third?.["error"]).toContain("more than the $1.00 that the tab has left");
  // A new spend after the seller's content needs a person.
  expect(spend).toMatchObject({ status: "pending" });
  expect(seller.orders).toHaveLength(2);
  expect((await treasury.tabs.read({ tabId })).tab).toMatchObject({ chargedUsd: 4, leftUsd: 1 });
});

it("pays from no tab of a person or of another agent, which it is not shown", async () => {
  const { seller, run, treasury } = market();
  for (const forAgent of [undefined, "buyer"]) {
    const tabId = await open(treasury, forAgent);
    const [checked, refused] = await run(calls("check_treasury"), fetched("today", { tabId }));
    expect(checked).not.toHaveProperty("tabs");
    expect(refused?.["error"]).toContain("does not exist");
  }
  expect(seller.orders).toEqual([]);
});

it("opens no tab for an agent by request of another one", async () => {
  const { treasury } = market();
  const terms = { amountUsd: 5, payee: sellerOrigin, minutes: 60, vendor: "W", purpose: "p" };
  const forOther = treasury.tabs.open({ ...terms, agentId: "buyer", forAgent: "other" });
  await expect(forOther).rejects.toMatchObject({ code: "forbidden" });
  for (const forAgent of ["person", "a b"]) {
    const invalid = treasury.tabs.open({ ...terms, forAgent });
    await expect(invalid).rejects.toMatchObject({ code: "invalid_request" });
  }
});

it("follows a redirect of the seller if it is asked to", async () => {
  const { seller, run } = market();
  seller.answer = { status: 307, headers: { location: "/v2/weather" } };
  const [unasked, followed] = await run(
    fetched("today", {}),
    fetched("today", { followRedirects: true }),
  );
  expect(unasked).toMatchObject({ resource: { status: 307 } });
  expect(followed).toMatchObject({ resource: { status: 307 } });
  expect(seller.requests.map(({ url: to }) => to)).toEqual([
    url,
    url,
    ...Array.from({ length: 5 }, () => `${sellerOrigin}/v2/weather`),
  ]);
});
