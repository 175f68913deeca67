import { z } from "zod";
import type { Output } from "../operations.ts";
import type { RouteName } from "../routes.ts";
import type { AgentMachine, AgentSpec, ExecResult } from "../wire/machine.ts";
import type { OpenApiDocument } from "../wire/open-api.ts";
import { agentTurnResultSchema, turnEventsSchema } from "./agent-outputs.ts";
import {
  hash,
  ledgerEntrySchema,
  proposalSchema,
  treasuryStateSchema,
} from "./treasury-outputs.ts";

/** An agent's body. */
export const agentMachineSchema: z.ZodType<AgentMachine> = z.object({
  id: z.string(),
  name: z.string(),
  state: z.string(),
  region: z.string(),
  image: z.string(),
  cpuKind: z.string(),
  cpus: z.number(),
  memoryMb: z.number(),
  role: z.string(),
  agentId: z.string().nullable(),
  workspaceId: z.string().nullable(),
  goal: z.string().nullable(),
  label: z.string().nullable(),
  createdAt: z.iso.datetime(),
  uptimeMs: z.number(),
  computeCostUsd: z.number(),
});

/** What a machine is made of. */
export const agentSpecSchema: z.ZodType<AgentSpec> = z.object({
  image: z.string(),
  cpuKind: z.string(),
  cpus: z.number(),
  memoryMb: z.number(),
  region: z.string(),
  app: z.string(),
});

/** What a command came to. */
export const execResultSchema: z.ZodType<ExecResult> = z.object({
  exitCode: z.number(),
  stdout: z.string(),
  stderr: z.string(),
  durationMs: z.number(),
});

/** The schema of each operation's answer. */
export type OutputSchemas = { readonly [Name in RouteName]: z.ZodType<Output<Name>> };

const openApiDocumentSchema: z.ZodType<OpenApiDocument> = z.looseObject({
  openapi: z.literal("3.1.1"),
  info: z.looseObject({ title: z.string(), version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.record(z.string(), z.record(z.string(), z.unknown())),
});

const machineAnswer = z.object({ machine: agentMachineSchema });

/** What each operation answers with: for tests, documents, and clients that check. */
export const outputSchemas: OutputSchemas = {
  listMachines: z.object({
    configured: z.boolean(),
    spec: agentSpecSchema,
    machines: z.array(agentMachineSchema),
  }),
  provisionMachine: machineAnswer,
  readMachine: machineAnswer,
  actOnMachine: z.union([
    z.object({ ok: z.literal(true), machine: agentMachineSchema }),
    z.object({ ok: z.boolean(), result: execResultSchema }),
  ]),
  destroyMachine: z.object({ ok: z.literal(true) }),
  readTreasury: treasuryStateSchema,
  listLedger: z.object({ entries: z.array(ledgerEntrySchema), cursor: z.string().nullable() }),
  listProposals: z.object({ proposals: z.array(proposalSchema), cursor: z.string().nullable() }),
  verifyLedger: z.object({
    workspaceId: z.string(),
    valid: z.boolean(),
    entriesChecked: z.number().int(),
    firstInvalidSequence: z.number().int().nullable(),
    problem: z.string().nullable(),
    headHash: hash,
    headSequence: z.number().int(),
    notice: z.string(),
  }),
  startDeposit: z.object({
    id: z.string(),
    url: z.url(),
    amountUsd: z.number(),
    workspaceId: z.string(),
    expiresAt: z.iso.datetime().nullable(),
  }),
  confirmDeposit: z.object({
    paid: z.boolean(),
    duplicate: z.boolean(),
    depositedUsd: z.number(),
    state: treasuryStateSchema,
  }),
  receiveWebhook: z.object({
    received: z.literal(true),
    outcomes: z.array(
      z.enum(["credited", "reversed", "duplicate", "waiting", "recorded", "passed_on", "ignored"]),
    ),
  }),
  decideProposal: z.object({
    proposal: proposalSchema,
    state: treasuryStateSchema,
    turn: agentTurnResultSchema.nullable().optional(),
  }),
  resetTreasury: treasuryStateSchema,
  runTurn: agentTurnResultSchema,
  resumeTurn: agentTurnResultSchema,
  readTurnEvents: turnEventsSchema,
  readHealth: z.object({ ok: z.literal(true) }),
  readOpenApi: openApiDocumentSchema,
};
