import type { PaidFetchRequest } from "@agent-treasury/contract/wire";
import { newIdempotencyKey } from "../idempotency-key.ts";

/** A request as the treasury sends it. */
export interface SentRequest extends Pick<PaidFetchRequest, "contentType" | "body"> {
  readonly url: string;
  readonly method: "GET" | "POST";
  readonly idempotencyKey: string;
}

/** Clients set it by default, and it changes nothing. */
const ignored = "accept";
const keyHeader = "idempotency-key";

/**
 * Reads a request to `fetch`.
 *
 * @throws TypeError for a method, header or body that the treasury does not send.
 */
export async function readRequest(request: Request): Promise<SentRequest> {
  const { url, method } = request;
  if (method !== "GET" && method !== "POST") {
    throw new TypeError(`The treasury sends GET and POST, not ${method}.`);
  }
  const { [keyHeader]: key, "content-type": contentType, ...others } = headersOf(request);
  const [unknown] = Object.keys(others).filter((name) => name !== ignored);
  if (unknown !== undefined) {
    throw new TypeError(`The treasury sends no header except content-type. Remove ${unknown}.`);
  }
  const idempotencyKey = key ?? newIdempotencyKey();
  if (request.body === null) return { url, method, idempotencyKey };
  const body = textOf(await request.arrayBuffer());
  return { url, method, idempotencyKey, body, ...(contentType && { contentType }) };
}

function headersOf(request: Request): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(request.headers);
}

function textOf(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new TypeError("The treasury sends bodies of UTF-8 text only.");
  }
}
