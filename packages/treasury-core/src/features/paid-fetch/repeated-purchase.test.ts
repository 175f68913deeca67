import type { PaidFetchAnswer, ProposalAnswer } from "@agent-treasury/contract";
import type { JsonObject } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { calls, says, testModel } from "../agent/test-model.fixture.ts";
import { testDeployment } from "../agent/two-processes.fixture.ts";
import {
  adasToken,
  agentWorld,
  bearer,
  staticToken,
} from "../external-agents/agent-world.fixture.ts";
import { sellerOrigin, testSeller } from "./test-seller.fixture.ts";

const pens = { amountUsd: 3, vendor: "Acme", purpose: "pens" };
const dayMs = 86_400_000;

function world() {
  const seller = testSeller();
  const { executor, outbound } = seller;
  const paidFetch = { origins: [sellerOrigin] };
  const opened = agentWorld({ outbound, executors: { executor }, paidFetch });
  const post = async <Body = ProposalAnswer>(body: object, key?: string, token = staticToken) => {
    const path = "url" in body ? "/treasury/paid-requests" : "/treasury/proposals";
    const headers = { ...bearer(token), ...(key && { "idempotency-key": key }) };
    return opened.send<Body & { error?: string }>(`POST ${path}`, headers, body);
  };
  const spent = async () => (await opened.treasury.state("acme")).expenseUsd;
  return { ...opened, seller, post, spent };
}

describe("a purchase that is requested again over HTTP", () => {
  it.each([{}, { idempotencyKey: "pens-1" }])(
    "is answered with its date and how to buy again, and pays nothing: %j",
    async (key) => {
      const { post, clock, spent } = world();
      const first = await post({ ...pens, ...key });
      expect(first.body).toMatchObject({ repeated: false, note: null });
      clock.advance(40 * dayMs);
      const { body } = await post({ ...pens, ...key });
      const { id, createdAt } = first.body.proposal;
      expect(body).toMatchObject({ repeated: true, proposal: { id, status: "executed" } });
      expect(body.note).toContain(createdAt);
      expect(body.note).toContain("new `idempotencyKey`");
      expect(await spent()).toBe(3);
      const again = await post({ ...pens, idempotencyKey: "pens-2" });
      expect(again.body).toMatchObject({ repeated: false, note: null });
      expect(await spent()).toBe(6);
    },
  );

  it("is a repetition in a dry run, too", async () => {
    const { post } = world();
    expect((await post({ ...pens, dryRun: true })).body).toMatchObject({ repeated: false });
    await post(pens);
    const { body } = await post({ ...pens, dryRun: true });
    expect(body).toMatchObject({ repeated: true, dryRun: true, note: expect.any(String) });
  });

  it("is a repetition of a request to a seller", async () => {
    const { post, seller } = world();
    const page = { url: `${sellerOrigin}/page`, purpose: "a page" };
    const first = await post<PaidFetchAnswer>(page);
    expect(first.body).toMatchObject({ repeated: false, note: null, resource: { body: "Sunny" } });
    const { body } = await post<PaidFetchAnswer>(page);
    expect(body).toMatchObject({ repeated: true, resource: { body: "Sunny" } });
    expect(body.note).toContain(first.body.proposal!.createdAt);
    expect(seller.orders).toHaveLength(1);
  });
});

describe("the header Idempotency-Key", () => {
  it("makes a repeated request the same one for 24 hours", async () => {
    const { post, clock, spent } = world();
    await post(pens, "request-1");
    expect((await post(pens, "request-1")).body).toMatchObject({ repeated: false, note: null });
    clock.advance(dayMs - 1);
    expect((await post(pens, "request-1")).body).toMatchObject({ repeated: false });
    clock.advance(1);
    expect((await post(pens, "request-1")).body).toMatchObject({ repeated: true });
    expect(await spent()).toBe(3);
  });

  it("never identifies a purchase", async () => {
    const { post, spent } = world();
    const { body } = await post(pens, "request-1");
    const other = await post(pens, "request-2");
    expect(other.body).toMatchObject({ repeated: true, proposal: { id: body.proposal.id } });
    // The second request proposed nothing, so its own repetition is no other one.
    expect((await post(pens, "request-2")).body).toMatchObject({ repeated: true });
    expect(await spent()).toBe(3);
  });

  it("is refused for another body, and free again after 24 hours", async () => {
    const { post, clock, spent } = world();
    await post(pens, "request-1");
    const paper = { ...pens, purpose: "paper" };
    expect(await post(paper, "request-1")).toMatchObject({
      status: 409,
      body: { code: "idempotency_key_reused" },
    });
    expect(await spent()).toBe(3);
    clock.advance(dayMs);
    expect((await post(paper, "request-1")).body).toMatchObject({ repeated: false });
    expect(await spent()).toBe(6);
  });

  it("is each caller's own", async () => {
    const { post, issue, spent } = world();
    const { token } = await issue({ agentId: "other" });
    const given = { ...pens, workspaceId: "acme" };
    const ids = new Set<string>();
    for (const each of [staticToken, token, adasToken]) {
      const { body } = await post(given, "request-1", each);
      expect(body.repeated).toBe(false);
      ids.add(body.proposal.id);
    }
    expect([ids.size, await spent()]).toEqual([3, 9]);
  });

  it("makes a repeated request to a seller the same one", async () => {
    const { post, seller } = world();
    const page = { url: `${sellerOrigin}/page`, purpose: "a page" };
    await post<PaidFetchAnswer>(page, "request-1");
    const retried = await post<PaidFetchAnswer>(page, "request-1");
    expect(retried.body).toMatchObject({ repeated: false, resource: { body: "Sunny" } });
    const other = await post<PaidFetchAnswer>(page, "request-2");
    expect(other.body).toMatchObject({ repeated: true });
    const reused = await post<PaidFetchAnswer>({ ...page, purpose: "news" }, "request-1");
    expect(reused).toMatchObject({ status: 409, body: { code: "idempotency_key_reused" } });
    expect(seller.orders).toHaveLength(1);
  });
});

describe("a purchase that is requested again by the app's code", () => {
  it("is answered as over HTTP", async () => {
    const { treasury } = world();
    expect(await treasury.propose(pens)).toMatchObject({ repeated: false, note: null });
    const { repeated, note, proposal } = await treasury.propose(pens);
    expect([repeated, note]).toEqual([true, expect.stringContaining(proposal.createdAt)]);
  });
});

describe("a purchase that is requested again in a turn", () => {
  it("is reported to the model with its date and how to buy again", async () => {
    const call = calls("propose_spend", pens);
    const treasury = testDeployment().open(testModel(call, call, says("Done.")));
    const { events } = await treasury.runTurn({ message: "Buy pens from Acme, twice." });
    const results = events.flatMap((event) => (event.kind === "tool_result" ? [event.result] : []));
    const [first, second] = results as JsonObject[];
    expect(first).not.toHaveProperty("repeated");
    expect(first).not.toHaveProperty("note");
    expect(second).toMatchObject({ status: "executed", repeated: true });
    const { createdAt } = (await treasury.state()).proposals[0]!;
    expect(second!["note"]).toContain(createdAt);
    expect(second!["note"]).toContain("its own purpose");
    expect(await treasury.state()).toMatchObject({ expenseUsd: 3 });
  });
});
