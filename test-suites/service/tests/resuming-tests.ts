import type { AgentTurnResult } from "@agent-treasury/contract";
import { heldAnswer } from "../ports/service-model.ts";
import type { ServiceTest } from "../service-test.ts";
import { approve, eventsOf, first, fund, runTurn, spendCall } from "../steps.ts";
import type { TestContext } from "../test-context.ts";
import { operatorTokensOfSuite } from "../treasury/access-rules.ts";

const bob = { headers: { authorization: `Bearer ${operatorTokensOfSuite.bob}` } };

/** A turn with pending proposals of these amounts, in order. */
async function waitingTurn(
  context: TestContext,
  ...amounts: readonly number[]
): Promise<{ turn: AgentTurnResult; proposalIds: readonly string[] }> {
  await fund(context, 100);
  const calls = amounts.map((amountUsd) => spendCall({ amountUsd, purpose: `${amountUsd} pens` }));
  const turn = await runTurn(context, [calls.join("\n")]);
  const proposalIds = eventsOf(turn.events, "proposal").map(({ proposalId }) => proposalId);
  return { turn, proposalIds };
}

/** The model's last input. */
function lastTold(context: TestContext): string {
  return context.model.requests.at(-1)?.messages.at(-1)?.content ?? "";
}

/** Turns that resume after decisions, and reading them. */
export const resumingTests: readonly ServiceTest[] = [
  {
    shows: ["resume/answer", "resume/turn"],
    name: "POST agent/resume → 200: the model receives the result of its spend, and the turn ends",
    run: async (context) => {
      const { turn, proposalIds } = await waitingTurn(context, 12);
      await approve(context, first(proposalIds));
      context.model.script("Bought.");
      const { turnId } = turn;
      const resumed = await context.ok("resumeTurn", { turnId });
      context
        .expect([resumed.turnId, resumed.assistant, resumed.awaitingApproval])
        .toEqual([turnId, "Bought.", false]);
      context.expect(lastTold(context).includes("executed")).toBe(true);
      context.expect(resumed.events.slice(0, turn.events.length)).toEqual(turn.events);
      const asked = context.model.requests.length;
      const again = await context.ok("resumeTurn", { turnId });
      context.expect([again.assistant, context.model.requests.length]).toEqual(["Bought.", asked]);
    },
  },
  {
    shows: ["resume/waiting"],
    name: "POST agent/resume of a turn with pending proposals → 200: its result so far, and nothing runs",
    run: async (context) => {
      const { turn, proposalIds } = await waitingTurn(context, 12, 13);
      await approve(context, first(proposalIds));
      const asked = context.model.requests.length;
      const still = await context.ok("resumeTurn", { turnId: turn.turnId });
      context
        .expect([still.awaitingApproval, context.model.requests.length])
        .toEqual([true, asked]);
    },
  },
  {
    shows: ["resume/stream"],
    name: "POST agent/resume for a stream: the events after the last received one",
    run: async (context) => {
      const { turn, proposalIds } = await waitingTurn(context, 12);
      const { turnId } = turn;
      await approve(context, first(proposalIds));
      context.model.script("Bought.");
      const seen = await context.ok("readTurnEvents", { id: turnId });
      const after = first(seen.events.toReversed()).id;
      const kinds: string[] = [];
      for await (const item of context.stream("resumeTurn", { turnId }, { after })) {
        if ("id" in item) context.expect(Number(item.id) > Number(after)).toBe(true);
        kinds.push(item.kind);
      }
      context.expect([kinds[0], kinds.at(-1)]).toEqual(["turn", "result"]);
    },
  },
  {
    shows: ["decide/resume"],
    name: "POST treasury/decide with resume → 200: the waiting turn resumes, and its result is returned",
    run: async (context) => {
      const { turn, proposalIds } = await waitingTurn(context, 12, 13);
      const decide = (proposalId: string | undefined, decision: "approve" | "deny") =>
        context.ok("decideProposal", { proposalId: proposalId ?? "", decision, resume: true });
      const early = await decide(proposalIds[0], "approve");
      context.expect([early.proposal.status, early.turn]).toEqual(["executed", null]);
      context.model.script("One of two.");
      const late = await decide(proposalIds[1], "deny");
      context
        .expect([late.proposal.status, late.turn?.turnId, late.turn?.assistant])
        .toEqual(["denied", turn.turnId, "One of two."]);
      context.expect(late.state.balanceUsd).toBe(88);
    },
  },
  {
    shows: ["open/turn-not-found"],
    name: "POST agent/resume and GET agent/turns/{id}/events → 404: no such turn in the workspace",
    run: async (context) => {
      const { turnId } = await runTurn(context, ["Done."]);
      for (const [workspaceId, id] of [
        ["demo", "turn_0"],
        ["other", turnId],
      ] as const) {
        await context.refused("turn_not_found", "resumeTurn", { workspaceId, turnId: id });
        await context.refused("turn_not_found", "readTurnEvents", { workspaceId, id });
      }
    },
  },
  {
    shows: ["open/turn-running"],
    name: "POST agent/resume of a turn that runs → 409 with retry-after; as a stream, it is joined",
    run: async (context) => {
      const held = heldAnswer();
      context.model.script(held.answer);
      const items = context.stream("runTurn", { message: "Go." });
      const { value } = await items.next();
      await held.asked;
      const turnId = value?.kind === "turn" ? value.turnId : "";
      await context.refused("turn_in_progress", "resumeTurn", { turnId });
      const joining = context.stream("resumeTurn", { turnId });
      context.expect(await joining.next()).toEqual({ done: false, value });
      held.release("Done.");
      for (const each of [items, joining]) {
        let last = "";
        for await (const item of each) last = item.kind;
        context.expect(last).toBe("result");
      }
    },
  },
  {
    shows: ["events/answer", "events/after"],
    name: "GET agent/turns/{id}/events → 200: the events with ids, after any of them",
    run: async (context) => {
      const { turn } = await waitingTurn(context, 12);
      const { turnId } = turn;
      const read = await context.ok("readTurnEvents", { id: turnId });
      context.expect([read.turnId, read.status]).toEqual([turnId, "waiting"]);
      context.expect(read.events.map(({ id: _id, ...event }) => event)).toEqual(turn.events);
      for (const [index, { id: after }] of read.events.entries()) {
        const rest = await context.ok("readTurnEvents", { id: turnId, after });
        context.expect(rest.events).toEqual(read.events.slice(index + 1));
      }
    },
  },
  {
    shows: ["bad/event-id"],
    name: "an invalid event id → 400, in the query and in the header",
    run: async (context) => {
      const { turnId: id } = await runTurn(context, ["Done."]);
      for (const after of ["", "x", "-1", "1.5", "9".repeat(16)]) {
        await context.refused("invalid_request", "readTurnEvents", { id, after });
      }
      await context.refused("invalid_request", "readTurnEvents", { id: "a/../b" });
      const path = `/api/service/agent/turns/${id}/events`;
      const headers = { accept: "text/event-stream", "last-event-id": "x" };
      context.expect((await context.send({ path, headers })).status).toBe(400);
    },
  },
  {
    shows: ["open/idempotency-key-turn"],
    name: "POST agent with a used key → 200: the first turn's result, without another call of the model",
    run: async (context) => {
      const key = { headers: { "idempotency-key": "the-same" } };
      context.model.script("Done once.");
      const turn = await context.ok("runTurn", { message: "Go." }, key);
      const again = await context.ok("runTurn", { message: "Go." }, key);
      context.expect([again.turnId, again.assistant]).toEqual([turn.turnId, "Done once."]);
      context.expect(context.model.requests.length).toBe(1);
      await context.refused("idempotency_key_reused", "runTurn", { message: "Stop." }, key);
    },
  },
  {
    shows: ["access/turns"],
    name: "a driver without access to a workspace can neither resume nor read nor follow its turns",
    setup: { options: { accessRules: "authorized" } },
    run: async (context) => {
      const ada = { headers: { authorization: `Bearer ${operatorTokensOfSuite.ada}` } };
      context.model.script("Done.");
      const { turnId } = await context.ok("runTurn", { message: "Go." }, ada);
      await context.refused("forbidden", "resumeTurn", { turnId }, bob);
      await context.refused("forbidden", "readTurnEvents", { id: turnId }, bob);
      for (const items of [
        context.stream("resumeTurn", { turnId }, bob),
        context.stream("readTurnEvents", { id: turnId }, bob),
      ]) {
        const refusal = await items.next().catch((error: unknown) => error);
        context.expect(refusal instanceof Error).toBe(true);
      }
      const read = await context.ok("readTurnEvents", { id: turnId }, ada);
      context.expect(read.status).toBe("done");
    },
  },
];
