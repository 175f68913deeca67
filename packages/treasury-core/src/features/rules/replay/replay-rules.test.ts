import type { ReplayReport, ReplayStreamItem, WrittenRuleSet } from "@agent-treasury/contract";
import { type Clock, systemClock } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { createTreasury } from "../../../create/create-treasury.ts";
import { memoryStorage } from "../../../memory.ts";
import type { TreasuryOptions } from "../../../treasury-options.ts";
import type { Treasury } from "../../../treasury.ts";

const workspaceId = "acme";
const baseUrl = "http://localhost:3000";

const draft: WrittenRuleSet = {
  version: 1,
  rules: [{ id: "no-figma", when: { vendors: { in: ["figma"] } }, then: { deny: true } }],
};

async function treasuryWithSpends(options: Partial<TreasuryOptions> = {}): Promise<Treasury> {
  const budget = { startingCapitalUsd: 1_000, autoApproveUnderUsd: 20 };
  const treasury = createTreasury({
    autoApprovePayees: "any",
    baseUrl,
    storage: memoryStorage(),
    budget,
    ...options,
  });
  for (const [amountUsd, vendor] of [
    [10, "Figma"],
    [12, "AWS"],
    [40, "Figma"],
  ] as const) {
    await treasury.propose({ workspaceId, amountUsd, vendor, purpose: "tools" });
  }
  return treasury;
}

function requestOf(body: object, accept: string): Request {
  return new Request(`${baseUrl}/api/service/treasury/rules/replay`, {
    method: "POST",
    headers: { "content-type": "application/json", accept },
    body: JSON.stringify({ workspaceId, ...body }),
  });
}

async function itemsOf(response: Response): Promise<readonly ReplayStreamItem[]> {
  const text = await response.text();
  return text
    .split("\n")
    .filter((line) => line.startsWith("data:"))
    .map((line) => JSON.parse(line.slice(5)) as ReplayStreamItem);
}

describe("a replay of a draft", () => {
  it("lists what would have changed, with both totals", async () => {
    const treasury = await treasuryWithSpends();
    const report = await treasury.rules.replay({ workspaceId, rules: draft });
    expect(report).toMatchObject({
      spends: 3,
      changed: 2,
      unknown: 0,
      isComplete: true,
      changes: [
        { vendor: "Figma", amountUsd: 40, before: "waits", after: "denied" },
        { vendor: "Figma", amountUsd: 10, before: "automatic", after: "denied" },
      ],
      totals: { beforeUsd: 22, ifNoneUsd: 12, ifAllUsd: 12 },
    });
    expect(report.changes.map(({ foundAfter }) => foundAfter?.rule)).toEqual([
      "no-figma",
      "no-figma",
    ]);
    expect(report.changes[0]?.foundBefore?.rule).toBe("auto-approve-under");
    expect(report.vendors[0]).toMatchObject({ name: "Figma", spends: 2, changed: 2 });
    await treasury.close();
  });

  it("streams its progress over HTTP, and ends with the report", async () => {
    const treasury = await treasuryWithSpends();
    const response = await treasury.handler(requestOf({ rules: draft }, "text/event-stream"));
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    const items = await itemsOf(response);
    expect(items[0]).toMatchObject({ kind: "progress", step: "read" });
    const expected = await treasury.rules.replay({ workspaceId, rules: draft });
    expect(items.at(-1)).toEqual({ kind: "result", result: expected });
    const plain = await treasury.handler(requestOf({ rules: draft }, "application/json"));
    expect(await plain.json()).toEqual(expected);
    await treasury.close();
  });

  it("rejects a draft with problems before the stream begins", async () => {
    const treasury = await treasuryWithSpends();
    const rules = { version: 1, rules: [{ id: "x", then: { nothing: true } }] };
    const response = await treasury.handler(requestOf({ rules }, "text/event-stream"));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "invalid_request" });
    await treasury.close();
  });

  it("reports only spends in its range, and uses earlier ones for windows", async () => {
    const treasury = await treasuryWithSpends();
    const rules: WrittenRuleSet = {
      version: 1,
      rules: [{ id: "two", then: { limit: { count: 1, per: "day", atProposal: "deny" } } }],
    };
    const all = await treasury.rules.replay({ workspaceId, rules });
    expect(all.changes.map(({ amountUsd }) => amountUsd)).toEqual([40, 12]);
    const later = new Date(Date.now() + 60_000).toISOString();
    const none = await treasury.rules.replay({ workspaceId, rules, from: later });
    expect(none).toMatchObject({ spends: 0, changed: 0, from: later });
    await treasury.close();
  });

  it.each([
    [0, 0],
    [5, 2],
    [10, 6],
  ])("lets others run by time: an event of %i ms, %i pauses", async (eventMs, pauses) => {
    let [now, slept] = [0, 0];
    const clock: Clock = {
      ...systemClock,
      monotonic: () => (now += eventMs),
      sleep: async (ms) => void (slept += ms === 0 ? 1 : 0),
    };
    const treasury = await treasuryWithSpends({ clock, recoverySeconds: false });
    slept = 0;
    await treasury.rules.replay({ workspaceId, rules: draft });
    expect(slept).toBe(pauses);
    await treasury.close();
  });

  it("leaves a spend that was frozen as it was", async () => {
    const treasury = await treasuryWithSpends();
    await treasury.propose({ workspaceId, amountUsd: 25, vendor: "OVH", purpose: "tools" });
    await treasury.freezes.freeze({ workspaceId, scope: "workspace", operator: "Ada" });
    await treasury.propose({ workspaceId, amountUsd: 5, vendor: "GCP", purpose: "tools" });
    expect(await treasury.rules.replay({ workspaceId })).toMatchObject({ spends: 5, changed: 0 });
    const rules: WrittenRuleSet = {
      version: 1,
      rules: [{ id: "free", then: { autoApprove: true } }],
    };
    const report = await treasury.rules.replay({ workspaceId, rules });
    expect(report.changes.map(({ amountUsd }) => amountUsd)).toEqual([25]);
    await treasury.close();
  });

  it("is the same after an erasure of texts, but for names", async () => {
    const treasury = await treasuryWithSpends();
    const rules: WrittenRuleSet = {
      version: 1,
      rules: [
        ...draft.rules,
        {
          id: "aws",
          when: { vendors: { notIn: ["figma"] } },
          then: { requireApprovals: { count: 1 } },
        },
      ],
    };
    const [pending] = (await treasury.state(workspaceId)).proposals.filter(
      ({ status }) => status === "pending",
    );
    if (pending === undefined) throw new Error("No proposal is pending.");
    const proposalId = pending.id;
    await treasury.decide({ workspaceId, proposalId, decision: "approve", operator: "Ada" });
    const before = await treasury.rules.replay({ workspaceId, rules });
    expect(before.changed).toBe(3);
    await treasury.eraseText({ workspaceId, operator: "Ada" });
    const after = await treasury.rules.replay({ workspaceId, rules });
    expect(after.changes.map(({ vendor }) => vendor)).toEqual([null, null, null]);
    expect(withoutNames(after)).toEqual(withoutNames(before));
    await treasury.close();
  });
});

function withoutNames(report: ReplayReport): object {
  const { changes, vendors, ...others } = report;
  return {
    ...others,
    changes: changes.map(({ proposalId, before, after, foundBefore, foundAfter }) => [
      proposalId,
      before,
      after,
      foundBefore?.rule,
      foundAfter?.rule,
    ]),
    vendors: vendors.map(({ spends, changed, beforeUsd, ifNoneUsd, ifAllUsd }) => [
      spends,
      changed,
      beforeUsd,
      ifNoneUsd,
      ifAllUsd,
    ]),
  };
}
