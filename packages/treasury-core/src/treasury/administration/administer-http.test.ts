import type { ActionAnswer, CurrentRules, PublishedRules } from "@agent-treasury/contract";
import { describe, expect, it } from "vitest";
import type { AccessRules, Treasury } from "../../index.ts";
import { none, onlyPending, two, underTwo } from "./under-two.fixture.ts";

/** The token is the name, and the groups follow `of`. */
const authenticate: NonNullable<AccessRules["authenticate"]> = ({ headers }) => {
  const name = headers.get("authorization")?.slice("Bearer ".length) ?? "";
  const [, group] = name.split(" of ");
  return { name, groups: group === undefined ? [] : [group] };
};

interface Answer {
  readonly status: number;
  readonly body: Partial<ActionAnswer & PublishedRules & CurrentRules>;
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
    expect(back.body.action).toMatchObject({ status: "done" });
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

  it("needs the groups of the rules, and stores only approvals that count", async () => {
    const treasury = await underTwo({ authenticate });
    const then = { requireApprovals: { count: 2, from: ["finance"] } };
    const rules = { version: 1, rules: [{ id: "finance", then }] };
    const route = "POST /treasury/rules";
    await decide(treasury, "Ben", await send(treasury, "Ada", route, { rules }));
    const next = await send(treasury, "Ada", route, { rules: two });
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
