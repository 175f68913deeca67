import type { IncomingMessage } from "node:http";
import { type Readable, type Transform, pipeline } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { OutboundRequest } from "@agent-treasury/provider";

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

interface BoundedBody {
  readonly body: Uint8Array;
  readonly isTruncated: boolean;
}

/**
 * Reads and decodes a body up to a size. What follows is neither read nor decoded. The reader of the rest
 * stores it, so that it receives no failed answer.
 */
export async function readBody(
  response: IncomingMessage,
  { maximumBytes, rest }: Pick<OutboundRequest, "maximumBytes" | "rest">,
): Promise<BoundedBody> {
  const parts: Uint8Array[] = [];
  let room = maximumBytes;
  const { statusCode = 0 } = response;
  const isSuccess = statusCode >= 200 && statusCode <= 299;
  let restRoom = isSuccess && rest !== undefined ? rest.maximumBytes : 0;
  for await (const part of decoded(response) as AsyncIterable<Uint8Array>) {
    const own = part.subarray(0, room);
    if (own.length > 0) parts.push(own);
    room -= own.length;
    const following = part.subarray(own.length, own.length + restRoom);
    restRoom -= following.length;
    if (following.length > 0) await rest?.write(following);
    if (own.length + following.length < part.length) {
      return { body: Buffer.concat(parts), isTruncated: true };
    }
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
