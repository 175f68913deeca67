import {
  type AccessRules,
  type AuthorizationInput,
  operatorTokens,
} from "@agent-treasury/treasury-core";
import { leakyMessage } from "./leaked-secrets.ts";

/** Access rules by name, because functions cannot be sent to another process. */
export type AccessRulesName =
  /** No access choice. */
  | "unsaid"
  /** Anonymous access. */
  | "guests"
  /** Ada and Bob sign in by token. */
  | "operators"
  /** The same with fewer permissions for Bob: see `mayDo`. */
  | "authorized"
  /** Anonymous access, with a rate limit of seven seconds in the workspace `busy`. */
  | "limited"
  | "broken authenticate"
  | "broken authorize";

/** The tokens of the suite's operators. */
export const operatorTokensOfSuite = { ada: "ada-token", bob: "bob-token" } as const;

/** In the format of `TREASURY_OPERATORS`: the SHA-256 of each token. */
const operators = [
  "Ada Lovelace:54a976f1f7ea57f6add41516b340083a827ac641daefa7ce4e5f13cc1f9351d8",
  "Bob:97dd3707015dcf069cf73022ed7173b1165db6eff24b441cb57fd069a8c4e525",
].join(", ");

/** The tokens of external agents, each in its own workspace except the last. */
export const agentTokensOfSuite = {
  acme: "acme-agent-token",
  bob: "bob-agent-token",
  secondAcme: "second-acme-agent-token",
} as const;

/** In the format of `TREASURY_MCP_AGENTS`. */
export const agentsOfSuite: string = [
  "Acme's buyer:acme:b0070140892806a2e707f32ef8da6cdc1278e3d22fa1467c8633eec2ad3ca8e2",
  "Bob's buyer:bob-1:498fd2cc69abf5b0cb53490c282e5d147c63fea166647a7cfb6cf8b8cb142a95",
  "Acme's other buyer:acme:e8b46ca93bf6daa270c8fc1ee5b972ba8a07aed41531cc6aeab9e801fa5d1d71",
].join(", ");

export function accessRulesCalled(name: AccessRulesName): AccessRules {
  switch (name) {
    case "unsaid":
      return {};
    case "guests":
      return { access: "guests" };
    case "operators":
      return { authenticate: operatorTokens(operators) };
    case "authorized":
      return { authenticate: operatorTokens(operators), authorize: mayDo };
    case "limited":
      return {
        access: "guests",
        rateLimit: ({ workspaceId }) => (workspaceId === "busy" ? 7 : null),
      };
    case "broken authenticate":
      return { authenticate: fail };
    case "broken authorize":
      return { authenticate: operatorTokens(operators), authorize: fail };
  }
}

/**
 * Ada may do everything. Bob may act in workspaces whose names begin with `bob`, on machines of
 * such workspaces, and decide spends of at most 20 USD.
 */
function mayDo({ operator, workspaceId, proposal, machine }: AuthorizationInput): boolean {
  if (operator?.name !== "Bob") return true;
  if (machine !== undefined) return machine.workspaceId?.startsWith("bob") === true;
  if (workspaceId !== null && !workspaceId.startsWith("bob")) return false;
  return proposal === undefined || proposal.amountUsd <= 20;
}

function fail(): never {
  throw new Error(leakyMessage);
}
