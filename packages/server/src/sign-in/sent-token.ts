import { BodyBytes } from "@agent-treasury/treasury-core/adapter";

const maximumBytes = 8 * 1024;

export type SentToken =
  | { readonly token: string }
  | { readonly status: 400 | 413; readonly problem: string };

const unreadable: SentToken = { status: 400, problem: "The request body is not valid JSON." };
const missing: SentToken = {
  status: 400,
  problem: 'Send the operator\'s token: { "token": "…" }.',
};
const tooLong: SentToken = { status: 413, problem: "The request is too large." };

export async function readSentToken(request: Request): Promise<SentToken> {
  if (!request.headers.get("content-type")?.startsWith("application/json")) return missing;
  const text = await readText(request);
  if (text === null) return tooLong;
  try {
    const token = tokenIn(JSON.parse(text));
    return token === null ? missing : { token };
  } catch {
    return unreadable;
  }
}

async function readText(request: Request): Promise<string | null> {
  let bytes: BodyBytes | undefined;
  try {
    bytes = new BodyBytes(maximumBytes, Number(request.headers.get("content-length")));
    for await (const piece of request.body ?? []) bytes.add(piece);
    return new TextDecoder().decode(bytes.whole());
  } catch {
    bytes?.discard();
    return null;
  }
}

function tokenIn(body: unknown): string | null {
  if (typeof body !== "object" || body === null || !("token" in body)) return null;
  const { token } = body;
  return typeof token === "string" && token.trim() !== "" ? token.trim() : null;
}
