import { type NextRequest, NextResponse } from "next/server";
import { isLoopback } from "./lib/loopback.ts";

/**
 * Redirects a browser that uses another name of this machine to the host of `BASE_URL`, and sets the security
 * headers of a page: only its own scripts, and no frames.
 */
export function proxy(request: NextRequest): NextResponse {
  const elsewhere = canonicalAddress(request);
  if (elsewhere !== null) return goTo(elsewhere);

  const nonce = btoa(crypto.randomUUID());
  const policy = contentSecurityPolicy(nonce);
  const headers = new Headers(request.headers);
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  response.headers.set("cross-origin-opener-policy", "same-origin");
  response.headers.set("referrer-policy", "same-origin");
  response.headers.set("x-content-type-options", "nosniff");
  return response;
}

/** All pages, also 404. The other routes set their own headers. */
export const config = {
  matcher: "/((?!api/service/|sandbox/|command/session|command/sign-|_next/static/).*)",
};

/** Checkouts return to `BASE_URL`, and for a browser `localhost` and `127.0.0.1` are different sites. */
function canonicalAddress(request: NextRequest): string | null {
  const baseUrl = process.env["BASE_URL"] || `http://localhost:${process.env["PORT"] || "3000"}`;
  const asked = `http://${request.headers.get("host") ?? ""}`;
  if (!URL.canParse(baseUrl) || !URL.canParse(asked)) return null;
  const own = new URL(baseUrl);
  const { host, hostname } = new URL(asked);
  if (host === own.host || !isLoopback(hostname) || !isLoopback(own.hostname)) return null;
  const { basePath, pathname, search } = request.nextUrl;
  return `${own.origin}${basePath}${pathname}${search}`;
}

/** Not a redirect, because Next treats all loopback names as one, so that a redirect would loop. */
function goTo(address: string): NextResponse {
  return new NextResponse(`The page is at ${address}\n`, {
    headers: { refresh: `0; url=${address}`, "cache-control": "no-store" },
  });
}

function contentSecurityPolicy(nonce: string): string {
  // The development server uses eval.
  const unsafeEval = process.env.NODE_ENV === "development" ? " 'unsafe-eval'" : "";
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${unsafeEval}`,
    // Charts and popovers use style attributes.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
}
