export interface Echo {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bodyBytes: number;
  readonly bodySha256: string;
  /** The body as text. Null if it is long. */
  readonly bodyText: string | null;
}

export async function echo(request: Request): Promise<Response> {
  const body = new Uint8Array(await request.arrayBuffer());
  const received: Echo = {
    method: request.method,
    url: request.url,
    headers: Object.fromEntries(request.headers),
    bodyBytes: body.length,
    bodySha256: await sha256(body),
    bodyText: body.length > 10_000 ? null : new TextDecoder().decode(body),
  };
  return Response.json(received, { headers: { "x-method": request.method } });
}

export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
