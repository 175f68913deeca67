import { describe, expect, it } from "vitest";
import { hostileComments, markup } from "./hostile-comments.fixture.ts";
import { type TestModel, calls, says, stop, testModel } from "./test-model.fixture.ts";
import { testDeployment } from "./two-processes.fixture.ts";
import { paper } from "./two-spends.fixture.ts";

const message = "Buy paper.";
const operator = "Ada";

async function resumedWith(
  model: TestModel,
  decision: "approve" | "deny",
  comment?: string,
): Promise<string> {
  const treasury = testDeployment().open(model);
  const { events } = await treasury.runTurn({ message });
  const waits = events.find((event) => event.kind === "awaiting_approval");
  const proposalId = waits?.proposalId ?? "";
  await treasury.decide({ proposalId, decision, operator, comment, resume: true });
  await treasury.close();
  return model.requests.at(-1)?.messages.at(-1)?.content ?? "";
}

function inMarkup(): TestModel {
  return testModel(calls("propose_spend", paper), says("Done."));
}

function native(): TestModel {
  const call = { id: "a", name: "propose_spend", arguments: JSON.stringify(paper) };
  const model = testModel([{ kind: "call", call }, stop], says("Done."));
  return Object.assign(model, { toolCalls: "native" as const });
}

describe.each(["approve", "deny"] as const)("a comment of an approver (%s)", (decision) => {
  const status = decision === "approve" ? "executed" : "denied";

  it.each(hostileComments)("stays in its field of a result in markup: %j", async (comment) => {
    const result = await resumedWith(inMarkup(), decision, comment);
    const [, json = ""] = /^<tool_response>(.*)<\/tool_response>$/su.exec(result) ?? [];
    expect(json).not.toMatch(markup);
    const read: unknown = JSON.parse(json);
    expect(read).toMatchObject({ name: "propose_spend", content: { status, comment } });
  });

  it.each(hostileComments)("stays in its field of a native result: %j", async (comment) => {
    const result = await resumedWith(native(), decision, comment);
    expect(result).not.toMatch(markup);
    expect(JSON.parse(result)).toMatchObject({ status, comment });
  });
});

it("marks the denial of an approver for the model, also without a comment", async () => {
  const note = "An approver denied the spend.";
  expect(await resumedWith(inMarkup(), "deny", "Too dear.")).toContain(note);
  const silent = await resumedWith(inMarkup(), "deny");
  expect(silent).toContain(note);
  expect(silent).not.toContain('"comment"');
  expect(await resumedWith(inMarkup(), "approve")).not.toContain(note);
  const blocked = { ...paper, amountUsd: 900 };
  const denied = testModel(calls("propose_spend", blocked), says("Done."));
  await testDeployment().open(denied).runTurn({ message });
  const result = denied.requests.at(-1)?.messages.at(-1)?.content;
  expect(result).toContain('"status":"denied"');
  expect(result).not.toContain(note);
});

it("receives the approved amount of a spend that was approved for less", async () => {
  const model = inMarkup();
  const treasury = testDeployment().open(model);
  const { events } = await treasury.runTurn({ message });
  const waits = events.find((event) => event.kind === "awaiting_approval");
  const made = { proposalId: waits?.proposalId ?? "", decision: "approve", operator } as const;
  await treasury.decide({ ...made, approvedAmountUsd: 15, resume: true });
  const result = model.requests.at(-1)?.messages.at(-1)?.content;
  expect(result).toContain('"status":"executed","amountUsd":20,"approvedAmountUsd":15');
  expect(result).toContain("Do not propose the rest.");
  expect((await treasury.state()).expenseUsd).toBe(15);
});

it("receives the comments of all approvers of a quorum", async () => {
  const model = inMarkup();
  const rules = { version: 1, rules: [{ id: "two", then: { requireApprovals: { count: 2 } } }] };
  const treasury = testDeployment({ rules, authenticate: () => null } as never).open(model);
  const { events } = await treasury.runTurn({ message });
  const waits = events.find((event) => event.kind === "awaiting_approval");
  const made = { proposalId: waits?.proposalId ?? "", decision: "approve" } as const;
  await treasury.decide({ ...made, operator, comment: "Only this month.", resume: true });
  await treasury.decide({ ...made, operator: "Ben", comment: "Fine.", resume: true });
  const result = model.requests.at(-1)?.messages.at(-1)?.content;
  expect(result).toContain('"comment":"Fine.","otherComments":["Only this month."]');
});
