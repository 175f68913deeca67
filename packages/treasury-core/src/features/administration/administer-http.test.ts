import type {
  ActionAnswer,
  ActionPage,
  CurrentRules,
  PublishedRules,
  TreasuryState,
} from "@agent-treasury/contract";
import { describe, expect, it } from "vitest";
import { type AccessRules, type Treasury, createTreasury } from "../../index.ts";
import { memoryStorage } from "../../memory.ts";
import { none, onlyPending, underTwo } from "./under-two.fixture.ts";

/** The token is the name, and the groups follow `of`. */
const authenticate: NonNullable<AccessRules["authenticate"]> = ({ headers }) => {
  const name = headers.get("authorization")?.slice("Bearer ".length) ?? "";
  const [, group] = name.split(" of ");
  return { name, groups: group === undefined ? [] : [group] };
};

interface Answer {
  readonly status: number;
  readonly body: Partial<ActionAnswer & ActionPage & PublishedRules & CurrentRules & TreasuryState>;
}

async function send(
  treasury: Treasury,
  person: string,
  route: string,
  body?: object,
  key?: string,
): Promise<Answer> {
  const [method = "", path = ""] = route.split(" ");
  const response = await treasury.handler(
    new Request(`http://localhost:3000/api/service${path}`, {
      method,
      headers: {
        authorization: `Bearer ${person}`,
        ...(body && { "content-type": "application/json" }),
        ...(key && { "idempotency-key": key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }),
  );
  return { status: response.status, body: (await response.json()) as Answer["body"] };
}

async function decide(treasury: Treasury, person: string, { body }: Answer): Promise<Answer> {
  const route = `POST /treasury/actions/${body.action?.id}/decide`;
  return send(treasury, person, route, { decision: "approve" });
}

describe("an administrative action over HTTP", () => {
  it("one person publishes, another one completes it, and a repeated request is one action", async () => {
    const treasury = await underTwo({ authenticate });
    const publish = () => send(treasury, "Ada", "POST /treasury/rules", { rules: none }, "key-1");
    const { body } = await publish();
    expect(body.action).toMatchObject({ status: "pending", details: { rules: none } });
    expect(await publish()).toMatchObject({ status: 200, body });
    const route = `POST /treasury/actions/${body.action?.id}/decide`;
    expect(await send(treasury, "Ben", route, { decision: "approve" }, "key-2")).toMatchObject({
      status: 200,
      body: { action: { status: "done", approvals: { given: 2 } } },
    });
    expect(await publish()).toMatchObject({ body: { action: { status: "done" } } });
    const current = await send(treasury, "Ada", "GET /treasury/rules");
    expect(current.body.publication).toMatchObject({ number: 2, publishedBy: "Ada" });
    const { digest, predecessor } = current.body.publication!;
    const first = await send(treasury, "Ada", `GET /treasury/rules/${predecessor}`);
    expect(first.body.rules).toMatchObject({ rules: [{ id: "two" }] });
    const back = await send(treasury, "Ada", `POST /treasury/rules/${predecessor}/publish`, {});
    expect(back.body.action).toMatchObject({ status: "pending" });
    expect((await decide(treasury, "Ben", back)).body.action).toMatchObject({ status: "done" });
    const history = await send(treasury, "Ada", "GET /treasury/rules/history");
    expect(history.body).toMatchObject({ publications: [{ predecessor: digest }, {}, {}] });
    const report = await send(treasury, "Ada", "POST /treasury/rules/validate", { rules: {} });
    expect(report).toMatchObject({ status: 200, body: { valid: false } });
    const missing = await send(treasury, "Ada", `GET /treasury/rules/${"0".repeat(64)}`);
    expect(missing).toMatchObject({ status: 404, body: { code: "publication_not_found" } });
  });

  it("a reset is recorded once and rejected until another person approves it", async () => {
    const treasury = await underTwo({ authenticate });
    const reset = () => send(treasury, "Ada", "POST /treasury/reset", {}, "reset-1");
    for (let count = 0; count < 2; count += 1) {
      expect(await reset()).toMatchObject({ status: 409, body: { code: "approval_required" } });
    }
    const { id } = await onlyPending(treasury);
    await send(treasury, "Ben", `POST /treasury/actions/${id}/decide`, { decision: "approve" });
    expect(await reset()).toMatchObject({ status: 200, body: { balanceUsd: 0 } });
    expect((await treasury.actions.list()).actions).toHaveLength(2);
  });

  it("higher limits wait until another person approves them, and lower ones do not", async () => {
    const treasury = await underTwo({ authenticate });
    const set = (limits: object, key?: string) =>
      send(treasury, "Ada", "POST /treasury/budget", { limits }, key);
    expect(await set({ maxSpendPerActionUsd: 20 }, "lower")).toMatchObject({
      status: 200,
      body: { budget: { maxSpendPerActionUsd: 20, dailySpendCapUsd: 100 } },
    });
    expect((await set({ maxSpendPerActionUsd: 20 }, "lower")).status).toBe(200);
    expect(await set({})).toMatchObject({ status: 409, body: { code: "approval_required" } });
    const pending = await send(treasury, "Ben", "GET /treasury/actions?status=pending");
    expect(pending.body.actions).toMatchObject([{ type: "set_budget", startedBy: "Ada" }]);
    const route = `POST /treasury/actions/${pending.body.actions?.[0]?.id}/decide`;
    await send(treasury, "Ben", route, { decision: "approve" });
    expect((await treasury.state()).budget.maxSpendPerActionUsd).toBe(50);
    expect(await send(treasury, "Ben", "GET /treasury/actions?status=pending")).toMatchObject({
      body: { actions: [], cursor: null },
    });
    expect((await send(treasury, "Ben", "GET /treasury/actions?status=open")).status).toBe(400);
    expect((await set({ minReserveUsd: -1 })).status).toBe(400);
  });

  it("limits cannot be set without sign-in", async () => {
    const treasury = createTreasury({ baseUrl: "http://localhost:3000", storage: memoryStorage() });
    const limits = { maxSpendPerActionUsd: 20 };
    expect(await send(treasury, "Ada", "POST /treasury/budget", { limits })).toMatchObject({
      status: 403,
      body: { code: "forbidden" },
    });
  });

  const introducing = [
    ["a group that no person has", { count: 1, from: ["nobody"] }, ["Ben", "Cy of finance"], false],
    ["more persons than there are", { count: 4 }, ["Ben", "Cy", "Ben"], false],
    ["another person", { count: 1, notProposer: true }, ["Ada", "Ben"], true],
    ["a group", { count: 1, from: ["finance"] }, ["Ben", "Cy of finance"], true],
  ] as const;

  it.each(introducing)(
    "that introduces rules which require %s needs it first",
    async (_title, requireApprovals, approvers, isMet) => {
      const treasury = createTreasury({
        baseUrl: "http://localhost:3000",
        storage: memoryStorage(),
        authenticate,
        recoverySeconds: false,
      });
      const rules = { version: 1, rules: [{ id: "large", then: { requireApprovals } }] };
      const started = await send(treasury, "Ada", "POST /treasury/rules", { rules });
      expect(started.body.action?.status).toBe("pending");
      const statuses = [];
      for (const person of approvers) {
        statuses.push((await decide(treasury, person, started)).body.action?.status);
      }
      const pending = approvers.map(() => "pending");
      if (isMet) pending.splice(-1, 1, "done");
      expect(statuses).toEqual(pending);
      if (isMet) return;
      // One person still administers the workspace.
      const others = { version: 1, rules: [{ id: "gifts", then: { deny: true } }] };
      const next = await send(treasury, "Ada", "POST /treasury/rules", { rules: others });
      expect(next.body.action?.status).toBe("done");
      expect((await send(treasury, "Ada", "POST /treasury/reset", {})).status).toBe(200);
    },
  );

  it("needs the groups of the rules, and stores only approvals that count", async () => {
    const treasury = await underTwo({ authenticate });
    const then = { requireApprovals: { count: 2, from: ["finance"] } };
    const rules = { version: 1, rules: [{ id: "finance", then }] };
    const route = "POST /treasury/rules";
    const introduced = await send(treasury, "Ada", route, { rules });
    await decide(treasury, "Cy of finance", introduced);
    await decide(treasury, "Di of finance", introduced);
    const next = await send(treasury, "Ada", route, { rules: none });
    expect(next.body.action?.approvals).toMatchObject({
      given: 0,
      needed: 2,
      missing: ["2 more approvals from finance"],
      by: [{ name: "Ada" }],
    });
    expect((await decide(treasury, "Ben", next)).body).toEqual(next.body);
    const first = await decide(treasury, "Cy of finance", next);
    expect(first.body.action?.approvals).toMatchObject({ given: 1, needed: 2 });
    expect((await decide(treasury, "Cy of finance", next)).body).toEqual(first.body);
    const last = await decide(treasury, "Di of finance", next);
    expect(last.body.action).toMatchObject({ status: "done", result: expect.any(String) });
  });
});
