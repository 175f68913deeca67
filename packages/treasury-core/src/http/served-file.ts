import { concatBytes } from "@noble/hashes/utils.js";
import { toBase64 } from "../kernel/base64.ts";

interface Described {
  readonly contentType: string | null;
}

/**
 * Content that is sent part by part as its reader takes it, so that no answer holds the whole.
 *
 * @typeParam Output its JSON, with the content in `bodyBase64`.
 */
export class ServedFile<Output extends Described & { readonly bodyBase64: string }> {
  /** What its JSON has beside the content. */
  readonly described: Omit<Output, "bodyBase64"> & Described;
  readonly parts: AsyncIterable<Uint8Array>;

  constructor(described: ServedFile<Output>["described"], parts: AsyncIterable<Uint8Array>) {
    this.described = described;
    this.parts = parts;
  }
}

export type AnyFile = ServedFile<Described & { readonly bodyBase64: string }>;

/** @param described its JSON without the content. */
export async function* jsonParts(
  described: string,
  parts: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder();
  yield encoder.encode(`${described.slice(0, -1)},"bodyBase64":"`);
  let rest: Uint8Array = new Uint8Array();
  for await (const part of parts) {
    const bytes = concatBytes(rest, part);
    // Base64 of the whole is that of its parts if each has a multiple of three bytes.
    const length = bytes.length - (bytes.length % 3);
    yield encoder.encode(toBase64(bytes.subarray(0, length)));
    rest = bytes.subarray(length);
  }
  yield encoder.encode(`${toBase64(rest)}"}`);
}

interface SentFile {
  readonly body: ReadableStream<Uint8Array>;
  /** Resolves once the reader has all of it or stops, and after a part that cannot be loaded. */
  readonly sent: Promise<void>;
}

/** Takes the next part when the reader has taken the one before. */
export function streamOf(parts: AsyncIterable<Uint8Array>): SentFile {
  const iterator = parts[Symbol.asyncIterator]();
  const { promise: sent, resolve: end } = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (stream) => {
        const { done, value } = await iterator.next().catch((error: unknown) => {
          end();
          throw error;
        });
        if (done !== true) {
          stream.enqueue(value);
          return;
        }
        stream.close();
        end();
      },
      cancel: async () => {
        end();
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
  return { body, sent };
}
