import type { AgentTurnResult, Proposal } from "@agent-treasury/contract";
import type { TurnName } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { defineTool, type TreasuryOptions } from "../../index.ts";
import { calls, says, stop, type TestModel, testModel } from "../agent/test-model.fixture.ts";
import {
  stoppedClock,
  testDeployment,
  type TestDeployment,
  untilCallPersisted,
} from "../agent/two-processes.fixture.ts";
import { sellerOrigin, testSeller, type TestSeller } from "./test-seller.fixture.ts";

const message = "Go.";
const fetchIt = calls("fetch_paid", { url: `${sellerOrigin}/weather`, purpose: "the weather" });
/** A spend that policy approves in any other turn. */
const pens = calls("propose_spend", { amountUsd: 5, vendor: "Penhouse", purpose: "pens" });
const done = says("Done.");

interface Market extends TestDeployment {
  readonly seller: TestSeller;
}

/** A deployment whose seller asks for no payment. */
function market(options: Partial<TreasuryOptions> = {}): Market {
  const seller = testSeller();
  seller.priceUsd = null;
  const { executor, outbound } = seller;
  const paidFetch = { origins: [sellerOrigin] };
  const deployment = testDeployment({ executors: { executor }, outbound, paidFetch, ...options });
  return { ...deployment, seller };
}

function statuses({ state }: AgentTurnResult): readonly Proposal["status"][] {
  return state.proposals.map(({ status }) => status);
}

/** Returns the result that the model receives. */
async function shown(content: string | Uint8Array, more: object = {}): Promise<unknown> {
  const { seller, ...deployment } = market();
  seller.content = content;
  seller.answer = more;
  const model: TestModel = testModel(fetchIt, done);
  await deployment.open(model).runTurn({ message });
  const received = model.requests.at(-1)?.messages.at(-1)?.content ?? "";
  const [, json = ""] = /^<tool_response>(.*)<\/tool_response>$/su.exec(received) ?? [];
  return (JSON.parse(json) as { readonly content: unknown }).content;
}

describe("a spend after content of a seller", () => {
  it("needs approval for the rest of the turn, with the reason", async () => {
    const treasury = market().open(testModel(fetchIt, pens, done));
    const result = await treasury.runTurn({ message });
    expect(result.awaitingApproval).toBe(true);
    expect(result.state.proposals).toMatchObject([
      { status: "pending", verdict: "review", reason: expect.stringContaining("of a seller") },
    ]);
  });

  it("needs approval also in the same answer of the model", async () => {
    const both = [...fetchIt.slice(0, 1), ...pens.slice(0, 1), stop];
    const treasury = market().open(testModel(both, done));
    expect(statuses(await treasury.runTurn({ message }))).toEqual(["pending"]);
  });

  it("needs approval also for the price of another request", async () => {
    const { seller, ...deployment } = market();
    const model = testModel(
      fetchIt,
      calls("fetch_paid", { url: `${sellerOrigin}/other`, purpose: "more" }),
    );
    const { outbound } = seller;
    const asksOnce: typeof outbound = async (request) => {
      const answer = await outbound(request);
      seller.priceUsd = 2;
      return answer;
    };
    const treasury = deployment.open(model, { outbound: asksOnce });
    expect(statuses(await treasury.runTurn({ message }))).toEqual(["pending"]);
    expect(seller.orders).toEqual([]);
  });

  it("needs approval also after another process continued the turn", async () => {
    const deployment = market();
    const began = Promise.withResolvers<TurnName>();
    const act = defineTool({
      name: "act",
      description: "Acts.",
      parameters: {
        "~standard": { version: 1, vendor: "test", validate: (value: unknown) => ({ value }) },
      },
      parametersSchema: { type: "object" },
      effect: "write",
      execute: (_input, { workspaceId, turnId }) => {
        began.resolve({ workspaceId, turnId });
        return new Promise<never>(() => {});
      },
    });
    const clock = stoppedClock(deployment.clock);
    const first = deployment.open(testModel(fetchIt, calls("act")), { tools: [act], clock });
    void first.runTurn({ message });
    await untilCallPersisted(deployment, await began.promise, "act");
    deployment.clock.advance(16_000);
    const other = deployment.open(testModel(pens, done), { tools: [act] });
    await other.recover();
    expect((await other.state()).proposals).toMatchObject([{ status: "pending" }]);
    expect(deployment.seller.requests).toHaveLength(1);
  });

  it("needs approval also after paid content that a person approved", async () => {
    const { seller, ...deployment } = market();
    seller.priceUsd = 20;
    const model = testModel(fetchIt, pens, done);
    const treasury = deployment.open(model);
    const { turnId, state } = await treasury.runTurn({ message });
    const decision = { proposalId: state.proposals[0]?.id ?? "", operator: "Ada" };
    await treasury.decide({ ...decision, decision: "approve" });
    const resumed = await treasury.resumeTurn({ turnId });
    expect(model.requests[1]?.messages.at(-1)?.content).toContain('"text":"Sunny"');
    expect(statuses(resumed)).toEqual(["pending", "executed"]);
  });

  it("needs no approval after a request that was denied, without content", async () => {
    const { seller, ...deployment } = market();
    seller.priceUsd = 20;
    const treasury = deployment.open(testModel(fetchIt, pens, done));
    const { turnId, state } = await treasury.runTurn({ message });
    const decision = { proposalId: state.proposals[0]?.id ?? "", operator: "Ada" };
    await treasury.decide({ ...decision, decision: "deny" });
    expect(statuses(await treasury.resumeTurn({ turnId }))).toEqual(["executed", "denied"]);
  });

  it("is approved by policy before the content, and in the next turn", async () => {
    const treasury = market().open(testModel(pens, fetchIt, done, pens, done));
    expect(statuses(await treasury.runTurn({ message }))).toEqual(["executed"]);
    expect(statuses(await treasury.runTurn({ message }))).toEqual(["executed", "executed"]);
  });

  it("is approved by a rule that approves such spends", async () => {
    const rules = {
      version: 1,
      rules: [{ id: "small", when: { amountUsd: { below: 6 } }, then: { autoApprove: true } }],
    } as const;
    const treasury = market({ rules }).open(testModel(fetchIt, pens, done));
    expect(statuses(await treasury.runTurn({ message }))).toEqual(["executed"]);
  });

  it("stays denied if screening blocks it", async () => {
    const gun = calls("propose_spend", { amountUsd: 5, vendor: "Acme", purpose: "a handgun" });
    const treasury = market().open(testModel(fetchIt, gun, done));
    expect(statuses(await treasury.runTurn({ message }))).toEqual(["denied"]);
  });
});

describe("content of a seller", () => {
  it("is marked with its origin for the model", async () => {
    expect(await shown("Sunny")).toMatchObject({
      resource: { from: sellerOrigin, status: 200, bytes: 5, text: "Sunny" },
    });
  });

  it("is not shown if it is not text", async () => {
    for (const bytes of [new Uint8Array([0xff, 0xfe]), new Uint8Array([65, 0, 66])]) {
      const content = await shown(bytes);
      expect(content).toMatchObject({ resource: { text: null, bytes: bytes.length } });
    }
  });

  it("is not paid if the seller states that it is not text", async () => {
    const { seller, open } = market();
    seller.priceUsd = 2;
    const buy = async (contentType: string) => {
      seller.quote = async (quoted) => ({ ...quoted, contentType });
      const model = testModel(fetchIt, done);
      const { state } = await open(model).runTurn({ message });
      return { state, result: model.requests.at(-1)?.messages.at(-1)?.content };
    };
    const refused = await buy("image/png");
    expect(refused.state.proposals).toEqual([]);
    expect(refused.result).toContain("image/png");
    expect(refused.result).toContain("Nothing was paid.");
    expect((await buy("text/csv")).state.proposals).toHaveLength(1);
  });

  it("is cut after 65,536 characters, and where its bytes were cut", async () => {
    expect(await shown("x".repeat(70_000))).toMatchObject({
      resource: { text: "x".repeat(65_536), bytes: 70_000, isCut: true },
    });
    const half = new TextEncoder().encode("Zürich").slice(0, 2);
    const truncated = { isTruncated: true, body: half };
    expect(await shown("", truncated)).toMatchObject({ resource: { text: "Z", isCut: true } });
  });

  it("is stored without characters that a turn log rejects", async () => {
    const type = { headers: { "content-type": "text/plain\u202e" } };
    const content = await shown("a\u202eb", type);
    expect(content).toMatchObject({ resource: { text: "ab", contentType: "text/plain" } });
  });
});

describe("the tool `fetch_paid`", () => {
  it("exists only if it is enabled", async () => {
    const model = testModel(fetchIt, done);
    const treasury = market({ paidFetch: { origins: [] } }).open(model);
    const { events } = await treasury.runTurn({ message });
    expect(JSON.stringify(events)).toContain("There is no tool");
  });

  it("reports rejected requests to the model, and sends nothing", async () => {
    const { seller, ...deployment } = market();
    const elsewhere = calls("fetch_paid", { url: "https://other.example/", purpose: "x" });
    const { events } = await deployment.open(testModel(elsewhere, done)).runTurn({ message });
    expect(JSON.stringify(events)).toContain("is not one that this deployment requests");
    expect(seller.requests).toEqual([]);
  });

  it("sends no header that the model names", async () => {
    const { seller, ...deployment } = market();
    const given = { url: `${sellerOrigin}/`, purpose: "x", headers: { authorization: "x" } };
    await deployment.open(testModel(calls("fetch_paid", given), done)).runTurn({ message });
    expect(seller.requests.flatMap(({ headers }) => Object.keys(headers))).toEqual([]);
  });
});
