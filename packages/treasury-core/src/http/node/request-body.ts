import { TreasuryError } from "@agent-treasury/provider";
import { BodyBytes } from "../service-request.ts";
import { listenToBody } from "./body-pieces.ts";
import type { NodeRequest } from "./node-types.ts";

export type RequestBody = ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | string;

/** Reconstructs a body that a parser has consumed. */
export function requestBody(request: NodeRequest): RequestBody {
  if (!request.readableDidRead) return streamOf(request);
  try {
    return keptBody(request);
  } catch (error) {
    return failing(error);
  }
}

/** @throws TreasuryError `body_too_large`, `service_busy`, `body_already_read`, `invalid_json`. */
export async function bodyBytes(request: NodeRequest, maximumBytes: number): Promise<Uint8Array> {
  if (!request.readableDidRead) return receivedBytes(request, maximumBytes);
  const kept = Buffer.from(keptBody(request));
  const bytes = new BodyBytes(maximumBytes, kept.byteLength);
  bytes.add(kept);
  return bytes.whole();
}

function receivedBytes(request: NodeRequest, maximumBytes: number): Promise<Uint8Array> {
  const bytes = new BodyBytes(maximumBytes, Number(request.headers["content-length"]));
  return new Promise((resolve, reject) => {
    const stop = listenToBody(request, {
      onPiece: (piece) => {
        try {
          bytes.add(piece);
        } catch (error) {
          stop();
          reject(error);
        }
      },
      onEnd: () => resolve(bytes.whole()),
      onBroken: (error) => {
        bytes.discard();
        reject(error);
      },
    });
  });
}

function keptBody(request: NodeRequest): Uint8Array<ArrayBuffer> | string {
  const { body, rawBody } = request;
  const kept = asContent(rawBody) ?? asContent(body);
  if (kept !== undefined) return kept;
  const { "content-type": type = "" } = request.headers;
  // It is rejected by its type. A body without a type is rejected unless it is empty.
  if (type.trim() === "" ? !hasBody(request) : !isJson(type)) return "";
  if (body !== undefined) return textOf(body);
  throw new TreasuryError(
    "body_already_read",
    "The request body was consumed before it reached the treasury, and its content was not stored.",
  );
}

/**
 * Whether the body must be serialized again, because a parser consumed it without storing its
 * bytes.
 */
export function isRebuilt({ readableDidRead, rawBody, body }: NodeRequest): boolean {
  return readableDidRead && (asContent(rawBody) ?? asContent(body)) === undefined;
}

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

function isJson(type: string): boolean {
  return /^\s*application\/(?:[\w.-]+\+)?json\b/i.test(type);
}

function hasBody({ headers }: NodeRequest): boolean {
  const { "content-length": length = "0", "transfer-encoding": encoding } = headers;
  return encoding !== undefined || Number(length) !== 0;
}

/** Fails only when it is read, so that missing access is reported first. */
function failing(error: unknown): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      controller.error(error);
    },
  });
}

/** The body as a web stream with backpressure. */
function streamOf(request: NodeRequest): ReadableStream<Uint8Array> {
  let stop: (() => void) | undefined;
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        stop ??= listenToBody(request, {
          onPiece: (piece) => {
            request.pause();
            controller.enqueue(piece);
          },
          onEnd: () => controller.close(),
          onBroken: (error) => controller.error(error),
        });
        request.resume();
      },
      cancel() {
        stop?.();
      },
    },
    { highWaterMark: 0 },
  );
}
