import { TreasuryError } from "@agent-treasury/provider";
import type { ServiceRequest } from "./service-request.ts";
import { wholeBody } from "./whole-body.ts";

/**
 * Reads a JSON body. An empty one counts as `{}`.
 *
 * @throws TreasuryError `unsupported_content_type`, `body_too_large`, `body_already_read`, `invalid_json`.
 */
export async function readBody(
  request: ServiceRequest,
): Promise<Readonly<Record<string, unknown>>> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") {
    throw new TreasuryError(
      "unsupported_content_type",
      type === undefined || type === ""
        ? "The request has no content type."
        : `The content type ${JSON.stringify(type)} is not understood.`,
    );
  }
  const text = decode(await wholeBody(request));
  return text.trim() === "" ? {} : parseObject(text);
}

/** Without a byte order mark. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
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
