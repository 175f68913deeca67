import type { TurnStreamItem } from "@agent-treasury/contract";
import { documentedRoutes } from "@agent-treasury/contract/openapi";
import type { LanguageModel } from "@agent-treasury/provider";
import { stop } from "../../features/agent/test-model.fixture.ts";
import { type Treasury, type TreasuryOptions, createTreasury } from "../../index.ts";
import { memoryStorage } from "../../memory.ts";

export const base = "http://localhost:3000/api/service";
/** Requests a stream. */
export const stream: Readonly<Record<string, string>> = { accept: "text/event-stream" };
const json = { "content-type": "application/json" };

/** A model that sends its pieces when the test sends them. */
export function heldModel(): LanguageModel & { say(piece: string): void; end(): void } {
  /** Null ends an answer. */
  const held = new TransformStream<string | null, string | null>();
  const writer = held.writable.getWriter();
  const reader = held.readable.getReader();
  return {
    specificationVersion: "1",
    provider: "test",
    modelId: "held",
    say: (piece) => void writer.write(piece),
    end: () => void writer.write(null),
    async *stream() {
      for (;;) {
        const { value: text = null } = await reader.read();
        if (text === null) break;
        yield { kind: "text", text };
      }
      yield stop;
    },
  };
}

/** A treasury without timers. */
export function treasuryOf(options: Partial<TreasuryOptions>): Treasury {
  return createTreasury({
    baseUrl: "http://localhost:3000",
    storage: memoryStorage(),
    recoverySeconds: false,
    onFailure: () => {},
    ...options,
  });
}

export function post(path: string, body: object, headers: Record<string, string> = {}): Request {
  return new Request(base + path, {
    method: "POST",
    headers: { ...json, ...headers },
    body: JSON.stringify(body),
  });
}

export function get(path: string, headers: Record<string, string> = {}): Request {
  return new Request(base + path, { headers });
}

/** Yields the items of a stream. */
export async function* itemsOf(response: Response): AsyncGenerator<TurnStreamItem> {
  const { body } = response;
  if (body === null) throw new Error("There is no stream.");
  let rest = "";
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + piece).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const data = block.split("\n").find((line) => line.startsWith("data: "));
      if (data !== undefined) {
        yield documentedRoutes.runTurn.stream.parse(JSON.parse(data.slice(6)));
      }
    }
  }
  if (rest !== "") throw new Error(`The stream ended in the middle of an event: ${rest}`);
}

/** Returns all items of a stream. */
export async function collect(response: Response): Promise<TurnStreamItem[]> {
  const items: TurnStreamItem[] = [];
  for await (const item of itemsOf(response)) items.push(item);
  return items;
}

/** Returns the next item of an open stream. */
export async function next(items: AsyncGenerator<TurnStreamItem>): Promise<TurnStreamItem> {
  const { done, value } = await items.next();
  if (done === true) throw new Error("The stream is over.");
  return value;
}
