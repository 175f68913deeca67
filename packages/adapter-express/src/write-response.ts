import type { ServerResponse } from "node:http";
import { discardRest } from "./request-body.ts";

/** How a message travels is between Node and its peer; a handler has no say in it. */
const hopByHop = ["connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade"];

/**
 * Writes the web's response to Node's, piece by piece as they come and no faster than they are taken.
 *
 * @throws whatever the response's stream fails with.
 */
export async function writeResponse(answer: Response, response: ServerResponse): Promise<void> {
  writeHead(answer, response);
  if (answer.body === null || response.req.method === "HEAD") {
    await answer.body?.cancel();
    await end(response);
    return;
  }
  const reader = answer.body.getReader();
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
  await end(response);
}

function writeHead(answer: Response, response: ServerResponse): void {
  response.statusCode = answer.status;
  if (answer.statusText !== "") response.statusMessage = answer.statusText;
  for (const [name, value] of answer.headers) {
    // Cookies that a session set before stay; for all else the handler has the last word.
    if (name === "set-cookie") response.appendHeader(name, value);
    else if (!hopByHop.includes(name)) response.setHeader(name, value);
  }
}

/**
 * Ends the answer. Where that closes the connection, what is left of an upload is read first: closed
 * on a caller who still sends, it would take the answer along.
 */
async function end(response: ServerResponse): Promise<void> {
  if (!response.shouldKeepAlive) await discardRest(response.req);
  response.end();
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
