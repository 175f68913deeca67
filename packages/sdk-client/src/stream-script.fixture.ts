import type { TurnStreamItem } from "@agent-treasury/contract/wire";
import { answers } from "./answers.fixture.ts";

const at = "2026-11-02T09:00:00.000Z";

/** The items of a turn with two answers, in letters of one to four bytes. */
export const recordedTurn: readonly TurnStreamItem[] = [
  { kind: "turn", turnId: "turn_1" },
  { kind: "text", offset: 0, text: "Grüße, " },
  { kind: "text", offset: 7, text: "世界 🪙" },
  { kind: "thought", at, text: "A coin\nof gold.", id: "3" },
  { kind: "tool_call", at, callId: "turn_1.1", tool: "check_treasury", arguments: {}, id: "4" },
  {
    kind: "tool_result",
    at,
    callId: "turn_1.1",
    tool: "check_treasury",
    ok: true,
    result: { balanceUsd: 88 },
    id: "6",
  },
  { kind: "text", offset: 0, text: "Done" },
  { kind: "text", offset: 4, text: "." },
  {
    kind: "result",
    result: { ...answers.runTurn, state: { ...answers.resetTreasury, proposals: [] } },
  },
];

const encoder = new TextEncoder();

/** Items as the service writes them, with a heartbeat in the middle. */
export function written(items: readonly TurnStreamItem[]): Uint8Array<ArrayBuffer> {
  const events = items.map((item) => {
    const id = "id" in item ? `id: ${item.id}\n` : "";
    return `event: ${item.kind}\n${id}data: ${JSON.stringify(item)}\n\n`;
  });
  events.splice(events.length / 2, 0, ": still here\n\n");
  return encoder.encode(events.join(""));
}

/**
 * What the service sends after a reconnect: the events after `after`, the current answer's text so
 * far, and then new items.
 *
 * @param happened - How many of the recorded items existed at the reconnect.
 */
export function resumed(after: string | null, happened: number): readonly TurnStreamItem[] {
  const past = recordedTurn.slice(1, happened);
  const missed = past.filter((item) => "id" in item && Number(item.id) > Number(after ?? 0));
  const shown = textAfter(past);
  return [
    { kind: "turn", turnId: "turn_1" },
    ...missed,
    ...(shown === "" ? [] : [{ kind: "text", offset: 0, text: shown } as const]),
    ...recordedTurn.slice(Math.max(happened, 1)),
  ];
}

/** What a client shows in the end: all events, and the text of the current answer. */
export function joined(items: readonly TurnStreamItem[]): {
  readonly kept: readonly TurnStreamItem[];
  readonly shown: string;
} {
  const kept = items.filter(({ kind }) => kind !== "text");
  return { kept, shown: textAfter(items) };
}

/** An event of an answer ends its text. */
function textAfter(items: readonly TurnStreamItem[]): string {
  let shown = "";
  for (const item of items) {
    if (item.kind === "text") shown = shown.slice(0, item.offset) + item.text;
    else if (item.kind === "thought") shown = "";
  }
  return shown;
}

/** A response with these bytes that then closes or breaks off. */
export function streamOf(bytes: Uint8Array<ArrayBuffer>, end: "closed" | "broken"): Response {
  let sent = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (!sent && bytes.length > 0) controller.enqueue(bytes);
      else if (end === "closed") controller.close();
      else controller.error(new TypeError("terminated"));
      sent = true;
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream; charset=utf-8" } });
}
