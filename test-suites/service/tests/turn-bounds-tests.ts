import { TreasuryError } from "@agent-treasury/provider";
import { until } from "../../../packages/testing/src/conformance/until.ts";
import { type HeldAnswer, deafAnswer, heldAnswer } from "../ports/service-model.ts";
import type { Scene } from "../scene.ts";
import type { ServiceTest } from "../service-test.ts";
import { eventsOf, fund, readState, runTurn, spendCall, toolCall } from "../steps.ts";
import { leakyMessage } from "../treasury/planted-secrets.ts";
import { post } from "../wire-requests.ts";

const daySeconds = 86_400;

/** Limits and failures of a turn. */
export const turnBoundsTests: readonly ServiceTest[] = [
  {
    shows: ["error/turn-500", "open/model-fails-before", "open/failure-body"],
    name: "POST agent → 500: the model fails before any action, and its message is redacted",
    run: async (scene) => {
      const before = await fund(scene, 100);
      scene.model.script(new TreasuryError("model_failed", leakyMessage));
      const told = await scene.refused("model_failed", "runTurn", { message: "Go." });
      scene.expect([told.status, told.error.includes("Upstream refused")]).toEqual([500, true]);
      scene.model.script(new Error(leakyMessage));
      const untold = await scene.refused("model_failed", "runTurn", { message: "Go." });
      scene.expect([untold.status, untold.error.includes("Upstream")]).toEqual([500, false]);
      scene.model.script(toolCall("check_treasury"), new Error("gone"));
      await scene.refused("model_failed", "runTurn", { message: "Go." });
      scene.expect(await readState(scene)).toEqual(before);
    },
  },
  {
    shows: ["open/model-fails-after", "open/failure-body"],
    name: "POST agent → 200: the model fails after money moved; an error event reports it, redacted",
    run: async (scene) => {
      await fund(scene, 100);
      scene.model.script(
        spendCall({ amountUsd: 5 }),
        new TreasuryError("model_failed", leakyMessage),
      );
      const { events, state, awaitingApproval } = await scene.ok("runTurn", { message: "Go." });
      scene.expect(events.at(-1)?.kind).toBe("error");
      scene.expect([state.balanceUsd, awaitingApproval]).toEqual([95, false]);
      scene.expect(state.proposals[0]?.status).toBe("executed");
    },
  },
  {
    shows: ["open/turn-steps"],
    name: "POST agent → 200: after sixteen steps the turn ends with an error event",
    run: async (scene) => {
      const endless = Array.from({ length: 20 }, () => toolCall("check_treasury"));
      const { events, awaitingApproval } = await runTurn(scene, endless);
      scene.expect(scene.model.requests.length).toBe(16);
      scene.expect(eventsOf(events, "tool_result").length).toBe(16);
      scene.expect([events.at(-1)?.kind, awaitingApproval]).toEqual(["error", false]);
    },
  },
  {
    shows: ["open/turn-time", "error/turn-500"],
    name: "POST agent → 500: a timeout before any action; the model's call is aborted",
    setup: { options: { turns: { timeoutSeconds: 0.2 } } },
    run: async (scene) => {
      const held = heldAnswer();
      scene.model.script(held.answer);
      const { status } = await scene.refused("turn_failed", "runTurn", { message: "Go." });
      scene.expect(status).toBe(500);
      await held.givenUp;
      scene.expect((await runTurn(scene, ["Here again."])).assistant).toBe("Here again.");
    },
  },
  {
    shows: ["open/turn-time", "open/model-fails-after"],
    name: "POST agent → 200: a timeout after money moved; an error event reports it",
    setup: { options: { turns: { timeoutSeconds: 0.5 } } },
    run: async (scene) => {
      await fund(scene, 100);
      scene.model.script(spendCall({ amountUsd: 5 }), heldAnswer().answer);
      const { events, state } = await scene.ok("runTurn", { message: "Go." });
      scene.expect([events.at(-1)?.kind, state.balanceUsd]).toEqual(["error", 95]);
    },
  },
  {
    shows: ["open/turn-time", "error/turn-500"],
    name: "POST agent → 500: a model or a tool that ignores the abort is abandoned at the timeout",
    setup: { options: { tools: true, turns: { timeoutSeconds: 0.1 } } },
    run: async (scene) => {
      for (const answer of [deafAnswer, toolCall("hear_nothing")]) {
        scene.model.script(answer);
        await scene.refused("turn_failed", "runTurn", { message: "Go." });
      }
      scene.expect((await runTurn(scene, ["Here again."])).assistant).toBe("Here again.");
    },
  },
  {
    shows: ["open/turn-time"],
    name: "POST agent → 200: a tool that never returns ends with the turn's time",
    setup: { options: { tools: true, turns: { timeoutSeconds: 0.2 } } },
    run: async (scene) => {
      const { events } = await runTurn(scene, [toolCall("wait_for_the_end")]);
      scene.expect(events.map(({ kind }) => kind)).toEqual(["tool_call", "error"]);
    },
  },
  {
    shows: ["open/turn-lease"],
    name: "POST agent → 409: another turn runs in the workspace; other workspaces are not affected",
    run: async (scene) => {
      const held = heldAnswer();
      scene.model.script(held.answer);
      const first = scene.ok("runTurn", { message: "Wait." });
      await held.asked;
      const { status } = await scene.refused("turn_in_progress", "runTurn", { message: "Go." });
      scene.expect(status).toBe(409);
      const elsewhere = await runTurn(scene, ["Here all is quiet."], "acme");
      scene.expect(elsewhere.assistant).toBe("Here all is quiet.");
      held.release("At last.");
      scene.expect((await first).assistant).toBe("At last.");
      scene.expect((await runTurn(scene, ["Next."])).assistant).toBe("Next.");
    },
  },
  {
    shows: ["open/turn-count"],
    name: "POST agent → 429: the process runs its maximum number of turns",
    setup: { options: { turns: { concurrentTurns: 1 } } },
    run: async (scene) => {
      const held = heldAnswer();
      scene.model.script(held.answer);
      const first = scene.ok("runTurn", { workspaceId: "acme", message: "Wait." });
      await held.asked;
      const { status } = await scene.refused("too_many_turns", "runTurn", { message: "Go." });
      scene.expect(status).toBe(429);
      held.release("At last.");
      await first;
      scene.expect((await runTurn(scene, ["Next."])).assistant).toBe("Next.");
    },
  },
  {
    shows: ["open/token-budget"],
    name: "POST agent → 429: the workspace's daily tokens are used up; other workspaces are not affected",
    setup: { options: { turns: { dailyTokens: 1 } } },
    run: async (scene) => {
      scene.expect((await runTurn(scene, ["The first."])).assistant).toBe("The first.");
      const asked = scene.model.requests.length;
      const { status } = await scene.refused("token_budget_exceeded", "runTurn", {
        message: "Go.",
      });
      scene.expect([status, scene.model.requests.length]).toEqual([429, asked]);
      scene.expect((await runTurn(scene, ["Here."], "acme")).assistant).toBe("Here.");
    },
  },
  {
    shows: ["open/token-budget"],
    name: "POST agent → 429 with retry-after: the daily tokens are used up until the day ends",
    by: "wire",
    setup: { options: { turns: { dailyTokens: 1 }, timeZone: "Asia/Tokyo" } },
    run: async (scene) => {
      await runTurn(scene, ["The first."]);
      const asked = post("/api/service/agent", JSON.stringify({ message: "Go." }));
      const { status, headers } = await scene.send(asked);
      // Tokyo is nine hours ahead of UTC, without daylight saving time.
      const left = daySeconds - ((Date.now() / 1_000 + 9 * 3_600) % daySeconds);
      const away = Math.abs(Number(headers.get("retry-after")) - left);
      // The day may have ended meanwhile.
      scene.expect([status, Math.min(away, daySeconds - away) < 120]).toEqual([429, true]);
    },
  },
  {
    shows: ["open/token-budget", "open/model-fails-after"],
    name: "POST agent → 200: the daily tokens are used up after money moved; an error event reports it",
    setup: { options: { turns: { dailyTokens: 1 } } },
    run: async (scene) => {
      await fund(scene, 100);
      const { events, state } = await runTurn(scene, [spendCall({ amountUsd: 5 })]);
      scene.expect([events.at(-1)?.kind, state.balanceUsd]).toEqual(["error", 95]);
    },
  },
  {
    shows: ["open/turn-lease", "turn/loop"],
    // The client sends a key with every turn, so that its turns continue.
    by: "wire",
    name: "POST agent: a caller that disconnects ends the turn, and the next one can begin",
    run: async (scene) => {
      const held = heldAnswer();
      scene.model.script(held.answer);
      const { left } = await leaveOnceAsked(scene, held, {});
      await held.givenUp;
      scene.model.script("Here again.");
      const next = await until(
        () => scene.call("runTurn", { message: "Go." }),
        (outcome) => outcome.ok || outcome.body.code !== "turn_in_progress",
      );
      scene.expect(next.ok && next.answer.assistant).toBe("Here again.");
      scene.expect(endsOfLeaving.includes(await left)).toBe(true);
    },
  },
  {
    shows: ["open/idempotency-key-turn"],
    name: "POST agent with a key: the turn continues after the caller disconnects, who can then read its result",
    run: async (scene) => {
      const held = heldAnswer();
      scene.model.script(held.answer);
      const headers = { "idempotency-key": "directive-1" };
      const { left } = await leaveOnceAsked(scene, held, headers);
      held.release("Done meanwhile.");
      const again = await until(
        () => scene.call("runTurn", { message: "Wait." }, { headers }),
        (outcome) => outcome.ok,
      );
      scene.expect(again.ok && again.answer.assistant).toBe("Done meanwhile.");
      scene.expect(scene.model.requests.length).toBe(1);
      scene.expect(endsOfLeaving.includes(await left)).toBe(true);
    },
  },
];

// The bare handler has no connection to break, so that its caller receives the response.
const endsOfLeaving = ["answered", "gone"];

/** Starts a turn and disconnects once the model was called. */
async function leaveOnceAsked(
  scene: Scene,
  held: HeldAnswer,
  headers: Readonly<Record<string, string>>,
): Promise<{ left: Promise<string> }> {
  const leaving = new AbortController();
  const { signal } = leaving;
  const left = scene.call("runTurn", { message: "Wait." }, { signal, headers }).then(
    () => "answered",
    () => "gone",
  );
  await held.asked;
  leaving.abort(new Error("The caller closed the page."));
  return { left };
}
