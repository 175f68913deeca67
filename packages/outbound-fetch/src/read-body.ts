import type { IncomingMessage } from "node:http";
import { type Readable, type Transform, pipeline } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

interface BoundedBody {
  readonly body: Uint8Array;
  readonly isTruncated: boolean;
}

/** Reads and decodes a body up to a size. The rest is neither read nor decoded. */
export async function readBody(
  response: IncomingMessage,
  maximumBytes: number,
): Promise<BoundedBody> {
  const parts: Uint8Array[] = [];
  let room = maximumBytes;
  for await (const part of decoded(response) as AsyncIterable<Uint8Array>) {
    parts.push(part.subarray(0, room));
    if (part.length > room) return { body: Buffer.concat(parts), isTruncated: true };
    room -= part.length;
  }
  return { body: Buffer.concat(parts), isTruncated: false };
}

/** The request asks for no encoding, but a server may use one. */
function decoded(response: IncomingMessage): Readable {
  const encoding = response.headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (encoding === "identity" || encoding === "") return response;
  const decoder = decoders[encoding]?.();
  if (decoder === undefined) throw new Error("The response has an unknown content encoding.");
  // The reader of the decoder receives the errors of both.
  return pipeline(response, decoder, () => {});
}
