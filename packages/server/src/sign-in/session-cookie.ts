import { type RequestHeaders, operatorCookie } from "@agent-treasury/treasury-core/adapter";

/** Keeps a session where no script of a page reaches it and no request from another site carries it. */
export function keepSession(sealed: string, baseUrl: string, maximumSeconds: number): string {
  return [`${nameOf(baseUrl)}=${sealed}`, `Max-Age=${maximumSeconds}`, ...attributes(baseUrl)].join(
    "; ",
  );
}

/** Removes the session's cookie, and the one in which version 0.1 kept the token itself. */
export function forgetSession(baseUrl: string): readonly string[] {
  return [nameOf(baseUrl), operatorCookie].map((name) =>
    [`${name}=`, ...attributes(baseUrl), "Expires=Thu, 01 Jan 1970 00:00:00 GMT"].join("; "),
  );
}

/** What the session's cookie holds; null where there is none. */
export function readSession(headers: RequestHeaders, baseUrl: string): string | null {
  const beginning = `${nameOf(baseUrl)}=`;
  const cookies = headers.get("cookie")?.split(";") ?? [];
  const cookie = cookies.map((part) => part.trim()).find((part) => part.startsWith(beginning));
  return cookie === undefined ? null : cookie.slice(beginning.length);
}

/** With the prefix a browser takes the cookie from this very host alone, and over https. */
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
