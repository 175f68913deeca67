import { TreasuryError } from "@agent-treasury/provider";

/** Room for a fleet's list, and for what a command prints. */
const maximumAnswerBytes = 16 * 1_024 * 1_024;

/**
 * A `fetch` whose answers came whole, and are never longer than can be kept: one that breaks off in its
 * middle fails like one that never came, and the time that reading took counts for the call's timeout.
 */
export async function boundedFetch(
  input: Request | URL | string,
  init?: RequestInit,
): Promise<Response> {
  const response = await globalThis.fetch(input, init);
  const { status, statusText, headers } = response;
  const body = await readWhole(response);
  return new Response(body.length === 0 ? null : body, { status, statusText, headers });
}

async function readWhole({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > maximumAnswerBytes) {
      const problem = `Fly's answer is longer than ${maximumAnswerBytes} bytes.`;
      throw new TreasuryError("machine_host_error", problem);
    }
    chunks.push(chunk);
  }
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}
