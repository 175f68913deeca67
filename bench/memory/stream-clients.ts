import { once } from "node:events";
import { type IncomingMessage, get } from "node:http";
import { answerQuestions } from "../processes/worker-process.ts";

/** Requests this number of open event streams, each on its own connection. */
export interface ClientQuestion {
  readonly url: string;
  readonly streams: number;
}

const streams = new Set<IncomingMessage>();
const openedAtOnce = 50;

/** Opens the missing streams, and returns how many are open. */
async function open({ url, streams: wanted }: ClientQuestion): Promise<number> {
  while (streams.size < wanted) {
    const missing = Math.min(openedAtOnce, wanted - streams.size);
    await Promise.all(Array.from({ length: missing }, () => openOne(url)));
  }
  return streams.size;
}

/** Resolves when the first event of the stream has arrived. */
async function openOne(url: string): Promise<void> {
  const request = get(url, { agent: false, headers: { accept: "text/event-stream" } });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`A stream: status ${response.statusCode}.`);
  await once(response, "data");
  streams.add(response);
  response.once("close", () => streams.delete(response));
  response.on("error", () => {});
  response.resume();
}

answerQuestions(open, () => Promise.resolve());
