import { z } from "zod";
import type { Output } from "../operations.ts";
import type { RouteName } from "../routes.ts";
import type { AgentEvent, AgentTurnResult } from "../wire/agent.ts";
import type { AgentMachine, AgentSpec, ExecResult } from "../wire/machine.ts";
import type { LedgerEntry, Proposal, TreasuryState } from "../wire/treasury.ts";

const hash = z.string().regex(/^[0-9a-f]{64}$/);

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

/** A spend proposal. */
export const proposalSchema: z.ZodType<Proposal> = z.object({
  id: z.string(),
  workspaceId: z.string(),
  status: z.enum(["pending", "approved", "denied", "executed", "failed"]),
  amountUsd: z.number(),
  capturedUsd: z.number(),
  vendor: z.string(),
  purpose: z.string(),
  category: z.string().nullable(),
  verdict: z.enum(["safe", "review", "blocked"]),
  reason: z.string(),
  autoApproved: z.boolean(),
  operator: z.string().nullable(),
  operatorVerified: z.boolean(),
  comment: z.string().nullable(),
  createdAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
  executedAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(),
  failure: z.string().nullable(),
  reference: z.string().nullable(),
  attention: z.string().nullable(),
  turnId: z.string().nullable(),
});

/** A ledger entry. */
export const ledgerEntrySchema: z.ZodType<LedgerEntry> = z.object({
  id: z.string(),
  workspaceId: z.string(),
  sequence: z.number().int(),
  type: z.enum(["deposit", "revenue", "expense"]),
  amountUsd: z.number(),
  balanceUsd: z.number(),
  description: z.string(),
  proposalId: z.string().nullable(),
  reference: z.string().nullable(),
  reversalOf: z.string().nullable(),
  createdAt: z.iso.datetime(),
  previousHash: hash,
  hash,
});

/** A workspace's money. */
export const treasuryStateSchema: z.ZodType<TreasuryState> = z.object({
  workspaceId: z.string(),
  balanceUsd: z.number(),
  depositsUsd: z.number(),
  revenueUsd: z.number(),
  expenseUsd: z.number(),
  netProfitUsd: z.number(),
  spentTodayUsd: z.number(),
  heldUsd: z.number(),
  availableUsd: z.number(),
  pendingCount: z.number().int(),
  budget: z.object({
    startingCapitalUsd: z.number(),
    maxSpendPerActionUsd: z.number(),
    autoApproveUnderUsd: z.number(),
    dailySpendCapUsd: z.number(),
    minReserveUsd: z.number(),
  }),
  proposals: z.array(proposalSchema),
  ledger: z.array(ledgerEntrySchema),
  proposalsCursor: z.string().nullable(),
  ledgerCursor: z.string().nullable(),
  paymentMode: z.enum(["test", "live", "none"]),
  paymentProvider: z.string().nullable(),
});

/** One item of a turn's trace. */
export const agentEventSchema: z.ZodType<AgentEvent> = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("thought"), at: z.iso.datetime(), text: z.string() }),
  z.object({
    kind: z.literal("tool_call"),
    at: z.iso.datetime(),
    callId: z.string(),
    tool: z.string(),
    arguments: z.record(z.string(), z.unknown()),
  }),
  z.object({
    kind: z.literal("tool_result"),
    at: z.iso.datetime(),
    callId: z.string(),
    tool: z.string(),
    ok: z.boolean(),
    result: z.unknown(),
  }),
  z.object({
    kind: z.literal("proposal"),
    at: z.iso.datetime(),
    proposalId: z.string(),
    proposal: proposalSchema,
  }),
  z.object({
    kind: z.literal("awaiting_approval"),
    at: z.iso.datetime(),
    proposalId: z.string(),
  }),
  z.object({ kind: z.literal("error"), at: z.iso.datetime(), message: z.string() }),
]);

/** What a turn came to. */
export const agentTurnResultSchema: z.ZodType<AgentTurnResult> = z.object({
  turnId: z.string(),
  events: z.array(agentEventSchema),
  assistant: z.string(),
  awaitingApproval: z.boolean(),
  usage: z.object({ inputTokens: z.number(), outputTokens: z.number() }).nullable(),
  state: treasuryStateSchema,
});

/** The schema of each operation's answer. */
export type OutputSchemas = { readonly [Name in RouteName]: z.ZodType<Output<Name>> };

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
  readHealth: z.object({ ok: z.literal(true) }),
};
