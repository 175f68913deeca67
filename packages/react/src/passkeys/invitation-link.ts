const parameter = "passkey-invitation";

/** The page's own address and how it changes. */
export interface PageAddress {
  readonly origin: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

/** Returns a link to this page with an invitation. Browsers do not send the part after `#`. */
export function invitationLink({ origin, pathname, search }: PageAddress, token: string): string {
  return `${origin}${pathname}${search}#${new URLSearchParams({ [parameter]: token })}`;
}

/** Returns the token of an invitation's link; null without one. */
export function invitationIn({ hash }: Pick<PageAddress, "hash">): string | null {
  return new URLSearchParams(hash.slice(1)).get(parameter) || null;
}
