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
  return {
    request: request.body === null ? request : withBody(request, body),
    digest: digestOf(JSON.stringify(parts)),
  };
}

/** Reads properties alone, because the requests of Next are proxies. */
function withBody(
  { url, method, headers, signal }: Request,
  body: Uint8Array<ArrayBuffer>,
): Request {
  return new Request(url, { method, headers: [...headers], body, signal });
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
