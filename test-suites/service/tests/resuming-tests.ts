import type { AgentTurnResult } from "@agent-treasury/contract";
import { heldAnswer } from "../ports/service-model.ts";
import type { Scene } from "../scene.ts";
import type { ServiceTest } from "../service-test.ts";
import { approve, eventsOf, first, fund, runTurn, spendCall } from "../steps.ts";
import { operatorTokensOfSuite } from "../treasury/access-rules.ts";

const bob = { headers: { authorization: `Bearer ${operatorTokensOfSuite.bob}` } };

/** A turn with pending proposals of these amounts, in order. */
async function waitingTurn(
  scene: Scene,
  ...amounts: readonly number[]
): Promise<{ turn: AgentTurnResult; proposalIds: readonly string[] }> {
  await fund(scene, 100);
  const calls = amounts.map((amountUsd) => spendCall({ amountUsd, purpose: `${amountUsd} pens` }));
  const turn = await runTurn(scene, [calls.join("\n")]);
  const proposalIds = eventsOf(turn.events, "proposal").map(({ proposalId }) => proposalId);
  return { turn, proposalIds };
}

/** The model's last input. */
function lastTold(scene: Scene): string {
  return scene.model.requests.at(-1)?.messages.at(-1)?.content ?? "";
}

/** Turns that resume after decisions, and reading them. */
export const resumingTests: readonly ServiceTest[] = [
  {
    shows: ["resume/answer", "resume/turn"],
    name: "POST agent/resume → 200: the model receives the result of its spend, and the turn ends",
    run: async (scene) => {
      const { turn, proposalIds } = await waitingTurn(scene, 12);
      await approve(scene, first(proposalIds));
      scene.model.script("Bought.");
      const { turnId } = turn;
      const resumed = await scene.ok("resumeTurn", { turnId });
      scene
        .expect([resumed.turnId, resumed.assistant, resumed.awaitingApproval])
        .toEqual([turnId, "Bought.", false]);
      scene.expect(lastTold(scene).includes("executed")).toBe(true);
      scene.expect(resumed.events.slice(0, turn.events.length)).toEqual(turn.events);
      const asked = scene.model.requests.length;
      const again = await scene.ok("resumeTurn", { turnId });
      scene.expect([again.assistant, scene.model.requests.length]).toEqual(["Bought.", asked]);
    },
  },
  {
    shows: ["resume/waiting"],
    name: "POST agent/resume of a turn with pending proposals → 200: its result so far, and nothing runs",
    run: async (scene) => {
      const { turn, proposalIds } = await waitingTurn(scene, 12, 13);
      await approve(scene, first(proposalIds));
      const asked = scene.model.requests.length;
      const still = await scene.ok("resumeTurn", { turnId: turn.turnId });
      scene.expect([still.awaitingApproval, scene.model.requests.length]).toEqual([true, asked]);
    },
  },
  {
    shows: ["resume/stream"],
    name: "POST agent/resume for a stream: the events after the last received one",
    run: async (scene) => {
      const { turn, proposalIds } = await waitingTurn(scene, 12);
      const { turnId } = turn;
      await approve(scene, first(proposalIds));
      scene.model.script("Bought.");
      const seen = await scene.ok("readTurnEvents", { id: turnId });
      const after = first(seen.events.toReversed()).id;
      const kinds: string[] = [];
      for await (const item of scene.stream("resumeTurn", { turnId }, { after })) {
        if ("id" in item) scene.expect(Number(item.id) > Number(after)).toBe(true);
        kinds.push(item.kind);
      }
      scene.expect([kinds[0], kinds.at(-1)]).toEqual(["turn", "result"]);
    },
  },
  {
    shows: ["decide/resume"],
    name: "POST treasury/decide with resume → 200: the waiting turn resumes, and its result is returned",
    run: async (scene) => {
      const { turn, proposalIds } = await waitingTurn(scene, 12, 13);
      const decide = (proposalId: string | undefined, decision: "approve" | "deny") =>
        scene.ok("decideProposal", { proposalId: proposalId ?? "", decision, resume: true });
      const early = await decide(proposalIds[0], "approve");
      scene.expect([early.proposal.status, early.turn]).toEqual(["executed", null]);
      scene.model.script("One of two.");
      const late = await decide(proposalIds[1], "deny");
      scene
        .expect([late.proposal.status, late.turn?.turnId, late.turn?.assistant])
        .toEqual(["denied", turn.turnId, "One of two."]);
      scene.expect(late.state.balanceUsd).toBe(88);
    },
  },
  {
    shows: ["open/turn-not-found"],
    name: "POST agent/resume and GET agent/turns/{id}/events → 404: no such turn in the workspace",
    run: async (scene) => {
      const { turnId } = await runTurn(scene, ["Done."]);
      for (const [workspaceId, id] of [
        ["demo", "turn_0"],
        ["other", turnId],
      ] as const) {
        await scene.refused("turn_not_found", "resumeTurn", { workspaceId, turnId: id });
        await scene.refused("turn_not_found", "readTurnEvents", { workspaceId, id });
      }
    },
  },
  {
    shows: ["open/turn-running"],
    name: "POST agent/resume of a turn that runs → 409 with retry-after; as a stream, it is joined",
    run: async (scene) => {
      const held = heldAnswer();
      scene.model.script(held.answer);
      const items = scene.stream("runTurn", { message: "Go." });
      const { value } = await items.next();
      await held.asked;
      const turnId = value?.kind === "turn" ? value.turnId : "";
      await scene.refused("turn_in_progress", "resumeTurn", { turnId });
      const joining = scene.stream("resumeTurn", { turnId });
      scene.expect(await joining.next()).toEqual({ done: false, value });
      held.release("Done.");
      for (const each of [items, joining]) {
        let last = "";
        for await (const item of each) last = item.kind;
        scene.expect(last).toBe("result");
      }
    },
  },
  {
    shows: ["events/answer", "events/after"],
    name: "GET agent/turns/{id}/events → 200: the events with ids, after any of them",
    run: async (scene) => {
      const { turn } = await waitingTurn(scene, 12);
      const { turnId } = turn;
      const read = await scene.ok("readTurnEvents", { id: turnId });
      scene.expect([read.turnId, read.status]).toEqual([turnId, "waiting"]);
      scene.expect(read.events.map(({ id: _id, ...event }) => event)).toEqual(turn.events);
      for (const [index, { id: after }] of read.events.entries()) {
        const rest = await scene.ok("readTurnEvents", { id: turnId, after });
        scene.expect(rest.events).toEqual(read.events.slice(index + 1));
      }
    },
  },
  {
    shows: ["bad/event-id"],
    name: "an invalid event id → 400, in the query and in the header",
    run: async (scene) => {
      const { turnId: id } = await runTurn(scene, ["Done."]);
      for (const after of ["", "x", "-1", "1.5", "9".repeat(16)]) {
        await scene.refused("invalid_request", "readTurnEvents", { id, after });
      }
      await scene.refused("invalid_request", "readTurnEvents", { id: "a/../b" });
      const path = `/api/service/agent/turns/${id}/events`;
      const headers = { accept: "text/event-stream", "last-event-id": "x" };
      scene.expect((await scene.send({ path, headers })).status).toBe(400);
    },
  },
  {
    shows: ["open/idempotency-key-turn"],
    name: "POST agent with a used key → 200: the first turn's result, without another call of the model",
    run: async (scene) => {
      const key = { headers: { "idempotency-key": "the-same" } };
      scene.model.script("Done once.");
      const turn = await scene.ok("runTurn", { message: "Go." }, key);
      const again = await scene.ok("runTurn", { message: "Go." }, key);
      scene.expect([again.turnId, again.assistant]).toEqual([turn.turnId, "Done once."]);
      scene.expect(scene.model.requests.length).toBe(1);
      await scene.refused("idempotency_key_reused", "runTurn", { message: "Stop." }, key);
    },
  },
  {
    shows: ["access/turns"],
    name: "a caller without access to a workspace can neither resume nor read nor follow its turns",
    setup: { options: { accessRules: "authorized" } },
    run: async (scene) => {
      const ada = { headers: { authorization: `Bearer ${operatorTokensOfSuite.ada}` } };
      scene.model.script("Done.");
      const { turnId } = await scene.ok("runTurn", { message: "Go." }, ada);
      await scene.refused("forbidden", "resumeTurn", { turnId }, bob);
      await scene.refused("forbidden", "readTurnEvents", { id: turnId }, bob);
      for (const items of [
        scene.stream("resumeTurn", { turnId }, bob),
        scene.stream("readTurnEvents", { id: turnId }, bob),
      ]) {
        const refusal = await items.next().catch((error: unknown) => error);
        scene.expect(refusal instanceof Error).toBe(true);
      }
      const read = await scene.ok("readTurnEvents", { id: turnId }, ada);
      scene.expect(read.status).toBe("done");
    },
  },
];
