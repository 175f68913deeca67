import { requestLimits } from "@agent-treasury/contract";
import { TreasuryError } from "../errors.ts";

/**
 * Reads a JSON body. An empty one counts as `{}`.
 *
 * @throws TreasuryError `unsupported_content_type`, `body_too_large`, `body_already_read`, `invalid_json`.
 */
export async function readBody(request: Request): Promise<Readonly<Record<string, unknown>>> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") {
    throw new TreasuryError(
      "unsupported_content_type",
      type === undefined || type === ""
        ? "The request has no content type."
        : `The content type ${JSON.stringify(type)} is not understood.`,
    );
  }
  const text = await readText(request);
  return text.trim() === "" ? {} : parseObject(text);
}

async function readText(request: Request): Promise<string> {
  if (request.bodyUsed) {
    throw new TreasuryError(
      "body_already_read",
      "The request's body was read before it came here.",
    );
  }
  if (Number(request.headers.get("content-length")) > requestLimits.bodyBytes) throw tooLarge();
  if (request.body === null) return "";
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const parts: string[] = [];
  let bytes = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.byteLength;
    if (bytes > requestLimits.bodyBytes) {
      await reader.cancel();
      throw tooLarge();
    }
    parts.push(decode(decoder, value));
  }
  parts.push(decode(decoder));
  return parts.join("");
}

function decode(decoder: InstanceType<typeof TextDecoder>, chunk?: Uint8Array): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch (cause) {
    throw new TreasuryError("invalid_json", "The body is not UTF-8.", { cause });
  }
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new TreasuryError("invalid_json", "The body is not valid JSON.", { cause });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new TreasuryError("invalid_json", "The body is valid JSON but not an object.");
  }
  return value as Readonly<Record<string, unknown>>;
}

function tooLarge(): TreasuryError {
  return new TreasuryError(
    "body_too_large",
    `The body has more than ${requestLimits.bodyBytes} bytes.`,
  );
}
