import { TreasuryError } from "@agent-treasury/provider";
import { BodyBytes } from "./body-bytes.ts";

/**
 * Reads the body of the web's request, and no further than the limit.
 *
 * @throws TreasuryError `body_too_large`, `service_busy`, `body_already_read`.
 */
export async function readBytes(request: Request, maximumBytes: number): Promise<Uint8Array> {
  if (request.bodyUsed || request.body?.locked === true) {
    throw new TreasuryError(
      "body_already_read",
      "The request's body was read before it came here.",
    );
  }
  const bytes = new BodyBytes(maximumBytes, Number(request.headers.get("content-length")));
  if (request.body === null) return bytes.whole();
  const reader = request.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return bytes.whole();
      bytes.add(value);
    }
  } catch (error) {
    bytes.discard();
    await reader.cancel().catch(() => {});
    throw error;
  }
}
