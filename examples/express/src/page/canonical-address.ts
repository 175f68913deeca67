import type { RequestHandler } from "express";

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Sends a browser that came by another name of this machine to the one in `baseUrl`. Checkouts return
 * there, and to a browser `localhost` and `127.0.0.1` are two different places.
 */
export function canonicalAddress(baseUrl: string): RequestHandler {
  const own = new URL(baseUrl);
  return (request, response, next) => {
    const { host = "" } = request.headers;
    const asked = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : null;
    const isOtherName = asked !== null && asked.host !== own.host && loopback.test(asked.hostname);
    if (isOtherName && loopback.test(own.hostname)) {
      // The request line may name a host as well, which is not the one to go to.
      const { pathname, search } = new URL(request.originalUrl, own.origin);
      response.redirect(`${own.origin}${pathname}${search}`);
      return;
    }
    next();
  };
}
