import type { ServerResponse } from "node:http";
import { failureResponse, isPieces, type ServiceAnswer } from "../answers.ts";
import { discardRest } from "./body-pieces.ts";

/** Headers controlled by Node, not by the handler. */
const hopByHop = ["connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade"];

/** @throws any error of the response's stream. */
export async function writeAnswer(answer: ServiceAnswer, response: ServerResponse): Promise<void> {
  const { body } = answer;
  writeHead(answer, response);
  if (body !== null && typeof body !== "string" && !isPieces(body)) {
    if (response.req.method === "HEAD") await body.cancel();
    else await writePieces(body, response);
  }
  // Closing the connection while the caller still sends would discard the response.
  if (!response.shouldKeepAlive) await discardRest(response.req);
  if (isPieces(body)) endWith(body, response);
  else if (typeof body === "string") response.end(body);
  else response.end();
}

/**
 * Sends the error response for a failure outside the treasury's handler. If the response has begun,
 * closes the connection, so that the caller detects the incomplete response.
 */
export async function answerFailure(error: unknown, response: ServerResponse): Promise<void> {
  if (response.destroyed) return;
  const failure = failureResponse(error);
  if (response.headersSent) response.destroy();
  else await writeAnswer(failure, response);
}

/** Text without other characters than ASCII is copied instead of encoded. */
function endWith(pieces: readonly string[], response: ServerResponse): void {
  const lengths = pieces.map((piece) => Buffer.byteLength(piece));
  response.setHeader(
    "content-length",
    lengths.reduce((sum, length) => sum + length, 0),
  );
  for (const [index, piece] of pieces.entries()) {
    response.write(piece, piece.length === lengths[index] ? "latin1" : "utf8");
  }
  response.end();
}

function writeHead({ status, statusText, headers }: ServiceAnswer, response: ServerResponse): void {
  response.statusCode = status;
  if (statusText !== undefined && statusText !== "") response.statusMessage = statusText;
  for (const [name, value] of headers) {
    // Keeps cookies that were set before.
    if (name === "set-cookie") response.appendHeader(name, value);
    else if (!hopByHop.includes(name)) response.setHeader(name, value);
  }
}

async function writePieces(
  body: ReadableStream<Uint8Array>,
  response: ServerResponse,
): Promise<void> {
  const reader = body.getReader();
  const cancel = (): void => {
    reader.cancel().catch(() => {});
  };
  if (response.destroyed) cancel();
  response.once("close", cancel);
  for (;;) {
    const { done, value } = await reader.read();
    if (done || response.destroyed) break;
    if (!response.write(value) && !response.destroyed) await drained(response);
  }
  response.off("close", cancel);
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const resume = (): void => {
      response.off("drain", resume).off("close", resume);
      resolve();
    };
    response.on("drain", resume).on("close", resume);
  });
}
