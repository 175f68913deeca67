import type { IncomingMessage } from "node:http";

/** Receives the chunks of a body, then its end or an error. */
export interface BodyListener {
  onPiece(piece: Uint8Array): void;
  onEnd(): void;
  onBroken(error: Error): void;
}

/**
 * Reads an unread body until its end, or until the returned function is called. Node's own stream
 * conversions destroy the request when their reader stops, and with it the connection of the
 * response.
 */
export function listenToBody(request: IncomingMessage, listener: BodyListener): () => void {
  const onData = (piece: Uint8Array): void => listener.onPiece(piece);
  const onEnd = (): void => {
    stop();
    listener.onEnd();
  };
  const onBroken = (): void => {
    stop();
    listener.onBroken(brokenOff());
  };
  const stop = (): void => {
    request.off("data", onData).off("end", onEnd).off("error", onBroken).off("close", onBroken);
  };
  // Another reader may have consumed a body without chunks.
  if (request.readableEnded) listener.onEnd();
  else if (request.destroyed) listener.onBroken(brokenOff());
  else request.on("data", onData).on("end", onEnd).on("error", onBroken).on("close", onBroken);
  request.resume();
  return stop;
}

/**
 * Reads the rest of an upload after an early response. A paused upload would block the next request
 * on the connection. Node's `requestTimeout` limits the time.
 */
export function discardRest(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    request.once("end", resolve).once("close", resolve).resume();
  });
}

function brokenOff(): Error {
  return new Error("The caller closed the connection before the body was complete.");
}
