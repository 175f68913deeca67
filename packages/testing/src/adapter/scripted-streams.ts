import type { Watched } from "./watched.ts";

export const eventStreamHeaders = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
};

const plainText = { "content-type": "text/plain; charset=utf-8" };

/** Sends a first chunk at once and the last one when it is released. */
export function gated(
  watched: Watched,
  headers: Readonly<Record<string, string>> = plainText,
): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode("first;"));
    },
    async pull(controller) {
      watched.started = true;
      await watched.released;
      controller.enqueue(encoder.encode("last"));
      controller.close();
    },
    cancel() {
      watched.cancelled = true;
    },
  });
  return new Response(body, { headers });
}

/** More than any buffers hold. */
const endlessChunks = 4096;

/** Counts its chunks and records its cancellation. */
export function endless(watched: Watched): Response {
  const piece = new Uint8Array(65_536).fill(46);
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      watched.started = true;
      watched.chunksPulled += 1;
      controller.enqueue(piece);
      if (watched.chunksPulled === endlessChunks) controller.close();
    },
    cancel() {
      watched.cancelled = true;
    },
  });
  return new Response(body, { headers: plainText });
}

export function severed(): Response {
  let pulls = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulls += 1;
      if (pulls === 1) controller.enqueue(new TextEncoder().encode("first;"));
      else controller.error(new Error("The source failed."));
    },
  });
  return new Response(body, { headers: plainText });
}

export async function hanging(request: Request, watched: Watched): Promise<Response> {
  const aborted = new Promise<void>((resolve) => {
    request.signal.addEventListener("abort", () => resolve(), { once: true });
    if (request.signal.aborted) resolve();
  });
  watched.started = true;
  await aborted;
  watched.aborted = true;
  return new Response("The caller has disconnected.", { headers: plainText });
}

/** Reads one chunk of an upload, and the others when it is released. */
export async function sip(request: Request, watched: Watched): Promise<Response> {
  const reader = request.body?.getReader();
  let piece = await reader?.read();
  await watched.released;
  while (piece?.done === false) piece = await reader?.read();
  return new Response("All of it.", { headers: plainText });
}
