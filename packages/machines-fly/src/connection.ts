import { TreasuryError } from "@agent-treasury/provider";
import { flyDefaults } from "./fly-defaults.ts";

export interface ConnectionOptions {
  readonly token?: string;
  readonly apiUrl?: string;
  readonly app?: string;
}

export interface Connection {
  /** Includes the version and a trailing slash. */
  readonly apiUrl: string;
  readonly app: string;
  readonly token: string;
}

const appPattern = /^[a-z0-9][a-z0-9-]{0,62}$/;

export function hasToken({ token }: ConnectionOptions): boolean {
  return (token ?? setting("HOST_API_TOKEN") ?? "").trim() !== "";
}

export function appName({ app }: ConnectionOptions): string {
  return (app ?? setting("HOST_APP") ?? "").trim();
}

/**
 * Reads the connection settings without a request.
 *
 * @throws TreasuryError `machines_not_connected` when a setting is missing or invalid.
 */
export function connect(options: ConnectionOptions): Connection {
  const token = (options.token ?? setting("HOST_API_TOKEN") ?? "").trim();
  if (token === "") throw notConnected("There is no token for Fly: HOST_API_TOKEN is not set.");
  // Checked here because the header's own error would repeat the token.
  if (!/^[\x20-\x7e]+$/.test(token)) {
    throw notConnected("The token for Fly contains characters that a header cannot carry.");
  }
  const app = appName(options);
  if (app === "") {
    throw notConnected("HOST_APP is not set. Set it to the Fly app for the machines.");
  }
  if (!appPattern.test(app)) {
    throw notConnected(
      "HOST_APP is not a valid Fly app name: use lower-case letters, digits and dashes.",
    );
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
      "The token requires an encrypted connection on a public network: HOST_API_URL must be https://.",
    );
  }
  // oxlint-disable-next-line treasury/linear-patterns -- An address of the settings.
  const path = url.pathname.replace(/\/+$/, "");
  return `${url.origin}${path === "" ? "/v1" : path}/`;
}

/** This machine, or Fly's private network, which is encrypted below HTTP. */
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
