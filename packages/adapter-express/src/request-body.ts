import type { IncomingMessage } from "node:http";
import { TreasuryError } from "@agent-treasury/treasury-core";
import type { ExpressRequest } from "./express-types.ts";

/** A body for the web's request. */
export interface RequestBody {
  readonly content: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | string;
  /** Whether a parser read it, so that length and encoding in the headers tell of another text. */
  readonly wasRead: boolean;
}

/** The body as it comes, or, where a parser has read it already, made anew from what that one kept. */
export function requestBody(request: ExpressRequest): RequestBody {
  if (!request.readableDidRead) return { content: streamOf(request), wasRead: false };
  const { body, rawBody } = request;
  const kept = asContent(rawBody) ?? asContent(body);
  if (kept !== undefined) return { content: kept, wasRead: true };
  if (!isJson(request)) return { content: "", wasRead: true };
  const content = body === undefined ? lost() : textOf(body);
  return { content, wasRead: true };
}

/** Whether a parser read the body and kept none of its bytes, so that they can only be made anew. */
export function isRebuilt({ readableDidRead, rawBody, body }: ExpressRequest): boolean {
  return readableDidRead && (asContent(rawBody) ?? asContent(body)) === undefined;
}

/** What a parser could read may still be nested too deeply to be written again. */
function textOf(body: unknown): string {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    throw new TreasuryError("invalid_json", "The body's values are nested too deeply.", { cause });
  }
}

function asContent(value: unknown): Uint8Array<ArrayBuffer> | string | undefined {
  return typeof value === "string" || value instanceof Uint8Array
    ? (value as Uint8Array<ArrayBuffer> | string)
    : undefined;
}

function isJson(request: ExpressRequest): boolean {
  return /^\s*application\/(?:[\w.-]+\+)?json\b/i.test(request.headers["content-type"] ?? "");
}

/** Fails when it is read, so that a request that needs no body, or has no access, is told that first. */
function lost(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      controller.error(
        new TreasuryError(
          "body_already_read",
          "The request's body was read before it came here, and nothing of it was kept.",
        ),
      );
    },
  });
}

/**
 * Reads as fast as it is read itself. Node's own conversion destroys the request, and with it the
 * connection that is to carry the answer, when its reader has had enough.
 */
function streamOf(request: ExpressRequest): ReadableStream<Uint8Array> {
  let stop: (() => void) | undefined;
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (request.readableEnded) {
          controller.close();
        } else if (request.destroyed) {
          controller.error(brokenOff());
        } else {
          stop ??= listen(request, controller);
          request.resume();
        }
      },
      cancel() {
        stop?.();
      },
    },
    { highWaterMark: 0 },
  );
}

function listen(
  request: ExpressRequest,
  controller: ReadableStreamDefaultController<Uint8Array>,
): () => void {
  const onData = (piece: Uint8Array): void => {
    request.pause();
    controller.enqueue(piece);
  };
  const onEnd = (): void => {
    stop();
    controller.close();
  };
  const onBroken = (): void => {
    stop();
    controller.error(brokenOff());
  };
  const stop = (): void => {
    request.off("data", onData).off("end", onEnd).off("error", onBroken).off("close", onBroken);
  };
  request.on("data", onData).on("end", onEnd).on("error", onBroken).on("close", onBroken);
  return stop;
}

function brokenOff(): Error {
  return new Error("The caller closed the connection within its body.");
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
