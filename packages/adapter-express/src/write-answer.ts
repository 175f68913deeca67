import type { ServerResponse } from "node:http";
import type { ServiceAnswer } from "@agent-treasury/treasury-core/adapter";
import { discardRest } from "./body-pieces.ts";

/** How a message travels is between Node and its peer; a handler has no say in it. */
const hopByHop = ["connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade"];

/**
 * Writes an answer to Node's response: a text at once, a stream piece by piece as they come and no
 * faster than they are taken.
 *
 * @throws whatever the answer's stream fails with.
 */
export async function writeAnswer(answer: ServiceAnswer, response: ServerResponse): Promise<void> {
  const { body } = answer;
  writeHead(answer, response);
  if (body !== null && typeof body !== "string") {
    if (response.req.method === "HEAD") await body.cancel();
    else await writePieces(body, response);
  }
  // Closed on a caller who still sends, a connection would take the answer along.
  if (!response.shouldKeepAlive) await discardRest(response.req);
  if (typeof body === "string") response.end(body);
  else response.end();
}

function writeHead({ status, statusText, headers }: ServiceAnswer, response: ServerResponse): void {
  response.statusCode = status;
  if (statusText !== undefined && statusText !== "") response.statusMessage = statusText;
  for (const [name, value] of headers) {
    // Cookies that a session set before stay; for all else the handler has the last word.
    if (name === "set-cookie") response.appendHeader(name, value);
    else if (!hopByHop.includes(name)) response.setHeader(name, value);
  }
}

async function writePieces(
  body: ReadableStream<Uint8Array>,
  response: ServerResponse,
): Promise<void> {
  const reader = body.getReader();
  const leave = (): void => {
    reader.cancel().catch(() => {});
  };
  if (response.destroyed) leave();
  response.once("close", leave);
  for (;;) {
    const { done, value } = await reader.read();
    if (done || response.destroyed) break;
    if (!response.write(value) && !response.destroyed) await drained(response);
  }
  response.off("close", leave);
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const goOn = (): void => {
      response.off("drain", goOn).off("close", goOn);
      resolve();
    };
    response.on("drain", goOn).on("close", goOn);
  });
}
