import { TreasuryError } from "@agent-treasury/provider";
import type { ServiceRequest } from "./service-request.ts";

export interface BrowserRules {
  readonly baseUrl: string;
  readonly allowedOrigins: readonly string[];
  /** Hosts, with their port if it is not the default. */
  readonly allowedHosts: readonly string[];
}

/** Rejects requests that foreign pages send through a visitor's browser. */
export interface BrowserGuard {
  /** @throws TreasuryError `host_not_allowed`, against DNS rebinding. */
  checkHost(request: ServiceRequest): void;
  /** @throws TreasuryError `origin_not_allowed`. */
  checkOrigin(request: ServiceRequest): void;
  corsHeaders(request: ServiceRequest): Readonly<Record<string, string>>;
}

/** Of an answer without secrets, which pages of every origin may read. */
export const corsForAll: Readonly<Record<string, string>> = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "*",
  "access-control-allow-methods": "GET, HEAD, OPTIONS",
  "access-control-max-age": "600",
};

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

export function browserGuard(rules: BrowserRules): BrowserGuard {
  const own = new URL(rules.baseUrl);
  const hosts = new Set([own.host, ...rules.allowedHosts].map((host) => host.toLowerCase()));
  const ownPort = own.protocol === "https:" ? /:443$/ : /:80$/;
  const origins = new Set(rules.allowedOrigins.map((origin) => new URL(origin).origin));
  return {
    checkHost: (request) => {
      const host = (request.headers.get("host") ?? new URL(request.url).host).toLowerCase();
      if (hosts.has(host) || loopback.test(host) || hosts.has(host.replace(ownPort, ""))) return;
      throw new TreasuryError("host_not_allowed", "The service does not allow this host.");
    },
    checkOrigin: (request) => {
      const origin = request.headers.get("origin");
      if (origin === null || origin === own.origin || origins.has(origin)) return;
      throw new TreasuryError(
        "origin_not_allowed",
        "The service does not allow requests from pages of this origin.",
      );
    },
    corsHeaders: (request): Record<string, string> => {
      if (origins.size === 0) return {};
      const origin = request.headers.get("origin");
      // Caches must not reuse this response for other origins.
      if (origin === null || !origins.has(origin)) return { vary: "origin" };
      return {
        "access-control-allow-origin": origin,
        "access-control-allow-headers":
          "content-type, authorization, x-request-id, idempotency-key, last-event-id, mcp-protocol-version, mcp-method, mcp-name",
        "access-control-allow-methods": "GET, POST, DELETE, OPTIONS",
        "access-control-expose-headers": "x-request-id, retry-after, www-authenticate",
        "access-control-max-age": "600",
        vary: "origin",
      };
    },
  };
}
