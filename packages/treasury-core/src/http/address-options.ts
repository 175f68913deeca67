import { basePath as defaultBasePath } from "@agent-treasury/contract";
import { invalidRequest } from "../kernel/errors.ts";

/**
 * Returns the app's address without a trailing slash.
 *
 * @throws TreasuryError `invalid_request`.
 */
export function baseUrlOf(baseUrl: string): string {
  const url = webAddress(baseUrl);
  const isPlain = url !== null && `${url.username}${url.password}${url.search}${url.hash}` === "";
  if (!isPlain) {
    throw invalidRequest(
      "`baseUrl` must be an address that begins with http:// or https://, without a query, for example https://app.example.com.",
    );
  }
  // oxlint-disable-next-line treasury/linear-patterns -- An address of the settings.
  return url.href.replace(/\/+$/, "");
}

/**
 * Returns the base path without a trailing slash.
 *
 * @throws TreasuryError `invalid_request`.
 */
export function basePathOf(basePath: string = defaultBasePath): string {
  if (!/^(?:\/[\w.~-]+)*\/?$/.test(basePath)) {
    throw invalidRequest(
      "`basePath` must be a path that begins with a slash, for example /api/service.",
    );
  }
  return basePath.replace(/\/$/, "");
}

export function allowedOriginsOf(origins: readonly string[] = []): readonly string[] {
  if (origins.some((origin) => webAddress(origin) === null)) {
    throw invalidRequest(
      "`allowedOrigins` must be addresses that begin with http:// or https://, for example https://app.example.com.",
    );
  }
  return origins;
}

/** Rejects `localhost:3000`, which parses as a URL of the scheme `localhost`. */
function webAddress(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === "http:" || url.protocol === "https:" ? url : null;
}

/** Returns the address of a proposal on the page. It contains no secret. */
export type ApprovalPage = (workspaceId: string, proposalId: string) => string;

interface ApprovalPageOptions {
  readonly approvalPageUrl?: string;
  readonly baseUrl: string;
}

/** @throws TreasuryError `invalid_request` unless the address is `http:` or `https:`. */
export function approvalPageOf({ approvalPageUrl, baseUrl }: ApprovalPageOptions): ApprovalPage {
  const address = approvalPageUrl ?? `${baseUrlOf(baseUrl)}/`;
  const url = webAddress(address);
  if (url === null) {
    throw invalidRequest(
      "`approvalPageUrl` must be an address that begins with http:// or https://, for example https://app.example.com/treasury.",
    );
  }
  return (workspaceId, proposalId) => {
    const page = new URL(url);
    page.searchParams.set("workspace", workspaceId);
    page.searchParams.set("proposal", proposalId);
    return page.href;
  };
}
