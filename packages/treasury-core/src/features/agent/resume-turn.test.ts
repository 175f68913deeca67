import type { AgentEvent } from "@agent-treasury/contract";
import type { Storage, TreasuryError } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { type Answer, calls, says, testModel } from "./test-model.fixture.ts";
import { testDeployment, withOverrides } from "./two-processes.fixture.ts";
import { both, paper } from "./two-spends.fixture.ts";

const message = "Buy paper.";
const operator = "ada";

function idsIn(events: readonly AgentEvent[]): string[] {
  return events.flatMap((event) => (event.kind === "awaiting_approval" ? [event.proposalId] : []));
}

function isNoProposal({ kind }: { readonly kind: string }): boolean {
  return kind !== "proposal";
}

describe("a turn that failed temporarily", () => {
  it("reports when to retry, also to later readers in other processes", async () => {
    const { open, clock } = testDeployment();
    const used: Answer = [
      { kind: "text", text: "Done." },
      { kind: "finish", reason: "stop", usage: { inputTokens: 2_000, outputTokens: 1 } },
    ];
    const ended: string[] = [];
    const treasury = open(testModel(used), {
      turns: { dailyTokens: 1_000 },
      hooks: { turnEnded: ({ turnId }) => void ended.push(turnId) },
    });
    await treasury.runTurn({ message });
    const failure: unknown = await treasury.runTurn({ message }).catch((error: unknown) => error);
    const waitSeconds = Number((failure as TreasuryError).headers["retry-after"]);
    expect(waitSeconds).toBeGreaterThan(60);

    await expect.poll(() => ended).toHaveLength(2);
    const [, turnId = ""] = ended;
    clock.advance(10_000);
    const other = open(testModel(says("Never asked.")));
    await expect(other.resumeTurn({ turnId })).rejects.toMatchObject({
      code: "token_budget_exceeded",
      headers: { "retry-after": String(waitSeconds - 10) },
    });
    clock.advance(waitSeconds * 1_000);
    await expect(other.resumeTurn({ turnId })).rejects.toMatchObject({ headers: {} });
  });
});

describe("a turn that waits for approval", () => {
  it("continues after the approval in another process, and the model receives the outcome as the tool's result", async () => {
    const { open } = testDeployment();
    const first = await open(testModel(calls("propose_spend", paper))).runTurn({ message });
    expect(first).toMatchObject({
      awaitingApproval: true,
      assistant: "Waiting for a person to decide: $20.00 to Paperhouse.",
    });
    const model = testModel(says("Bought."));
    const other = open(model);
    const [proposalId = ""] = idsIn(first.events);
    await other.decide({ proposalId, decision: "approve", operator, comment: "Fine." });
    const { turnId } = first;
    const result = await other.resumeTurn({ turnId });
    expect(result).toMatchObject({ turnId, assistant: "Bought.", awaitingApproval: false });
    expect(result.state.expenseUsd).toBe(20);
    const messages = model.requests[0]?.messages ?? [];
    expect(messages.at(-3)).toEqual({ role: "user", content: message });
    expect(messages.at(-2)?.content).toContain("<tool_call>");
    expect(messages.at(-1)?.content).toContain('"status":"executed"');
    expect(messages.at(-1)?.content).toContain('"comment":"Fine."');
    expect(messages.at(-1)?.content).not.toContain("pending");
    expect(result.events.map(({ kind }) => kind)).toEqual([
      "tool_call",
      "tool_result",
      "proposal",
      "awaiting_approval",
      "tool_result",
      "proposal",
    ]);
  });

  it("reports a missing proposal, for example after a backup was restored", async () => {
    const { storage, open } = testDeployment();
    const { turnId } = await open(testModel(calls("propose_spend", paper))).runTurn({ message });
    const restored = withOverrides(storage, {
      load: async (requests) =>
        (await storage.load(requests)).map((snapshot) => ({
          ...snapshot,
          open: snapshot.open.filter(isNoProposal),
          found: snapshot.found.filter(isNoProposal),
        })),
    });
    const model = testModel(says("It is gone."));
    const result = await open(model, { storage: restored }).resumeTurn({ turnId });
    expect(result).toMatchObject({ assistant: "It is gone.", awaitingApproval: false });
    expect(model.requests[0]?.messages.at(-1)?.content).toContain("no longer exists");
  });

  it("continues in the same process without a load", async () => {
    const { open, storage } = testDeployment();
    let loads = 0;
    const load: Storage["load"] = (requests) => {
      loads += 1;
      return storage.load(requests);
    };
    const model = testModel(calls("propose_spend", paper), says("Bought."));
    const treasury = open(model, { storage: withOverrides(storage, { load }) });
    const { turnId, events } = await treasury.runTurn({ message });
    const [proposalId = ""] = idsIn(events);
    loads = 0;
    await treasury.decide({ proposalId, decision: "approve", operator });
    expect((await treasury.resumeTurn({ turnId })).assistant).toBe("Bought.");
    expect(model.requests.at(-1)?.messages.at(-1)?.content).toContain('"status":"executed"');
    expect(loads).toBe(0);
  });

  it("keeps waiting while it has a pending proposal", async () => {
    const { open } = testDeployment();
    const treasury = open(testModel(both, says("Done.")));
    const { turnId, events } = await treasury.runTurn({ message });
    const [one = "", other = ""] = idsIn(events);
    expect((await treasury.resumeTurn({ turnId })).awaitingApproval).toBe(true);
    await treasury.decide({ proposalId: one, decision: "approve", operator });
    expect((await treasury.resumeTurn({ turnId })).awaitingApproval).toBe(true);
    await treasury.decide({ proposalId: other, decision: "deny", operator });
    const result = await treasury.resumeTurn({ turnId });
    expect(result).toMatchObject({ assistant: "Done.", awaitingApproval: false });
    expect(result.state.expenseUsd).toBe(20);
  });

  it("returns its result again when it is over", async () => {
    const { open } = testDeployment();
    const treasury = open(testModel(says("Done."), says("Never said.")));
    const { turnId, events } = await treasury.runTurn({ message });
    expect(await treasury.resumeTurn({ turnId })).toMatchObject({ assistant: "Done.", events });
  });

  it("continues once for concurrent callers in several processes", async () => {
    const { open } = testDeployment();
    const first = open(testModel(calls("propose_spend", paper)));
    const { turnId, events } = await first.runTurn({ message });
    const [proposalId = ""] = idsIn(events);
    await first.decide({ proposalId, decision: "approve", operator });
    const models = [1, 2, 3].map(() => testModel(says("Bought.")));
    const answers = await Promise.allSettled(
      models.flatMap((model) => {
        const treasury = open(model);
        return [1, 2, 3].map(() => treasury.resumeTurn({ turnId }));
      }),
    );
    expect(models.flatMap(({ requests }) => requests)).toHaveLength(1);
    const outcomes = answers.map((answer) =>
      answer.status === "fulfilled" ? answer.value.assistant : answer.reason.code,
    );
    expect(outcomes).toContain("Bought.");
    expect(outcomes.every((each) => each === "Bought." || each === "turn_in_progress")).toBe(true);
  });

  it("is not found in another workspace or by an unknown id", async () => {
    const { open } = testDeployment();
    const treasury = open(testModel(calls("propose_spend", paper)));
    const { turnId } = await treasury.runTurn({ message });
    for (const turn of [{ turnId, workspaceId: "acme" }, { turnId: `turn_${"0".repeat(32)}` }]) {
      await expect(treasury.resumeTurn(turn)).rejects.toMatchObject({ code: "turn_not_found" });
    }
  });

  it("ends if the workspace was reset meanwhile, without effects in the new epoch", async () => {
    const { open } = testDeployment();
    const model = testModel(calls("propose_spend", paper), says("Never said."));
    const treasury = open(model);
    const { turnId } = await treasury.runTurn({ message });
    await treasury.reset({ operator });
    const result = await treasury.resumeTurn({ turnId });
    expect(result.events.at(-1)).toMatchObject({
      kind: "error",
      message: expect.stringContaining("reset"),
    });
    expect(result.state.proposals).toEqual([]);
    expect(model.requests).toHaveLength(1);
  });
});

describe("a decision that resumes the turn", () => {
  it("returns when the turn is over, and is valid if the turn cannot be resumed", async () => {
    const { open } = testDeployment();
    const model = testModel(both, says("Done."));
    const treasury = open(model);
    const { events } = await treasury.runTurn({ message });
    const [one = "", other = ""] = idsIn(events);
    const resume = true;
    const proposal = await treasury.decide({
      proposalId: one,
      decision: "approve",
      operator,
      resume,
    });
    expect(proposal.status).toBe("executed");
    expect(model.requests).toHaveLength(1);
    await treasury.decide({ proposalId: other, decision: "deny", operator, resume });
    expect(model.requests).toHaveLength(2);
  });
});

describe("erasing a workspace's text", () => {
  it("erases its turns, and a waiting turn cannot be resumed", async () => {
    const { open, storage } = testDeployment();
    const model = testModel(calls("propose_spend", paper), says("Never said."));
    const treasury = open(model);
    const { turnId } = await treasury.runTurn({ message });
    const turn = { workspaceId: "demo", turnId };
    expect(JSON.stringify(await storage.turnLog?.read(turn, 0, 100))).toContain(message);
    const { turnRecords } = await treasury.eraseText({ workspaceId: "demo" });
    expect(turnRecords).toBeGreaterThan(0);
    expect(await storage.turnLog?.read(turn, 0, 100)).toEqual([]);
    const [proposal] = (await treasury.state()).proposals;
    await treasury.decide({ proposalId: proposal?.id ?? "", decision: "deny", operator });
    await expect(treasury.resumeTurn({ turnId })).rejects.toMatchObject({ code: "turn_not_found" });
    expect(model.requests).toHaveLength(1);
  });
});
