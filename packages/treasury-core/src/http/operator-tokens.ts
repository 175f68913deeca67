import { TreasuryError } from "../errors.ts";
import { sha256Hex } from "../ledger/hash.ts";
import type { AuthenticationInput } from "./access.ts";
import type { SignedInOperator } from "./signed-in-operator.ts";

/** Where the page keeps an operator's token after sign-in. */
export const operatorCookie = "treasury_operator";

/**
 * An `authenticate` for a small team: operators with a token each, of which only the SHA-256 is kept.
 * A request carries the token as `authorization: Bearer …`, or in the cookie that a page set.
 *
 * @param operators - `name:sha256-of-token` pairs, separated by commas.
 * @throws TreasuryError `invalid_request` when a pair is not of this form, or two have the same token.
 * @example
 * const authenticate = operatorTokens(`ada:${digestOfAdasToken}`);
 */
export function operatorTokens(
  operators: string,
): (input: AuthenticationInput) => SignedInOperator | null {
  const names = new Map<string, string>();
  for (const pair of operators.split(",")) {
    const [digest, name] = readPair(pair);
    if (names.has(digest)) {
      throw new TreasuryError(
        "invalid_request",
        `Two operators have the same token, one is ${name}.`,
      );
    }
    names.set(digest, name);
  }
  return ({ request }) => {
    const token = tokenOf(request);
    // Looking a digest up tells nothing of the token by its timing: an attacker cannot steer a hash.
    const name = token === null ? undefined : names.get(sha256Hex(token));
    return name === undefined ? null : { name };
  };
}

function readPair(pair: string): [digest: string, name: string] {
  const [, name, digest] = /^\s*([^:\s][^:]{0,99}):([0-9a-f]{64})\s*$/i.exec(pair) ?? [];
  if (name === undefined || digest === undefined) {
    throw new TreasuryError(
      "invalid_request",
      "Operators are `name:sha256-of-token` pairs, separated by commas; the digest has 64 hexadecimal digits.",
    );
  }
  return [digest.toLowerCase(), name.trim()];
}

function tokenOf(request: Request): string | null {
  const [, bearer] = /^Bearer\s+(\S+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  if (bearer !== undefined) return bearer;
  const cookies = request.headers.get("cookie")?.split(";") ?? [];
  const cookie = cookies
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${operatorCookie}=`));
  return cookie === undefined ? null : decode(cookie.slice(operatorCookie.length + 1));
}

function decode(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}
