import type { HandlerContext } from "@agent-treasury/treasury-core";
import { deployment } from "./deployment.ts";
import { isLoopback } from "./loopback.ts";

/** Tokens by name. Empty outside of the demo. */
function demoTokens(): ReadonlyMap<string, string> {
  const { DEMO_PEOPLE, TREASURY_SANDBOX, LISTEN_ADDRESS = "" } = process.env;
  const isDemo = TREASURY_SANDBOX === "on" && isLoopback(LISTEN_ADDRESS);
  if (!isDemo || !DEMO_PEOPLE) return new Map();
  return new Map(Object.entries(JSON.parse(DEMO_PEOPLE) as Record<string, string>));
}

/** The people whom the demo offers without a password. Empty outside of the demo. */
export function demoNames(): readonly string[] {
  return [...demoTokens().keys()];
}

/** Signs in a person of the demo. 404 outside of the demo, and for requests from other hosts. */
export async function signInAs(request: Request, context?: HandlerContext): Promise<Response> {
  const { hostname } = new URL(`http://${request.headers.get("host") ?? "unknown"}`);
  const { name } = (await request.json().catch(() => ({}))) as { readonly name?: unknown };
  const token = isLoopback(hostname) ? demoTokens().get(String(name)) : undefined;
  if (token === undefined) return Response.json({ error: "Not found." }, { status: 404 });
  const headers = new Headers({ "content-type": "application/json" });
  const origin = request.headers.get("origin");
  if (origin !== null) headers.set("origin", origin);
  const address = request.url.replace(/\/sign-in-as(?:\?.*)?$/, "/sign-in");
  return deployment.session(
    new Request(address, { method: "POST", headers, body: JSON.stringify({ token }) }),
    context,
  );
}
