import { type RequestHeaders, operatorCookie } from "@agent-treasury/treasury-core/adapter";

/** Returns a cookie that scripts cannot read and that other sites cannot send. */
export function keepSession(sessionId: string, baseUrl: string, maximumSeconds: number): string {
  return [
    `${nameOf(baseUrl)}=${sessionId}`,
    `Max-Age=${maximumSeconds}`,
    ...attributes(baseUrl),
  ].join("; ");
}

/** Removes the session cookie, and the cookie that stored the token in version 0.1. */
export function forgetSession(baseUrl: string): readonly string[] {
  return [nameOf(baseUrl), operatorCookie].map((name) =>
    [`${name}=`, ...attributes(baseUrl), "Expires=Thu, 01 Jan 1970 00:00:00 GMT"].join("; "),
  );
}

export function readSession(headers: RequestHeaders, baseUrl: string): string | null {
  const beginning = `${nameOf(baseUrl)}=`;
  const cookies = headers.get("cookie")?.split(";") ?? [];
  const cookie = cookies.map((part) => part.trim()).find((part) => part.startsWith(beginning));
  return cookie === undefined ? null : cookie.slice(beginning.length);
}

/** With the prefix, browsers accept the cookie only from this exact host and over https. */
function nameOf(baseUrl: string): string {
  return isHttps(baseUrl) ? "__Host-treasury_session" : "treasury_session";
}

function attributes(baseUrl: string): readonly string[] {
  const secure = isHttps(baseUrl) ? ["Secure"] : [];
  return ["Path=/", "HttpOnly", "SameSite=Strict", ...secure];
}

function isHttps(baseUrl: string): boolean {
  return baseUrl.startsWith("https:");
}
