import { digestOf } from "./sale.ts";

const maximumBytes = 1_048_576;

export interface ReadRequest {
  /** With its body. */
  readonly request: Request;
  /** Identifies what is asked for. */
  readonly digest: string;
}

/** Reads the body of a paid request. Null if it is too large. */
export async function readRequest(
  request: Request,
  workspaceId: string,
): Promise<ReadRequest | null> {
  const body = await readBody(request.body);
  if (body === null) return null;
  const { pathname, search } = new URL(request.url);
  const type = request.headers.get("content-type");
  const parts = [workspaceId, request.method, pathname, search, type, digestOf(body)];
  const isEmpty = request.body === null;
  return {
    request: isEmpty ? request : new Request(request, { method: request.method, body }),
    digest: digestOf(JSON.stringify(parts)),
  };
}

async function readBody(
  stream: ReadableStream<Uint8Array> | null,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of stream ?? []) {
    length += piece.byteLength;
    if (length > maximumBytes) return null;
    pieces.push(piece);
  }
  return new Uint8Array(Buffer.concat(pieces));
}
