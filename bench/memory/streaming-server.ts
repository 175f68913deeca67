import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expressHandler } from "@agent-treasury/adapter-express";
import type { LanguageModel } from "@agent-treasury/provider";
import { createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import express from "express";
import { answerQuestions } from "../processes/worker-process.ts";

/** The streams of the server, and its memory in bytes after garbage collection. */
export interface ServerAnswer {
  readonly urls: {
    /** The event stream of a turn whose model does not answer. */
    readonly turn: string;
    /** An Express route that sends only one event. */
    readonly byHand: string;
  };
  readonly heap: number;
  readonly resident: number;
}

/** Does not answer until the turn is aborted, so that every stream of the turn is idle. */
const silentModel: LanguageModel = {
  specificationVersion: "1",
  provider: "bench",
  modelId: "silent",
  // oxlint-disable-next-line require-yield -- It ends by its signal only.
  async *stream({ signal }) {
    await once(signal, "abort");
  },
};

const treasury = createTreasury({
  baseUrl: "http://127.0.0.1",
  storage: memoryStorage(),
  model: silentModel,
  turns: { timeoutSeconds: 3_600 },
});
const app = express();
app.use("/api/service", expressHandler(treasury));
app.get("/by-hand", (_request, response) => {
  response.writeHead(200, { "content-type": "text/event-stream" }).write("data: 1\n\n");
});
const server = app.listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as AddressInfo;
const origin = `http://127.0.0.1:${port}`;
const urls = { turn: await startTurn(`${origin}/api/service`), byHand: `${origin}/by-hand` };

/** Starts the turn over HTTP and closes that first stream when it has returned the turn's id. */
async function startTurn(service: string): Promise<string> {
  const response = await fetch(`${service}/agent`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "text/event-stream" },
    body: JSON.stringify({ workspaceId: "bench", message: "Wait." }),
  });
  for await (const bytes of response.body ?? []) {
    const [, turnId] = /"turnId":"([^"]+)"/.exec(Buffer.from(bytes).toString()) ?? [];
    if (turnId !== undefined) return `${service}/agent/turns/${turnId}/events?workspaceId=bench`;
  }
  throw new Error(`The turn did not start: ${response.status}.`);
}

async function measure(): Promise<ServerAnswer> {
  // The second collection frees the objects that the first one finalised.
  await globalThis.gc?.({ execution: "async" });
  await globalThis.gc?.({ execution: "async" });
  const { heapUsed, rss } = process.memoryUsage();
  return { urls, heap: heapUsed, resident: rss };
}

answerQuestions(measure, () => Promise.resolve());
