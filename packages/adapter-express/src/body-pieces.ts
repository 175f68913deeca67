import type { IncomingMessage } from "node:http";

/** What becomes of a body: pieces, then its end or its breaking off. */
export interface BodyListener {
  onPiece(piece: Uint8Array): void;
  onEnd(): void;
  onBroken(error: Error): void;
}

/**
 * Listens to a body that nobody has read yet, until its end, or until the function that it returns is
 * called. Node's own conversions destroy the request, and with it the connection that is to carry the
 * answer, when their reader has had enough.
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
  // Another reader may have come to the end of a body without a single piece.
  if (request.readableEnded) listener.onEnd();
  else if (request.destroyed) listener.onBroken(brokenOff());
  else request.on("data", onData).on("end", onEnd).on("error", onBroken).on("close", onBroken);
  request.resume();
  return stop;
}

/**
 * Reads what is left of an upload that was answered before its end: a paused one would hold back
 * whatever comes next on its connection. How long that may take is for Node's `requestTimeout` to say.
 */
export function discardRest(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    request.once("end", resolve).once("close", resolve).resume();
  });
}

function brokenOff(): Error {
  return new Error("The caller closed the connection within its body.");
}
