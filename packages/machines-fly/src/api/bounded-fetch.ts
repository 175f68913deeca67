import { TreasuryError } from "@agent-treasury/provider";

/** Enough for a list of machines and for a command's output. */
const maximumAnswerBytes = 16 * 1_024 * 1_024;

/**
 * `fetch` that reads the whole body, up to the bound. A response that breaks off fails like a
 * missing one, and reading counts towards the call's timeout.
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
      const problem = `Fly's response is longer than ${maximumAnswerBytes} bytes.`;
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
