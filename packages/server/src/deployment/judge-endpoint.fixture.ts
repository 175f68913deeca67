import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** How the endpoint answers a call of the judge. */
export type JudgeAnswer =
  | { readonly content: string; readonly finish?: string }
  | { readonly status: number; readonly type?: string; readonly body?: string }
  | "silent"
  | "down";

export interface JudgeEndpoint {
  readonly url: string;
  /** Calls of the judge, with their models' names. */
  readonly judged: string[];
  answer(next: JudgeAnswer): void;
  close(): Promise<void>;
}

interface ChatBody {
  readonly model: string;
  readonly stream?: boolean;
  readonly tools?: readonly unknown[];
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}

/**
 * An OpenAI-compatible endpoint. Its agent proposes one spend for each message, by markup or by
 * function calling.
 */
export async function judgeEndpoint(spend: object): Promise<JudgeEndpoint> {
  const judged: string[] = [];
  let next: JudgeAnswer = { content: '{"verdict":"safe","reason":"Fine."}' };
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request);
    if (body.stream) {
      answerAgent(body, spend, response);
      return;
    }
    judged.push(body.model);
    answerJudge(next, response);
  };
  const server = createServer((...received) => void respond(...received)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    judged,
    answer: (given) => {
      next = given;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<ChatBody> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return JSON.parse(Buffer.concat(pieces).toString()) as ChatBody;
}

function answerJudge(next: JudgeAnswer, response: ServerResponse): void {
  if (next === "silent") return;
  if (next === "down") {
    response.destroy();
    return;
  }
  if ("status" in next) {
    const { status, type = "application/json", body = "" } = next;
    response.writeHead(status, { "content-type": type, "retry-after-ms": "1" }).end(body);
    return;
  }
  const { content, finish = "stop" } = next;
  const message = { role: "assistant", content };
  const choices = [{ index: 0, message, finish_reason: finish }];
  response
    .writeHead(200, { "content-type": "application/json" })
    .end(JSON.stringify({ id: "1", object: "chat.completion", created: 1, model: "m", choices }));
}

/** Proposes the spend after a message of the person, and ends the turn after the result. */
function answerAgent({ tools, messages }: ChatBody, spend: object, response: ServerResponse): void {
  const isFirst = messages.filter(({ role }) => role === "assistant").length === 0;
  const call = { name: "propose_spend", arguments: spend };
  const native = { name: call.name, arguments: JSON.stringify(spend) };
  const delta = !isFirst
    ? { content: "Done." }
    : tools === undefined
      ? { content: `<tool_call>${JSON.stringify(call)}</tool_call>` }
      : { tool_calls: [{ index: 0, id: "call_1", type: "function", function: native }] };
  const finish = "tool_calls" in delta ? "tool_calls" : "stop";
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const [content, reason] of [
    [delta, null],
    [{}, finish],
  ] as const) {
    const choices = [{ index: 0, delta: content, finish_reason: reason }];
    const chunk = { id: "1", object: "chat.completion.chunk", created: 1, model: "m", choices };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  }
  response.end("data: [DONE]\n\n");
}
