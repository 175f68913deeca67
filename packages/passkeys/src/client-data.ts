import type { Base64Url } from "@agent-treasury/provider";
import { isoBase64URL } from "@simplewebauthn/server/helpers";

/** What the browser signed for. */
interface ClientData {
  readonly origin?: unknown;
  readonly crossOrigin?: unknown;
}

/** @throws Error if it is not a JSON object. */
function readClientData(clientDataJSON: Base64Url): ClientData {
  const value: unknown = JSON.parse(isoBase64URL.toUTF8String(clientDataJSON));
  if (typeof value === "object" && value !== null) return value;
  throw new Error("The client data is not a JSON object.");
}

/** Rejects a page within one of another origin, which could cover what the person approves. */
export function embeddedFlaw(clientDataJSON: Base64Url): string | null {
  try {
    const { crossOrigin } = readClientData(clientDataJSON);
    return crossOrigin === true ? "The page is embedded in a page of another origin." : null;
  } catch {
    return "The client data cannot be read.";
  }
}

/** Returns the origin that a stored signature names, if it belongs to the domain. */
export function originUnder(rpId: string, clientDataJSON: Base64Url): string | null {
  const { origin } = readClientData(clientDataJSON);
  if (typeof origin !== "string" || !URL.canParse(origin)) return null;
  const { hostname } = new URL(origin);
  return hostname === rpId || hostname.endsWith(`.${rpId}`) ? origin : null;
}
