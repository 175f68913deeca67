import type { IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import { isPublicAddress } from "./public-address.ts";
import { toLookupAddresses } from "./test-network.fixture.ts";

type Resolve = (name: string) => readonly string[];

/** Checks nothing and follows redirects. */
export async function uncheckedFetch(url: string, resolve: Resolve): Promise<IncomingMessage> {
  const response = await send(new URL(url), resolve);
  const { location } = response.headers;
  return location === undefined ? response : uncheckedFetch(location, resolve);
}

/** Checks the addresses of a name, and then connects to the name, which is resolved again. */
export async function fetchAfterCheck(text: string, resolve: Resolve): Promise<IncomingMessage> {
  const url = new URL(text);
  if (!resolve(url.hostname).every(isPublicAddress)) throw new Error("The address is refused.");
  return send(url, resolve);
}

function send(url: URL, resolve: Resolve): Promise<IncomingMessage> {
  const lookup: LookupFunction = (name, _options, done) =>
    done(null, toLookupAddresses(resolve(name)));
  return new Promise((received, reject) => {
    httpsRequest(url, { agent: false, lookup, rejectUnauthorized: false }, (response) => {
      response.resume();
      received(response);
    })
      .on("error", reject)
      .end();
  });
}
