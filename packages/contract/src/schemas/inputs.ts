import { z } from "zod";
import { requestLimits } from "../defaults.ts";
import type { MachineRequest, NoInput } from "../operations.ts";
import type { RouteName } from "../routes.ts";
import type { ChatMessage } from "../wire/agent.ts";
import type { Decision } from "../wire/decision.ts";
import type { DepositRequest } from "../wire/deposit.ts";
import type { MachineAction } from "../wire/machine.ts";
import {
  amount,
  commandText,
  eventId,
  filledProse,
  filledText,
  machineId,
  mustBe,
  prose,
  seconds,
  text,
  turnId,
  workspaceId,
} from "./fields.ts";

interface InWorkspace {
  workspaceId: string;
}

interface Page extends InWorkspace {
  cursor?: string | undefined;
  limit: number;
}

/** Each operation's input after its schema read it: defaults filled in, text made well-formed. */
export interface ParsedInputs {
  listMachines: NoInput;
  provisionMachine: InWorkspace & {
    goal?: string | undefined;
    agentId?: string | undefined;
    label?: string | undefined;
  };
  readMachine: MachineRequest;
  actOnMachine: MachineRequest & {
    action: MachineAction;
    command?: string | undefined;
    timeoutSec?: number | undefined;
  };
  destroyMachine: MachineRequest;
  readTreasury: InWorkspace;
  listLedger: Page;
  listProposals: Page;
  verifyLedger: InWorkspace;
  startDeposit: DepositRequest & InWorkspace;
  confirmDeposit: InWorkspace & { session_id: string };
  receiveWebhook: NoInput;
  decideProposal: InWorkspace & {
    proposalId: string;
    decision: Decision;
    operator?: string | undefined;
    comment?: string | undefined;
    resume?: boolean | undefined;
  };
  resetTreasury: InWorkspace;
  runTurn: InWorkspace & { message: string; history: ChatMessage[] };
  resumeTurn: InWorkspace & { turnId: string };
  readTurnEvents: InWorkspace & { id: string; after?: string | undefined };
  readHealth: NoInput;
  readOpenApi: NoInput;
}

/** An operation's input after its schema read it. */
export type ParsedInput<Name extends RouteName> = ParsedInputs[Name];

/** The schema of each operation's input. */
export type InputSchemas = { readonly [Name in RouteName]: z.ZodType<ParsedInputs[Name], unknown> };

const inWorkspace = z.object({ workspaceId });
const machine = z.object({ id: machineId });

const page = z.object({
  workspaceId,
  cursor: text(200).optional(),
  limit: z.coerce
    .number({ error: mustBe("a whole number") })
    .int({ error: "must be a whole number" })
    .min(1, { error: "must be at least 1" })
    .max(requestLimits.pageEntries, { error: `must be at most ${requestLimits.pageEntries}` })
    .default(requestLimits.pageEntries),
});

const chatMessage = z.object(
  {
    role: z.enum(["user", "assistant"], { error: mustBe("`user` or `assistant`") }),
    content: prose(requestLimits.messageCharacters),
  },
  { error: mustBe("an object with `role` and `content`") },
);

const machineAction = z.enum(["suspend", "start", "exec"], {
  error: mustBe("`suspend`, `start` or `exec`"),
});

/** How each operation reads its input. Everything that a caller sends passes through here. */
export const inputSchemas: InputSchemas = {
  listMachines: z.object({}),
  provisionMachine: z.object({
    workspaceId,
    goal: text(requestLimits.goalCharacters).optional(),
    agentId: filledText(requestLimits.labelCharacters).optional(),
    label: text(requestLimits.labelCharacters).optional(),
  }),
  readMachine: machine,
  actOnMachine: machine
    .extend({
      action: machineAction,
      command: commandText(requestLimits.commandCharacters).optional(),
      timeoutSec: seconds.optional(),
    })
    .refine((value) => value.action !== "exec" || value.command !== undefined, {
      path: ["command"],
      error: "is required when `action` is `exec`",
    }),
  destroyMachine: machine,
  readTreasury: inWorkspace,
  listLedger: page,
  listProposals: page,
  verifyLedger: inWorkspace,
  startDeposit: z.object({
    workspaceId,
    amountUsd: amount,
  }),
  confirmDeposit: z.object({
    workspaceId,
    session_id: filledText(requestLimits.sessionIdCharacters),
  }),
  receiveWebhook: z.object({}),
  decideProposal: z.object({
    workspaceId,
    proposalId: filledText(requestLimits.sessionIdCharacters),
    decision: z.enum(["approve", "deny"], { error: mustBe("`approve` or `deny`") }),
    operator: text(requestLimits.operatorCharacters).optional(),
    comment: text(requestLimits.commentCharacters).optional(),
    resume: z.boolean({ error: mustBe("`true` or `false`") }).optional(),
  }),
  resetTreasury: inWorkspace,
  runTurn: z.object({
    workspaceId,
    message: filledProse(requestLimits.messageCharacters),
    history: z
      .array(chatMessage, { error: mustBe("a list of messages") })
      .max(requestLimits.historyMessages, {
        error: `must have at most ${requestLimits.historyMessages} messages`,
      })
      .default([]),
  }),
  resumeTurn: z.object({ workspaceId, turnId }),
  readTurnEvents: z.object({ workspaceId, id: turnId, after: eventId.optional() }),
  readHealth: z.object({}),
  readOpenApi: z.object({}),
};

/** The names of the fields of an operation's input, those in its path included. */
export function inputFields(name: RouteName): readonly string[] {
  const { shape } = inputSchemas[name] as unknown as { readonly shape: object };
  return Object.keys(shape);
}
