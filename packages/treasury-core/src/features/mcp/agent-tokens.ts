import type { TreasuryError } from "@agent-treasury/provider";
import { type OutsideAgent, checkOutsideAgent } from "../../http/outside-agent.ts";
import { invalidRequest } from "../../kernel/errors.ts";
import { sha256Hex } from "../../kernel/ledger/hash.ts";
import { bearerOf, isSameDigest } from "../external-agents/index.ts";

interface AgentToken {
  readonly digest: string;
  readonly agent: OutsideAgent;
}

/**
 * Returns an `authenticate` function for `mcp`. It identifies external agents by their tokens, of which only
 * the SHA-256 is stored. A request sends its token as `authorization: Bearer …`. To rotate a token, list both
 * for a while: an agent may have several.
 *
 * @param agents - Comma-separated `name:workspace:sha256-of-token` triples.
 * @throws TreasuryError `invalid_request` if there is no triple, one is malformed, or two have the same token.
 * @example
 * const authenticate = agentTokens(`buyer:acme:${digestOfItsToken}`);
 */
export function agentTokens(agents: string): (input: AgentRequest) => OutsideAgent | null {
  if (agents.trim() === "") throw unreadable("The list of agents is empty");
  const tokens = agents
    .split(",")
    .map((triple, index, { length }) => readTriple(triple, `Agent ${index + 1} of ${length}`));
  if (new Set(tokens.map(({ digest }) => digest)).size < tokens.length) {
    throw invalidRequest("Two agents have the same token.");
  }
  return (input) => {
    // The request may be constructed on first access.
    const token = bearerOf((input.headers ?? input.request.headers).get("authorization"));
    if (token === null) return null;
    const given = sha256Hex(token);
    // Compares all digests completely, so that the response time reveals nothing.
    let found: OutsideAgent | null = null;
    for (const { digest, agent } of tokens) if (isSameDigest(digest, given)) found = agent;
    return found;
  };
}

interface AgentRequest {
  readonly headers?: Pick<Headers, "get">;
  readonly request: Request;
}

function readTriple(triple: string, which: string): AgentToken {
  // oxlint-disable-next-line treasury/linear-patterns -- A line of the settings.
  const [, name, workspaceId, digest] = /^\s*([^:]+):(.+):([0-9a-f]{64})\s*$/i.exec(triple) ?? [];
  if (name === undefined || workspaceId === undefined || digest === undefined) {
    throw unreadable(`${which} cannot be read`);
  }
  const agent = checkOutsideAgent({ name: name.trim(), workspaceId: workspaceId.trim() });
  return { digest: digest.toLowerCase(), agent };
}

/** Does not repeat the input, because it may contain a token. */
function unreadable(problem: string): TreasuryError {
  return invalidRequest(
    `${problem}. Agents are \`name:workspace:sha256-of-token\` triples, separated by commas. The digest has 64 hexadecimal digits.`,
  );
}
