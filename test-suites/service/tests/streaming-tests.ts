import type { TurnStreamItem } from "@agent-treasury/contract";
import { until } from "../../../packages/testing/src/conformance/until.ts";
import { type SpokenAnswer, spokenAnswer } from "../ports/service-model.ts";
import type { ServiceTest } from "../service-test.ts";
import { first, toolCall } from "../steps.ts";
import type { TestContext } from "../test-context.ts";
import { json, post } from "../wire-requests.ts";

type Items = AsyncGenerator<TurnStreamItem, void>;

const stream = { ...json, accept: "text/event-stream" };

async function next(items: Items): Promise<TurnStreamItem> {
  const { done, value } = await items.next();
  if (done === true) throw new Error("The stream is over.");
  return value;
}

/** Reads until an item of this kind, and returns all items. */
async function nextOf(items: Items, kind: TurnStreamItem["kind"]): Promise<TurnStreamItem[]> {
  const read: TurnStreamItem[] = [];
  do read.push(await next(items));
  while (read.at(-1)?.kind !== kind);
  return read;
}

/** Begins a turn with one answer that the test streams. */
async function beginTurn(
  context: TestContext,
): Promise<{ items: Items; turnId: string; answer: SpokenAnswer }> {
  const answer = spokenAnswer();
  context.model.script(answer);
  const items = context.stream("runTurn", { message: "Go." });
  const item = await next(items);
  if (item.kind !== "turn") throw new Error(`The stream began with ${item.kind}.`);
  return { items, turnId: item.turnId, answer };
}

function idsOf(items: readonly TurnStreamItem[]): string[] {
  return items.flatMap((item) => ("id" in item ? [item.id] : []));
}

/** Live turns. */
export const streamingTests: readonly ServiceTest[] = [
  {
    shows: ["turn/stream"],
    name: "POST agent for a stream: the model's second piece is withheld until the first was read",
    run: async (context) => {
      const { items, answer } = await beginTurn(context);
      answer.say("The first, ");
      context.expect(await next(items)).toEqual({ kind: "text", offset: 0, text: "The first, " });
      answer.say("the second.");
      context.expect(await next(items)).toEqual({ kind: "text", offset: 11, text: "the second." });
      answer.end();
      const item = await next(items);
      if (item.kind !== "result") throw new Error(`The stream ended with ${item.kind}.`);
      context.expect(item.result.assistant).toBe("The first, the second.");
      context.expect((await items.next()).done).toBe(true);
    },
  },
  {
    shows: ["turn/stream"],
    name: "POST agent for a stream: each of six steps is received before the next begins",
    run: async (context) => {
      const answers = Array.from({ length: 6 }, spokenAnswer);
      context.model.script(...answers);
      const items = context.stream("runTurn", { message: "Look six times." });
      await nextOf(items, "turn");
      const seen: TurnStreamItem[] = [];
      for (const answer of answers) {
        answer.say(toolCall("check_treasury"));
        answer.end();
        seen.push(...(await nextOf(items, "tool_result")));
      }
      const ids = idsOf(seen);
      context.expect([ids.length, new Set(ids).size]).toEqual([12, 12]);
      const last = (await nextOf(items, "result")).at(-1);
      context.expect(last?.kind === "result" && last.result.events.length).toBe(12);
    },
  },
  {
    shows: ["events/stream"],
    name: "GET agent/turns/{id}/events for a stream: continues after any event while the turn runs",
    run: async (context) => {
      const answers = Array.from({ length: 3 }, spokenAnswer);
      context.model.script(...answers);
      let items = context.stream("runTurn", { message: "Look three times." });
      const [begun] = await nextOf(items, "turn");
      const id = begun?.kind === "turn" ? begun.turnId : "";
      const seen: TurnStreamItem[] = [];
      for (const answer of answers) {
        answer.say(toolCall("check_treasury"));
        answer.end();
        seen.push(...(await nextOf(items, "tool_result")));
        await items.return();
        const after = first(idsOf(seen).toReversed());
        items = context.stream("readTurnEvents", { id }, { after });
      }
      const rest = await nextOf(items, "result");
      context.expect(idsOf(rest)).toEqual([]);
      const { events } = await context.ok("readTurnEvents", { id });
      context.expect(idsOf(seen)).toEqual(events.map((event) => event.id));
    },
  },
  {
    shows: ["open/stream-text"],
    name: "a joined stream begins with all of the text so far",
    run: async (context) => {
      const { items, turnId, answer } = await beginTurn(context);
      answer.say("Hello, ");
      await nextOf(items, "text");
      answer.say("world");
      await nextOf(items, "text");
      const joining = context.stream("readTurnEvents", { id: turnId });
      const read = await nextOf(joining, "text");
      context.expect(read.at(-1)).toEqual({ kind: "text", offset: 0, text: "Hello, world" });
      answer.end();
      await nextOf(joining, "result");
      await nextOf(items, "result");
    },
  },
  {
    shows: ["open/stream-leave"],
    name: "a turn continues after its followers disconnect",
    run: async (context) => {
      const { items, turnId, answer } = await beginTurn(context);
      await items.return();
      answer.say(toolCall("check_treasury"));
      answer.end();
      const { events } = await until(
        () => context.ok("readTurnEvents", { id: turnId }),
        ({ status }) => status === "done",
      );
      context.expect(events.map(({ kind }) => kind)).toEqual(["tool_call", "tool_result"]);
    },
  },
  {
    shows: ["open/stream-failure"],
    name: "an error before a stream begins is JSON with its status",
    by: "wire",
    run: async (context) => {
      for (const [request, status] of [
        [post("/api/service/agent", "{}", stream), 400],
        [post("/api/service/agent/resume", '{"turnId":"turn_0"}', stream), 404],
        [{ path: "/api/service/agent/turns/turn_0/events", headers: stream }, 404],
      ] as const) {
        context.expect((await context.send(request)).status).toBe(status);
      }
    },
  },
  {
    shows: ["open/stream-failure"],
    name: "a turn that fails before any action ends its stream with the error",
    run: async (context) => {
      context.model.script(new Error("nothing comes to mind"));
      const items = context.stream("runTurn", { message: "Go." });
      const last = (await nextOf(items, "failure")).at(-1);
      if (last?.kind !== "failure") throw new Error("There is no failure.");
      context
        .expect([last.failure.code, last.failure.requestId === ""])
        .toEqual(["model_failed", false]);
      context.expect((await items.next()).done).toBe(true);
    },
  },
  {
    shows: ["open/stream-close"],
    name: "close() ends the streams without a result, so that their drivers reconnect",
    run: async (context) => {
      const { items, answer } = await beginTurn(context);
      const closing = context.closeTreasury();
      // The typed client, configured not to reconnect, reports an error.
      const end = await items.next().then(
        ({ done }) => done,
        ({ name }: Error) => name === "TreasuryConnectionError",
      );
      context.expect(end).toBe(true);
      answer.end();
      await closing;
    },
  },
];
