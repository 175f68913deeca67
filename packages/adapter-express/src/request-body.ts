import { TreasuryError } from "@agent-treasury/provider";
import { BodyBytes } from "@agent-treasury/treasury-core/adapter";
import { listenToBody } from "./body-pieces.ts";
import { streamOf } from "./body-stream.ts";
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
  try {
    return { content: keptBody(request), wasRead: true };
  } catch (error) {
    return { content: failing(error), wasRead: true };
  }
}

/**
 * The same as bytes, without a stream on the way.
 *
 * @throws TreasuryError `body_too_large`, `service_busy`, `body_already_read`, `invalid_json`.
 */
export async function bodyBytes(
  request: ExpressRequest,
  maximumBytes: number,
): Promise<Uint8Array> {
  if (!request.readableDidRead) return receivedBytes(request, maximumBytes);
  const kept = Buffer.from(keptBody(request));
  const bytes = new BodyBytes(maximumBytes, kept.byteLength);
  bytes.add(kept);
  return bytes.whole();
}

function receivedBytes(request: ExpressRequest, maximumBytes: number): Promise<Uint8Array> {
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

function keptBody(request: ExpressRequest): Uint8Array<ArrayBuffer> | string {
  const { body, rawBody } = request;
  const kept = asContent(rawBody) ?? asContent(body);
  if (kept !== undefined) return kept;
  if (!isJson(request)) return "";
  if (body !== undefined) return textOf(body);
  throw new TreasuryError(
    "body_already_read",
    "The request's body was read before it came here, and nothing of it was kept.",
  );
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
function failing(error: unknown): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      controller.error(error);
    },
  });
}
