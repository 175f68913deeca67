import type { RequestHandler } from "express";

/** Refuses what a page of another origin sends through a visitor's browser. */
export function ownOrigin(baseUrl: string): RequestHandler {
  const { origin } = new URL(baseUrl);
  return (request, response, next) => {
    const sentFrom = request.headers.origin;
    if (sentFrom === undefined || sentFrom === origin) next();
    else response.status(403).json({ error: `This may only be sent from ${origin}.` });
  };
}
