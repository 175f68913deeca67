import type { JsonObject } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { calls, says, testModel } from "../features/agent/test-model.fixture.ts";
import { defineTool } from "../features/agent/tools/define-tool.ts";
import { testDeployment } from "../features/agent/two-processes.fixture.ts";
import {
  adasToken,
  agentWorld,
  bearer,
  staticToken,
} from "../features/external-agents/agent-world.fixture.ts";
import { sellerOrigin, testSeller } from "../features/paid-fetch/test-seller.fixture.ts";
import type { TreasuryOptions } from "../index.ts";

const pens = { amountUsd: 3, vendor: "Acme", purpose: "pens" };
const page = { url: `${sellerOrigin}/page`, purpose: "a page" };

/** Arguments that models write for what they omit, and for the only currency. */
const omitted = [
  { category: null },
  { currency: null },
  { currency: "USD" },
  { currency: " usd " },
];
const keys = [{ idempotencyKey: null }, { idempotencyKey: "" }, { idempotencyKey: " \t" }];
const others = ["EUR", "", 840, {}];

const unknown: readonly (readonly [string, string])[] = [
  ["vendr", "vendor"],
  ["amount", "amountUsd"],
  ["purpose_of_it", "purpose"],
];

const nearest = (name: string): RegExp => new RegExp(`nearest one is \`${name}\`|Use \`${name}\``);

async function callInTurn(name: string, given: object, options: Partial<TreasuryOptions> = {}) {
  const model = testModel(calls(name, given), says("Done."));
  const treasury = testDeployment().open(model, options);
  const { events } = await treasury.runTurn({ message: "Buy pens from Acme." });
  const { result } = events.find((event) => event.kind === "tool_result") ?? { result: null };
  return { result: result as JsonObject, treasury };
}

describe("a spend in a turn", () => {
  it.each(omitted)("executes with %j", async (more) => {
    const { result } = await callInTurn("propose_spend", { ...pens, ...more });
    expect(result).toMatchObject({ status: "executed", amountUsd: 3 });
  });

  it.each(unknown)("is refused with the unknown argument %s", async (name, meant) => {
    const { result, treasury } = await callInTurn("propose_spend", { ...pens, [name]: "x" });
    expect(result["error"]).toMatch(nearest(meant));
    expect((await treasury.state()).proposals).toEqual([]);
  });

  it.each(others)("is refused in the currency %j", async (currency) => {
    const { result, treasury } = await callInTurn("propose_spend", { ...pens, currency });
    expect(result["error"]).toContain("`currency` must be `USD`");
    expect((await treasury.state()).proposals).toEqual([]);
  });
});

describe("a request to a seller in a turn", () => {
  const seller = testSeller();
  const { executor, outbound } = seller;
  const paidFetch = { origins: [sellerOrigin] };
  const market: Partial<TreasuryOptions> = { executors: { executor }, outbound, paidFetch };

  it("is sent with null and USD, and refused with an unknown argument", async () => {
    const nulls = {
      method: null,
      contentType: null,
      body: null,
      maximumUsd: null,
      currency: "USD",
    };
    const sent = await callInTurn("fetch_paid", { ...page, ...nulls }, market);
    expect(sent.result).toMatchObject({ status: "executed", resource: { text: "Sunny" } });
    expect(seller.requests).toMatchObject([{ method: "GET" }]);
    const refused = await callInTurn("fetch_paid", { ...page, maximum: 5 }, market);
    expect(seller.requests).toHaveLength(1);
    expect(refused.result["error"]).toMatch(nearest("maximumUsd"));
  });
});

describe("a tool of the app", () => {
  const seen: unknown[] = [];
  const order = defineTool({
    name: "order",
    description: "Order.",
    parameters: z.object({
      item: z.string(),
      note: z.string().optional(),
      to: z.object({ street: z.string(), floor: z.number().optional() }).optional(),
      gift: z.string().nullable().optional(),
    }),
    effect: "write",
    execute: async (input) => seen.push(input),
  });

  it("receives null only for an argument that accepts it", async () => {
    const given = { item: "pens", note: null, to: { street: "A", floor: null }, gift: null };
    await callInTurn("order", given, { tools: [order] });
    const same = { item: "pens", gift: null };
    await callInTurn("order", same, { tools: [order] });
    expect(seen).toEqual([{ item: "pens", to: { street: "A" } }, same]);
  });
});

describe("a spend over HTTP", () => {
  it.each([...omitted, ...keys, { agentLabel: null }, { allocationId: null }, { dryRun: null }])(
    "is the same one with %j",
    async (more) => {
      const { send, issue } = agentWorld();
      const { token } = await issue();
      const propose = (body: object) => send("POST /treasury/proposals", bearer(token), body);
      const { body } = await propose(pens);
      const again = await propose({ ...pens, ...more, workspaceId: null });
      expect([again.status, again.body.proposal.id]).toEqual([200, body.proposal.id]);
    },
  );

  it.each<readonly [string, string]>([...unknown, ["until", ""]])(
    "is refused with the unknown field %s, for agents and persons",
    async (name, meant) => {
      const { send, issue, treasury } = agentWorld();
      const { token } = await issue();
      for (const headers of [bearer(token), bearer(staticToken), bearer(adasToken)]) {
        const answer = await send<{ error: string }>("POST /treasury/proposals", headers, {
          ...pens,
          workspaceId: "acme",
          [name]: "x",
        });
        expect([answer.status, answer.body.code]).toEqual([400, "invalid_request"]);
        if (meant !== "") expect(answer.body.error).toMatch(nearest(meant));
        expect(answer.body.error).toContain(JSON.stringify(name));
      }
      expect((await treasury.state("acme")).proposals).toEqual([]);
    },
  );

  it.each(others)("is refused in the currency %j", async (currency) => {
    const { send } = agentWorld();
    const body = { ...pens, currency };
    const answer = await send<{ error: string }>(
      "POST /treasury/proposals",
      bearer(staticToken),
      body,
    );
    expect(answer.status).toBe(400);
    expect(answer.body.error).toContain("`currency` must be `USD`");
  });

  it("is refused for null as a person's workspace, because another one would pay", async () => {
    const { send } = agentWorld();
    const body = { ...pens, workspaceId: null };
    expect(await send("POST /treasury/proposals", bearer(adasToken), body)).toMatchObject({
      status: 400,
    });
  });

  it("is not authorized before its unknown fields are named", async () => {
    const { send } = agentWorld({ authorize: () => false });
    for (const path of ["/treasury/proposals", "/treasury/paid-requests"]) {
      const body = { ...pens, ...page, until: "x" };
      expect(await send(`POST ${path}`, bearer(staticToken), body)).toMatchObject({ status: 403 });
    }
  });
});

describe("a spend of the app's code", () => {
  it("follows the same rules", async () => {
    const treasury = testDeployment().open(testModel());
    const propose = (more: object) => treasury.propose({ ...pens, ...more });
    const { proposal } = await propose({});
    for (const more of [...omitted, ...keys, { until: undefined }]) {
      expect((await propose(more)).proposal.id).toBe(proposal.id);
    }
    for (const more of [{ until: "x" }, { currency: "EUR" }, { workspaceId: null }]) {
      await expect(propose(more)).rejects.toMatchObject({ code: "invalid_request" });
    }
  });
});
