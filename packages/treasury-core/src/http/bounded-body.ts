import { requestLimits } from "@agent-treasury/contract";
import { TreasuryError } from "../errors.ts";

/**
 * A body piece by piece, as long as it is not too long.
 *
 * @throws TreasuryError `body_too_large`, `body_already_read`.
 */
export async function* boundedBody(request: Request): AsyncGenerator<Uint8Array> {
  if (request.bodyUsed) {
    throw new TreasuryError(
      "body_already_read",
      "The request's body was read before it came here.",
    );
  }
  if (Number(request.headers.get("content-length")) > requestLimits.bodyBytes) throw tooLarge();
  if (request.body === null) return;
  const reader = request.body.getReader();
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    bytes += value.byteLength;
    if (bytes > requestLimits.bodyBytes) {
      await reader.cancel();
      throw tooLarge();
    }
    yield value;
  }
}

function tooLarge(): TreasuryError {
  return new TreasuryError(
    "body_too_large",
    `The body has more than ${requestLimits.bodyBytes} bytes.`,
  );
}
