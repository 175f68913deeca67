import { z } from "zod";
import type { LedgerEntry, Proposal, TreasuryState } from "../wire/treasury.ts";

/** A digest in the ledger's chain. */
export const hash: z.ZodType<string> = z.string().regex(/^[0-9a-f]{64}$/);

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
  proposedBy: z.string().nullable(),
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
  judge: z.enum(["none", "active", "paused"]),
});
