import type { ParsedInput } from "@agent-treasury/contract";
import { decidingOperator } from "../../http/access.ts";
import { vouchedFor } from "../../http/in-process-input.ts";
import { parseInput } from "../../http/read-input.ts";
import type { Engine } from "../../kernel/engine.ts";
import type { Operator } from "../../kernel/ledger/operator.ts";
import { writeLog } from "../../kernel/logging/write-log.ts";
import type { TreasuryOptions } from "../../treasury-options.ts";
import type { ModuleWith } from "../../treasury.ts";
import { checkAgentsAreKeptApart } from "./authenticate-agent.ts";
import { type CredentialIssue, Credentials } from "./credentials.ts";

const dayMs = 86_400_000;
const withoutProtection =
  "Access is anonymous, so approvals are not protected from agents: an agent that leaves out its token can approve its own spends.";

export function credentialsModule(
  engine: Engine,
  options: TreasuryOptions,
): ModuleWith<"credentials"> & { readonly store: Credentials } {
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
        run: (input, { operator }) => issue(input, decidingOperator(operator, undefined)),
      },
      listCredentials: {
        run: ({ workspaceId, cursor, limit }) => store.list(workspaceId, cursor, limit),
      },
      revokeCredential: {
        run: async (place, { operator }) => ({
          credential: await store.revoke(place, decidingOperator(operator, undefined)),
        }),
      },
    },
    methods: {
      credentials: {
        issue: async ({ operator, ...request }) =>
          issue(parseInput("issueCredential", request), vouchedFor(operator)),
        list: async (request) => {
          const { workspaceId, cursor, limit } = parseInput("listCredentials", request ?? {});
          return store.list(workspaceId, cursor, limit);
        },
        revoke: async ({ operator, ...request }) => {
          const place = parseInput("revokeCredential", request);
          return { credential: await store.revoke(place, vouchedFor(operator)) };
        },
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
