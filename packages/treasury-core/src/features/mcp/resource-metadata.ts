import { TreasuryError } from "@agent-treasury/provider";
import { answer, answerWith } from "../../http/answers.ts";
import type { Mount } from "../../http/route-table.ts";
import { invalidRequest } from "../../kernel/errors.ts";

const wellKnown = "/.well-known/oauth-protected-resource";

/** The OAuth 2.0 protected resource metadata of RFC 9728. */
export interface ResourceMetadata {
  /** Its address, for `www-authenticate`. */
  readonly url: string;
  readonly mounts: readonly Mount[];
}

/**
 * @param resource - the address of `/mcp`, the audience of access tokens.
 * @throws TreasuryError `invalid_request` for an invalid authorization server.
 */
export function resourceMetadata(
  resource: string,
  authorizationServers: readonly string[],
): ResourceMetadata {
  for (const issuer of authorizationServers) checkIssuer(issuer);
  const { origin, pathname } = new URL(resource);
  const document = {
    resource,
    authorization_servers: authorizationServers,
    bearer_methods_supported: ["header"],
    resource_name: "Agent Treasury",
  };
  const serve: Mount["serve"] = async ({ method }, { requestId }) => {
    if (method !== "GET" && method !== "HEAD") {
      throw new TreasuryError("method_not_allowed", `This path does not support ${method}.`, {
        headers: { allow: "GET, HEAD, OPTIONS" },
      });
    }
    return answerWith({ "cache-control": "max-age=3600" }, answer(document, requestId));
  };
  const paths = [wellKnown + pathname, wellKnown];
  return {
    url: origin + wellKnown + pathname,
    mounts: paths.map((path) => ({ path, isOfHost: true, isPublic: true, serve })),
  };
}

function checkIssuer(issuer: string): void {
  const url = URL.canParse(issuer) ? new URL(issuer) : null;
  const isLocal = url?.protocol === "http:" && ["localhost", "127.0.0.1"].includes(url.hostname);
  if (url?.protocol === "https:" || isLocal) return;
  throw invalidRequest(
    `\`mcp.authorizationServers\` contains ${JSON.stringify(issuer)}. Use https addresses, such as "https://login.example.com".`,
  );
}
