import { createHash } from "node:crypto";
import {
  type AccessRules,
  type AuthenticationInput,
  type RequestHeaders,
  type SessionRecords,
  type SignedInOperator,
  operatorTokens,
} from "@agent-treasury/treasury-core";
import { readSession } from "./session-cookie.ts";

export const sessionSeconds: number = 12 * 60 * 60;

/** Sessions of operators who sign in with a token. */
export interface PageSessions {
  /** Returns the operator's name and the cookie's value, or null for an unknown token. */
  open(token: string): Promise<{ readonly operator: string; readonly sessionId: string } | null>;
  /** Ends the request's session in every process. */
  end(request: Request): Promise<void>;
  /** By `authorization: Bearer …`, otherwise by the session cookie. */
  readonly authenticate: NonNullable<AccessRules["authenticate"]>;
}

/**
 * The cookie is the random id of a stored session. A session ends at its expiry, on sign-out, or
 * when its operator's name or token is removed from the list.
 *
 * @param operators - `name:sha256-of-token` pairs, separated by commas
 */
export function pageSessions(
  operators: string,
  baseUrl: string,
  records: () => SessionRecords,
): PageSessions {
  const byToken = operatorTokens(operators);
  const listed = listedOperators(operators);
  const byMark = new Map(listed.map(({ name, mark }) => [mark, name]));

  const bySession = async (headers: RequestHeaders): Promise<SignedInOperator | null> => {
    const id = readSession(headers, baseUrl);
    const mark = id === null ? null : await records().operatorOf(id);
    const name = mark === null ? undefined : byMark.get(mark);
    return name === undefined ? null : { name };
  };
  return {
    open: async (token) => {
      const digest = sha256(token);
      const operator = listed.find((each) => each.digest === digest);
      if (operator === undefined) return null;
      const sessionId = await records().open(operator.mark, sessionSeconds * 1_000);
      return { operator: operator.name, sessionId };
    },
    end: async (request) => {
      const id = readSession(request.headers, baseUrl);
      if (id !== null) await records().end(id);
    },
    // A proxy in front may require another scheme, such as Basic.
    authenticate: (input: AuthenticationInput) =>
      /^bearer(?:\s|$)/i.test(input.headers.get("authorization") ?? "")
        ? byToken(input)
        : bySession(input.headers),
  };
}

interface ListedOperator {
  readonly name: string;
  readonly digest: string;
  /** Identifies the name with its token, without the digest that the configuration has. */
  readonly mark: string;
}

function listedOperators(operators: string): readonly ListedOperator[] {
  return operators.split(",").map((pair) => {
    const [given = "", hex = ""] = pair.split(":");
    const [name, digest] = [given.trim(), hex.trim().toLowerCase()];
    return { name, digest, mark: sha256(`${name}:${digest}`) };
  });
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
