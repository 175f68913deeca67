import { TreasuryError } from "@agent-treasury/provider";
import { baseUrlOf } from "./address-options.ts";

/** Returns the address of a proposal on the page. It contains no secret. */
export type ApprovalPage = (workspaceId: string, proposalId: string) => string;

interface ApprovalPageOptions {
  readonly approvalPageUrl?: string;
  readonly baseUrl: string;
}

/** @throws TreasuryError `invalid_request` unless the address is `http:` or `https:`. */
export function approvalPageOf({ approvalPageUrl, baseUrl }: ApprovalPageOptions): ApprovalPage {
  const address = approvalPageUrl ?? `${baseUrlOf(baseUrl)}/`;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new TreasuryError(
      "invalid_request",
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
