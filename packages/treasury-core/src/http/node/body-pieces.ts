import type { IncomingMessage } from "node:http";

export interface BodyListener {
  onPiece(piece: Uint8Array): void;
  onEnd(): void;
  onBroken(error: Error): void;
}

/**
 * Reads a body until its end, or until the returned function is called. Node's stream conversions
 * would destroy the connection of the response when their reader stops.
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
 * Reads the rest of an upload after an early response, because a paused upload would block the
 * connection's next request. Node's `requestTimeout` limits the time.
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
