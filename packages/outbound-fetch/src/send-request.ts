import { request as httpsRequest } from "node:https";
import { type LookupFunction, isIPv6 } from "node:net";
import type { OutboundRequest, OutboundResponse } from "@agent-treasury/provider";
import { readBody } from "./read-body.ts";

/** Also if the process has a higher limit. */
const maximumHeaderBytes = 16_384;

interface CheckedRequest {
  readonly request: OutboundRequest;
  /** The only addresses to connect to. */
  readonly addresses: readonly string[];
  readonly ca: string | undefined;
  readonly signal: AbortSignal;
}

/** Sends one request on a connection of its own. Host, SNI and certificate check use the URL's name. */
export function sendRequest(
  url: URL,
  { request, addresses, ca, signal }: CheckedRequest,
): Promise<OutboundResponse> {
  const { method, headers, body } = request;
  return new Promise((resolve, reject) => {
    const sent = httpsRequest(
      url,
      {
        method,
        signal,
        // No pool, because a pooled connection belongs to an earlier check.
        agent: false,
        lookup: lookupAmong(addresses),
        // Also if NODE_TLS_REJECT_UNAUTHORIZED is 0.
        rejectUnauthorized: true,
        maxHeaderSize: maximumHeaderBytes,
        ...(ca !== undefined && { ca }),
        headers: {
          ...Object.fromEntries(Object.entries(headers).map(([k, v]) => [k.toLowerCase(), v])),
          host: url.host,
          "accept-encoding": "identity",
          ...(body !== null && { "content-length": Buffer.byteLength(body) }),
        },
      },
      (response) => {
        readBody(response, request)
          .then((read) => ({
            status: response.statusCode ?? 0,
            headers: singleValues(response.headers),
            ...read,
          }))
          .then(resolve, reject)
          .finally(() => sent.destroy());
      },
    );
    sent.on("error", reject);
    // Node closes the connection without an error if there is no listener.
    sent.on("upgrade", (_response, socket) => {
      socket.destroy();
      reject(new Error("The server switched protocols."));
    });
    sent.end(body ?? undefined);
  });
}

/** In place of a second DNS look-up, which could return another address than the checked one. */
function lookupAmong(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (hostname, { all }, done) => {
    const [first] = answers;
    if (first === undefined) done(new Error(`${hostname} has no addresses.`), "");
    else if (all) done(null, answers);
    else done(null, first.address, first.family);
  };
}

function singleValues(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === "string" ? value : value.join(", ")]],
    ),
  );
}
