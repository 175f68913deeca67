import { hasVisibleCharacter, readOutsideText } from "@agent-treasury/contract";
import type { TreasuryError } from "@agent-treasury/provider";
import { normaliseName } from "@agent-treasury/provider/helpers";
import { invalidRequest } from "../kernel/errors.ts";
import { sha256Hex } from "../kernel/ledger/hash.ts";
import type { AuthenticationInput } from "./access.ts";
import type { RequestHeaders } from "./service-request.ts";
import type { SignedInOperator } from "./signed-in-operator.ts";

export const operatorCookie = "treasury_operator";

/**
 * Returns an `authenticate` for a small team. Stores only the SHA-256 of tokens. Requests send a
 * token as `authorization: Bearer …` or in the cookie.
 *
 * @param operators `name:sha256-of-token` pairs, separated by commas.
 * @throws TreasuryError `invalid_request` for an invalid pair, or an empty or duplicate token.
 * @example
 * const authenticate = operatorTokens(`ada:${digestOfAdasToken}`);
 */
export function operatorTokens(
  operators: string,
): (input: AuthenticationInput) => SignedInOperator | null {
  const names = new Map<string, string>();
  if (operators.trim() === "") throw unreadable("The list of operators is empty");
  const pairs = operators.split(",");
  for (const [index, pair] of pairs.entries()) {
    const [digest, name] = readPair(pair, `Operator ${index + 1} of ${pairs.length}`);
    if (names.has(digest)) {
      throw invalidRequest(`Two operators have the same token, one is ${name}.`);
    }
    names.set(digest, name);
  }
  assertDistinct([...names.values()]);
  return ({ headers }) => {
    const token = tokenOf(headers);
    // The timing reveals nothing, because an attacker cannot choose the digest.
    const name = token === null ? undefined : names.get(sha256Hex(token));
    return name === undefined ? null : { name };
  };
}

/** One operator may have several tokens, under one spelling. Others would look like one person. */
function assertDistinct(names: readonly string[]): void {
  const known = new Map<string, string>();
  for (const name of names) {
    const other = known.get(normaliseName(name)) ?? name;
    if (other !== name) {
      const message = `The operators ${JSON.stringify(other)} and ${JSON.stringify(name)} have the same name, apart from case, spaces or invisible characters. Rename one, or use one spelling for both tokens.`;
      throw invalidRequest(message);
    }
    known.set(normaliseName(name), name);
  }
}

function readPair(pair: string, which: string): [digest: string, name: string] {
  const [, name, given] = /^\s*([^:\s][^:]{0,99}):([0-9a-f]{64})\s*$/i.exec(pair) ?? [];
  if (name === undefined || given === undefined) throw unreadable(`${which} cannot be read`);
  const { flaw } = readOutsideText(name);
  if (flaw !== null) throw unreadable(`The name of ${which.toLowerCase()} has ${flaw}`);
  if (!hasVisibleCharacter(name))
    throw unreadable(`The name of ${which.toLowerCase()} is invisible`);
  const digest = given.toLowerCase();
  if (digest === sha256Hex("")) {
    // Otherwise a request with an empty token would sign in.
    const message = `The token of ${name.trim()} is empty: its digest is that of an empty text.`;
    throw invalidRequest(message);
  }
  return [digest, name.trim()];
}

/** Omits the input, which may be a token. */
function unreadable(problem: string): TreasuryError {
  return invalidRequest(
    `${problem}. Operators are \`name:sha256-of-token\` pairs, separated by commas; the digest has 64 hexadecimal digits.`,
  );
}

function tokenOf(headers: RequestHeaders): string | null {
  const [, bearer] = /^Bearer\s+(\S+)$/i.exec(headers.get("authorization") ?? "") ?? [];
  if (bearer !== undefined) return bearer;
  const cookies = headers.get("cookie")?.split(";") ?? [];
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
