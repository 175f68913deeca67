import type { RequestHandler } from "express";

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join("; ");

/** Lets a page run its own files and nothing else, in no other page's frame. */
export function pageHeaders(): RequestHandler {
  return (_request, response, next) => {
    response.set({
      "content-security-policy": contentSecurityPolicy,
      "cross-origin-opener-policy": "same-origin",
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
    });
    next();
  };
}
