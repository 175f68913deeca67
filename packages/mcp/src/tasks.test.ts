import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type TestClock,
  type TestService,
  lamp,
  modernRequest,
  settle,
  taskClient,
  testClock,
  testService,
  tokens,
  waitingClient,
} from "./mcp-clients.fixture.ts";

let clock: TestClock;
let service: TestService;
beforeEach(() => {
  clock = testClock();
  service = testService({ clock, recoverySeconds: false });
});
afterEach(() => service.treasury.close());

function decide(decision: "approve" | "deny", proposalId: string, { treasury } = service) {
  return treasury.decide({ workspaceId: "acme", proposalId, decision, operator: "Ada" });
}

describe("a client of the official SDK that declares the Tasks extension", () => {
  it.each(["approve", "deny"] as const)("is notified of a decision (%s)", async (decision) => {
    const { id, seen, subscription, client } = await waitingClient(service);
    expect(seen).toMatchObject([{ taskId: id, status: "working", ttlMs: null }]);
    const asked = service.methods.length;
    await decide(decision, id);
    expect(await subscription.closed).toBe("graceful");
    const result = { isError: false, structuredContent: { proposalId: id, ...lamp } };
    expect(seen.slice(1)).toMatchObject([{ taskId: id, status: "completed", result }]);
    expect(seen[1]?.result?.structuredContent["status"]).toBe(
      decision === "approve" ? "executed" : "denied",
    );
    // It has sent nothing since it subscribed.
    expect(service.methods.slice(asked)).toEqual([]);
    await client.close();
  });

  it("is notified within a second of a decision of another process", async () => {
    const { id, seen, subscription } = await waitingClient(service);
    await decide("approve", id, { treasury: service.open() } as TestService);
    await settle();
    expect(seen).toHaveLength(1);
    clock.advance(1_000);
    await subscription.closed;
    expect(seen[1]).toMatchObject({ status: "completed" });
  });

  it("is notified of a decision that was made before it subscribed", async () => {
    const { propose, listen, seen } = await taskClient(service, tokens.buyer);
    const id = await propose();
    await decide("deny", id);
    await (
      await listen(id)
    ).closed;
    expect(seen).toMatchObject([{ taskId: id, status: "completed" }]);
  });

  it("is notified of each of several tasks once", async () => {
    const { propose, listen, seen } = await taskClient(service, tokens.buyer);
    const [first, second] = [await propose(), await propose({ ...lamp, purpose: "a chair" })];
    const { closed } = await listen(first, second);
    await settle();
    await decide("deny", first);
    for (let passed = 0; passed < 5; passed += 1) {
      clock.advance(1_000);
      await settle();
    }
    await decide("deny", second);
    await closed;
    expect(seen.map(({ taskId, status }) => [taskId, status])).toEqual([
      [first, "working"],
      [second, "working"],
      [first, "completed"],
      [second, "completed"],
    ]);
  });

  it("reads a task in any process", async () => {
    const { id, get } = await waitingClient(service);
    expect(await get(id)).toMatchObject({ status: "working", pollIntervalMs: 5_000 });
    await decide("approve", id);
    const { handler } = service.open();
    const send = (input: string | URL | Request, init?: RequestInit) =>
      handler(new Request(input, init));
    const other = await taskClient({ send }, tokens.buyer);
    expect(await other.get(id)).toMatchObject({
      status: "completed",
      result: { structuredContent: { proposalId: id, status: "executed" } },
    });
  });
});

async function sendModern(...given: Parameters<typeof modernRequest>) {
  const response = await service.send(modernRequest(...given));
  return (await response.json()) as {
    readonly result?: Readonly<Record<string, unknown>>;
    readonly error?: { readonly code: number };
  };
}

describe("a call whose proposal waits", () => {
  const call = { name: "propose_spend", arguments: lamp };

  it("returns a task only to a request that declares the extension", async () => {
    const { result } = await sendModern(tokens.buyer, "tools/call", call);
    expect(result).toMatchObject({ resultType: "task", status: "working" });
    const plain = await sendModern(tokens.buyer, "tools/call", call, {});
    expect(plain.result).toMatchObject({
      resultType: "complete",
      structuredContent: { proposalId: result?.["taskId"], status: "pending" },
    });
  });

  it("returns the result at once if the spend executes", async () => {
    const small = { ...call, arguments: { ...lamp, amountUsd: 5 } };
    const { result } = await sendModern(tokens.buyer, "tools/call", small);
    expect(result).toMatchObject({ resultType: "complete", isError: false });
  });

  it("has no task methods for requests without the extension", async () => {
    const listen = { notifications: { taskIds: ["prop_1"] } };
    for (const [method, params] of [
      ["tasks/get", { taskId: "prop_1" }],
      ["tasks/update", { taskId: "prop_1", inputResponses: {} }],
      ["tasks/cancel", { taskId: "prop_1" }],
      ["subscriptions/listen", listen],
    ] as const) {
      const { error } = await sendModern(tokens.buyer, method, params, {});
      expect([method, error?.code]).toEqual([method, -32_021]);
    }
  });

  it.each([[[]], [[1]], ["prop_1"], [Array.from({ length: 21 }, () => "prop_1")]])(
    "cannot be subscribed to by the ids %j",
    async (taskIds) => {
      const params = { notifications: { taskIds } };
      const { error } = await sendModern(tokens.buyer, "subscriptions/listen", params);
      expect(error?.code).toBe(-32_602);
    },
  );
});

describe("a hostile client", () => {
  it.each(["other", "stranger"] as const)(
    "cannot read, follow or cancel another agent's task (%s)",
    async (name) => {
      const { id } = await waitingClient(service);
      const thief = await taskClient(service, tokens[name]);
      for (const attempt of [thief.get(id), thief.cancel(id), thief.update(id, {})]) {
        await expect(attempt).rejects.toMatchObject({ code: -32_602 });
      }
      const { closed } = await thief.listen(id);
      expect(await closed).toBe("graceful");
      await decide("approve", id);
      await settle();
      expect(thief.seen).toEqual([]);
    },
  );

  it("cannot complete a task by a response or a result of its own", async () => {
    const { id, update, get, subscription } = await waitingClient(service);
    const accept = { action: "accept", content: { decision: "approve" } };
    await update(id, { approve: accept, [id]: accept });
    const forged = { taskId: id, status: "completed", result: { content: [] } };
    await sendModern(tokens.buyer, "tasks/update", { ...forged, inputResponses: {} });
    await sendModern(tokens.buyer, "tools/call", {
      name: "propose_spend",
      arguments: lamp,
      inputResponses: { approve: accept },
      requestState: JSON.stringify(forged),
    });
    expect(await get(id)).toMatchObject({ status: "working" });
    expect(await service.treasury.state("acme")).toMatchObject({ expenseUsd: 0, pendingCount: 1 });
    await subscription.close();
  });

  it("denies its own pending proposal by cancelling its task, and no approved one", async () => {
    const { id, cancel, get, propose } = await waitingClient(service);
    await cancel(id);
    expect(await get(id)).toMatchObject({
      result: { structuredContent: { status: "denied", comment: "Withdrawn by the agent." } },
    });
    await expect(decide("approve", id)).rejects.toMatchObject({ code: "already_decided" });
    const paid = await propose({ ...lamp, purpose: "a chair" });
    await decide("approve", paid);
    await cancel(paid);
    expect(await get(paid)).toMatchObject({
      result: { structuredContent: { status: "executed" } },
    });
    expect(await service.treasury.state("acme")).toMatchObject({ expenseUsd: 30 });
  });

  it("ends no payee that persons approved, and no suggestion, by cancelling its tasks", async () => {
    const { id, cancel, propose } = await waitingClient(service);
    await cancel(id);
    for (const purpose of ["a chair", "a desk", "a shelf"]) {
      await decide("approve", await propose({ ...lamp, amountUsd: 20, purpose }));
    }
    await cancel(await propose({ ...lamp, purpose: "a sofa" }));
    const { payees, rules } = service.treasury;
    const known = (await payees.list({ workspaceId: "acme" })).payees;
    expect(known).toMatchObject([{ name: "Lamps", rails: [{ maximumUsd: 40 }] }]);
    const { suggestions } = await rules.suggestions({ workspaceId: "acme" });
    expect(suggestions).toHaveLength(1);
    await decide("deny", await propose({ ...lamp, purpose: "a bed" }));
    expect((await payees.list({ workspaceId: "acme" })).payees).toEqual([]);
  });
});
