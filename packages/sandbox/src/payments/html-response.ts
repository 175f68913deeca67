/**
 * Returns a page without scripts.
 *
 * @param returnAddresses Where forms of the page may redirect to, beside the page's own origin.
 */
export function htmlResponse(
  status: number,
  html: string,
  returnAddresses: readonly string[] = [],
): Response {
  // Browsers also apply `form-action` to the redirect after the form.
  const targets = ["'self'", ...returnAddresses.map((address) => new URL(address).origin)];
  return new Response(html, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": `default-src 'none'; style-src 'unsafe-inline'; form-action ${[...new Set(targets)].join(" ")}; frame-ancestors 'none'; base-uri 'none'`,
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
    },
  });
}
