import type { ParsedInput } from "@agent-treasury/contract";
import { decidingOperator } from "../../http/access.ts";
import type { CoreModule } from "../../http/core-module.ts";
import type { Engine } from "../../kernel/engine.ts";
import type { Operator } from "../../kernel/ledger/operator.ts";
import { writeLog } from "../../kernel/logging.ts";
import type { TreasuryOptions } from "../../treasury-options.ts";
import { checkAgentsAreKeptApart } from "./authenticate-agent.ts";
import { type CredentialIssue, Credentials } from "./credentials.ts";

const dayMs = 86_400_000;
const withoutProtection =
  "Access is anonymous, so approvals are not protected from agents: an agent that leaves out its token can approve its own spends.";

export function credentialsModule(
  engine: Engine,
  options: TreasuryOptions,
): CoreModule & { readonly store: Credentials } {
  const store = new Credentials(engine);
  const { logger, access, authenticate } = options;
  if (access === "guests" && authenticate === undefined && logger !== undefined) {
    writeLog(logger, "warn", {}, withoutProtection);
  }
  const issue = (input: ParsedInput<"issueCredential">, operator: Operator) => {
    checkAgentsAreKeptApart(options);
    return store.issue(issueIn(input, operator));
  };
  return {
    store,
    routes: {
      issueCredential: {
        run: (input, { operator }) => issue(input, decidingOperator(operator)),
      },
      listCredentials: {
        run: ({ workspaceId, cursor, limit }) => store.list(workspaceId, cursor, limit),
      },
      revokeCredential: {
        run: async (place, { operator }) => ({
          credential: await store.revoke(place, decidingOperator(operator)),
        }),
      },
    },
  };
}

function issueIn(input: ParsedInput<"issueCredential">, operator: Operator): CredentialIssue {
  const { workspaceId, agentId, name, role, owner, allocationId, expiresInDays } = input;
  return {
    workspaceId,
    agentId,
    name,
    ...(role === "meter" && { role }),
    owner: owner ?? null,
    allocationId: allocationId ?? null,
    lifeMs: expiresInDays === undefined ? null : Math.ceil(expiresInDays * dayMs),
    operator,
  };
}
