import { TreasuryError } from "@agent-treasury/provider";
import { until } from "../../../packages/testing/src/conformance/until.ts";
import { type HeldAnswer, deafAnswer, heldAnswer } from "../ports/service-model.ts";
import type { ServiceTest } from "../service-test.ts";
import { eventsOf, fund, readState, runTurn, spendCall, toolCall } from "../steps.ts";
import type { TestContext } from "../test-context.ts";
import { leakyMessage } from "../treasury/leaked-secrets.ts";
import { post } from "../wire-requests.ts";

const daySeconds = 86_400;
/** Of turns that last longer. A step of a turn takes less, also on a slow machine. */
const timeoutSeconds = 3;

/** Limits and failures of a turn. */
export const turnBoundsTests: readonly ServiceTest[] = [
  {
    shows: ["error/turn-500", "open/model-fails-before", "open/failure-body"],
    name: "POST agent → 500: the model fails before any action, and its message is redacted",
    run: async (context) => {
      const before = await fund(context, 100);
      context.model.script(new TreasuryError("model_failed", leakyMessage));
      const told = await context.refused("model_failed", "runTurn", {
        message: "Buy pencils from Acme.",
      });
      context.expect([told.status, told.error.includes("Upstream refused")]).toEqual([500, true]);
      context.model.script(new Error(leakyMessage));
      const untold = await context.refused("model_failed", "runTurn", {
        message: "Buy pencils from Acme.",
      });
      context.expect([untold.status, untold.error.includes("Upstream")]).toEqual([500, false]);
      context.model.script(toolCall("check_treasury"), new Error("gone"));
      await context.refused("model_failed", "runTurn", { message: "Buy pencils from Acme." });
      context.expect(await readState(context)).toEqual(before);
    },
  },
  {
    shows: ["open/model-fails-after", "open/failure-body"],
    name: "POST agent → 200: the model fails after money moved; an error event reports it, redacted",
    run: async (context) => {
      await fund(context, 100);
      context.model.script(
        spendCall({ amountUsd: 5 }),
        new TreasuryError("model_failed", leakyMessage),
      );
      const { events, state, awaitingApproval } = await context.ok("runTurn", {
        message: "Buy pencils from Acme.",
      });
      context.expect(events.at(-1)?.kind).toBe("error");
      context.expect([state.balanceUsd, awaitingApproval]).toEqual([95, false]);
      context.expect(state.proposals[0]?.status).toBe("executed");
    },
  },
  {
    shows: ["open/turn-steps"],
    name: "POST agent → 200: after sixteen steps the turn ends with an error event",
    run: async (context) => {
      const endless = Array.from({ length: 20 }, () => toolCall("check_treasury"));
      const { events, awaitingApproval } = await runTurn(context, endless);
      context.expect(context.model.requests.length).toBe(16);
      context.expect(eventsOf(events, "tool_result").length).toBe(16);
      context.expect([events.at(-1)?.kind, awaitingApproval]).toEqual(["error", false]);
    },
  },
  {
    shows: ["open/turn-time", "error/turn-500"],
    name: "POST agent → 500: a timeout before any action; the model's call is aborted",
    setup: { options: { turns: { timeoutSeconds } } },
    run: async (context) => {
      const held = heldAnswer();
      context.model.script(held.answer);
      const { status } = await context.refused("turn_failed", "runTurn", {
        message: "Buy pencils from Acme.",
      });
      context.expect(status).toBe(500);
      await held.givenUp;
      context.expect((await runTurn(context, ["Here again."])).assistant).toBe("Here again.");
    },
  },
  {
    shows: ["open/turn-time", "open/model-fails-after"],
    name: "POST agent → 200: a timeout after money moved; an error event reports it",
    setup: { options: { turns: { timeoutSeconds } } },
    run: async (context) => {
      await fund(context, 100);
      context.model.script(spendCall({ amountUsd: 5 }), heldAnswer().answer);
      const { events, state } = await context.ok("runTurn", { message: "Buy pencils from Acme." });
      context.expect([events.at(-1)?.kind, state.balanceUsd]).toEqual(["error", 95]);
    },
  },
  {
    shows: ["open/turn-time", "error/turn-500"],
    name: "POST agent → 500: a model or a tool that ignores the abort is abandoned at the timeout",
    setup: { options: { tools: true, turns: { timeoutSeconds } } },
    run: async (context) => {
      for (const answer of [deafAnswer, toolCall("hear_nothing")]) {
        context.model.script(answer);
        await context.refused("turn_failed", "runTurn", { message: "Buy pencils from Acme." });
      }
      context.expect((await runTurn(context, ["Here again."])).assistant).toBe("Here again.");
    },
  },
  {
    shows: ["open/turn-time"],
    name: "POST agent → 200: a tool that never returns ends with the turn's time",
    setup: { options: { tools: true, turns: { timeoutSeconds } } },
    run: async (context) => {
      const { events } = await runTurn(context, [toolCall("wait_for_the_end")]);
      context.expect(events.map(({ kind }) => kind)).toEqual(["tool_call", "error"]);
    },
  },
  {
    shows: ["open/turn-lease"],
    name: "POST agent → 409: another turn runs in the workspace; other workspaces are not affected",
    run: async (context) => {
      const held = heldAnswer();
      context.model.script(held.answer);
      const first = context.ok("runTurn", { message: "Wait." });
      await held.asked;
      const { status } = await context.refused("turn_in_progress", "runTurn", {
        message: "Buy pencils from Acme.",
      });
      context.expect(status).toBe(409);
      const elsewhere = await runTurn(context, ["Here all is quiet."], "acme");
      context.expect(elsewhere.assistant).toBe("Here all is quiet.");
      held.release("At last.");
      context.expect((await first).assistant).toBe("At last.");
      context.expect((await runTurn(context, ["Next."])).assistant).toBe("Next.");
    },
  },
  {
    shows: ["open/turn-count"],
    name: "POST agent → 429: the process runs its maximum number of turns",
    setup: { options: { turns: { concurrentTurns: 1 } } },
    run: async (context) => {
      const held = heldAnswer();
      context.model.script(held.answer);
      const first = context.ok("runTurn", { workspaceId: "acme", message: "Wait." });
      await held.asked;
      const { status } = await context.refused("too_many_turns", "runTurn", {
        message: "Buy pencils from Acme.",
      });
      context.expect(status).toBe(429);
      held.release("At last.");
      await first;
      context.expect((await runTurn(context, ["Next."])).assistant).toBe("Next.");
    },
  },
  {
    shows: ["open/token-budget"],
    name: "POST agent → 429: the workspace's daily tokens are used up; other workspaces are not affected",
    setup: { options: { turns: { dailyTokens: 1 } } },
    run: async (context) => {
      context.expect((await runTurn(context, ["The first."])).assistant).toBe("The first.");
      const asked = context.model.requests.length;
      const { status } = await context.refused("token_budget_exceeded", "runTurn", {
        message: "Buy pencils from Acme.",
      });
      context.expect([status, context.model.requests.length]).toEqual([429, asked]);
      context.expect((await runTurn(context, ["Here."], "acme")).assistant).toBe("Here.");
    },
  },
  {
    shows: ["open/token-budget"],
    name: "POST agent → 429 with retry-after: the daily tokens are used up until the day ends",
    by: "wire",
    setup: { options: { turns: { dailyTokens: 1 }, timeZone: "Asia/Tokyo" } },
    run: async (context) => {
      await runTurn(context, ["The first."]);
      const asked = post(
        "/api/service/agent",
        JSON.stringify({ message: "Buy pencils from Acme." }),
      );
      const { status, headers } = await context.send(asked);
      // Tokyo is nine hours ahead of UTC, without daylight saving time.
      const left = daySeconds - ((Date.now() / 1_000 + 9 * 3_600) % daySeconds);
      const away = Math.abs(Number(headers.get("retry-after")) - left);
      // The day may have ended meanwhile.
      context.expect([status, Math.min(away, daySeconds - away) < 120]).toEqual([429, true]);
    },
  },
  {
    shows: ["open/token-budget", "open/model-fails-after"],
    name: "POST agent → 200: the daily tokens are used up after money moved; an error event reports it",
    setup: { options: { turns: { dailyTokens: 1 } } },
    run: async (context) => {
      await fund(context, 100);
      const { events, state } = await runTurn(context, [spendCall({ amountUsd: 5 })]);
      context.expect([events.at(-1)?.kind, state.balanceUsd]).toEqual(["error", 95]);
    },
  },
  {
    shows: ["open/turn-lease", "turn/loop"],
    // The client sends a key with every turn, so that its turns continue.
    by: "wire",
    name: "POST agent: a driver that disconnects ends the turn, and the next one can begin",
    run: async (context) => {
      const held = heldAnswer();
      context.model.script(held.answer);
      const { left } = await leaveOnceAsked(context, held, {});
      await held.givenUp;
      context.model.script("Here again.");
      const next = await until(
        () => context.call("runTurn", { message: "Buy pencils from Acme." }),
        (outcome) => outcome.ok || outcome.body.code !== "turn_in_progress",
      );
      context.expect(next.ok && next.answer.assistant).toBe("Here again.");
      context.expect(endsOfLeaving.includes(await left)).toBe(true);
    },
  },
  {
    shows: ["open/idempotency-key-turn"],
    name: "POST agent with a key: the turn continues after the driver disconnects, who can then read its result",
    run: async (context) => {
      const held = heldAnswer();
      context.model.script(held.answer);
      const headers = { "idempotency-key": "directive-1" };
      const { left } = await leaveOnceAsked(context, held, headers);
      held.release("Done meanwhile.");
      const again = await until(
        () => context.call("runTurn", { message: "Wait." }, { headers }),
        (outcome) => outcome.ok,
      );
      context.expect(again.ok && again.answer.assistant).toBe("Done meanwhile.");
      context.expect(context.model.requests.length).toBe(1);
      context.expect(endsOfLeaving.includes(await left)).toBe(true);
    },
  },
];

// The bare handler has no connection to break, so that its driver receives the response.
const endsOfLeaving = ["answered", "gone"];

/** Starts a turn and disconnects once the model was called. */
async function leaveOnceAsked(
  context: TestContext,
  held: HeldAnswer,
  headers: Readonly<Record<string, string>>,
): Promise<{ left: Promise<string> }> {
  const leaving = new AbortController();
  const { signal } = leaving;
  const left = context.call("runTurn", { message: "Wait." }, { signal, headers }).then(
    () => "answered",
    () => "gone",
  );
  await held.asked;
  leaving.abort(new Error("The driver closed the page."));
  return { left };
}
