import { operatorCookie } from "@agent-treasury/treasury-core";

const twelveHoursSeconds = 12 * 60 * 60;

/** Keeps a token where no script of a page reaches it and no request from another site carries it. */
export function keepToken(token: string, baseUrl: string): string {
  return [
    `${operatorCookie}=${encodeURIComponent(token)}`,
    `Max-Age=${twelveHoursSeconds}`,
    ...attributes(baseUrl),
  ].join("; ");
}

/** Takes the token away again. */
export function forgetToken(baseUrl: string): string {
  return [
    `${operatorCookie}=`,
    ...attributes(baseUrl),
    "Expires=Thu, 01 Jan 1970 00:00:00 GMT",
  ].join("; ");
}

function attributes(baseUrl: string): readonly string[] {
  const secure = baseUrl.startsWith("https:") ? ["Secure"] : [];
  return ["Path=/", "HttpOnly", "SameSite=Strict", ...secure];
}
