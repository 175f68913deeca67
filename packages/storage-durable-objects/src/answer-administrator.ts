import type { Called } from "./object-parts.ts";

/** Of the name of a workspace's object. */
export const workspacePrefix = "workspace/";
const digestForm = /^[0-9a-f]{64}$/;

/** @param objectNamed a workspace's object, or the index for null. */
export async function answerAdministrator(
  request: Request,
  digest: string | undefined,
  objectNamed: (name: string | null) => Pick<Called, "call">,
): Promise<Response> {
  if (digest === undefined) return new Response(null, { status: 404 });
  const [, token = ""] = /^Bearer (.+)$/.exec(request.headers.get("authorization") ?? "") ?? [];
  // Otherwise the digest of an empty text would accept requests without a token.
  if (token === "" || !digestForm.test(digest) || (await sha256(token)) !== digest) {
    return new Response(null, { status: 401 });
  }
  const object = new URL(request.url).searchParams.get("object") ?? "";
  const name = object === "index" ? null : object.slice(workspacePrefix.length);
  if (name !== null && !object.startsWith(workspacePrefix)) {
    return new Response(null, { status: 400 });
  }
  return new Response(await objectNamed(name).call(await request.text()));
}

/** Digests are compared, so that the time of the comparison reveals nothing about the token. */
async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
