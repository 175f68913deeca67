import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** How the endpoint answers a call of the judge. */
export type JudgeAnswer =
  | { readonly content: string; readonly finish?: string }
  | { readonly status: number; readonly type?: string; readonly body?: string }
  | "silent"
  | "down";

/** An answer of the agent: the deltas of its chunks, and why it ended. */
export interface AgentAnswer {
  readonly deltas: readonly object[];
  readonly finish?: string;
}

export interface StandInEndpoint {
  readonly url: string;
  /** Calls of the judge, with their models' names. */
  readonly judged: string[];
  answer(next: JudgeAnswer): void;
  /**
   * Answers the agent's next requests in order, and later ones with the last answer. Returns the
   * list to which these requests are added.
   */
  answerAgent(answers: readonly AgentAnswer[], bytesAtOnce?: number): readonly ChatBody[];
  close(): Promise<void>;
}

export interface ChatBody {
  readonly model: string;
  readonly stream?: boolean;
  readonly tools?: readonly unknown[];
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}

/**
 * A stand-in for an OpenAI-compatible endpoint, with real HTTP and scripted answers. Unless other
 * answers are given, its agent proposes one spend for each message, by markup or by function
 * calling.
 */
export async function standInEndpoint(spend: object): Promise<StandInEndpoint> {
  const judged: string[] = [];
  let next: JudgeAnswer = { content: '{"verdict":"safe","reason":"Fine."}' };
  let script: ((body: ChatBody) => AgentAnswer) | null = null;
  let pieceLength = Number.MAX_SAFE_INTEGER;
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request);
    if (body.stream) {
      await stream(script?.(body) ?? oneSpend(body, spend), pieceLength, response);
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
    answerAgent: (answers, bytesAtOnce = Number.MAX_SAFE_INTEGER) => {
      const asked: ChatBody[] = [];
      script = (body) => {
        asked.push(body);
        return answers[Math.min(asked.length, answers.length) - 1] ?? { deltas: [] };
      };
      pieceLength = bytesAtOnce;
      return asked;
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
function oneSpend({ tools, messages }: ChatBody, spend: object): AgentAnswer {
  if (messages.some(({ role }) => role === "assistant")) return { deltas: [{ content: "Done." }] };
  const call = { name: "propose_spend", arguments: spend };
  if (tools === undefined) {
    return { deltas: [{ content: `<tool_call>${JSON.stringify(call)}</tool_call>` }] };
  }
  const native = { name: call.name, arguments: JSON.stringify(spend) };
  const delta = { tool_calls: [{ index: 0, id: "call_1", type: "function", function: native }] };
  return { deltas: [delta], finish: "tool_calls" };
}

/** Sends the events in pieces of this many bytes, which may end anywhere. */
async function stream(
  { deltas, finish = "stop" }: AgentAnswer,
  pieceLength: number,
  response: ServerResponse,
): Promise<void> {
  const events = [...deltas.map((delta) => chunk(delta, null)), chunk({}, finish)];
  const bytes = Buffer.from(`${events.join("")}data: [DONE]\n\n`);
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (let from = 0; from < bytes.length; from += pieceLength) {
    const piece = bytes.subarray(from, from + pieceLength);
    await new Promise((resolve) => void response.write(piece, resolve));
  }
  response.end();
}

function chunk(delta: object, finish: string | null): string {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  const object = "chat.completion.chunk";
  return `data: ${JSON.stringify({ id: "1", object, created: 1, model: "stand-in", choices })}\n\n`;
}
