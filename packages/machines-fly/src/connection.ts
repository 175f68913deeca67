import { TreasuryError } from "@agent-treasury/provider";
import { flyDefaults } from "./fly-defaults.ts";

/** What the connection is made from; what is left out comes from the environment. */
export interface ConnectionOptions {
  readonly token?: string;
  readonly apiUrl?: string;
  readonly app?: string;
}

/** Where machines are, and what opens it. */
export interface Connection {
  /** With its version and a slash at its end. */
  readonly apiUrl: string;
  readonly app: string;
  readonly token: string;
}

const appPattern = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** Whether there is a token at all. */
export function hasToken({ token }: ConnectionOptions): boolean {
  return (token ?? setting("HOST_API_TOKEN") ?? "").trim() !== "";
}

/** The app's name, when one is given or set. */
export function appName({ app }: ConnectionOptions): string {
  return (app ?? setting("HOST_APP") ?? "").trim();
}

/**
 * Reads the environment. Nothing is sent.
 *
 * @throws TreasuryError `machines_not_connected` when something is missing, or could not be used.
 */
export function connect(options: ConnectionOptions): Connection {
  const token = (options.token ?? setting("HOST_API_TOKEN") ?? "").trim();
  if (token === "") throw notConnected("There is no token for Fly: HOST_API_TOKEN is not set.");
  // Refused here, because the error of whoever builds the header would repeat the token.
  if (!/^[\x20-\x7e]+$/.test(token)) {
    throw notConnected("The token for Fly holds characters that a header cannot carry.");
  }
  const app = appName(options);
  if (app === "") {
    throw notConnected("HOST_APP is not set: name the Fly app that holds the machines.");
  }
  if (!appPattern.test(app)) {
    throw notConnected("HOST_APP is no name of a Fly app: lower-case letters, digits and dashes.");
  }
  return {
    apiUrl: usableUrl(options.apiUrl ?? setting("HOST_API_URL") ?? flyDefaults.apiUrl),
    app,
    token,
  };
}

function usableUrl(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || `${url.search}${url.hash}` !== "") {
    throw notConnected("HOST_API_URL must be an http:// or https:// address without a query.");
  }
  if (url.protocol === "http:" && !isPrivate(url.hostname)) {
    throw notConnected(
      "The token is not sent over http:// through a public network: HOST_API_URL must be https://.",
    );
  }
  const path = url.pathname.replace(/\/+$/, "");
  return `${url.origin}${path === "" ? "/v1" : path}/`;
}

/** This machine, and Fly's own private network, which is encrypted below HTTP. */
function isPrivate(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\]|.+\.internal)$/.test(hostname);
}

function setting(name: string): string | undefined {
  const value = globalThis.process?.env[name]?.trim();
  return value === "" ? undefined : value;
}

function notConnected(message: string): TreasuryError {
  return new TreasuryError("machines_not_connected", message);
}
