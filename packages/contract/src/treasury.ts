import * as z from "zod";
import { hash, mustBe, time, workspaceId } from "./fields.ts";
import { proposalSchema } from "./proposals.ts";
import { requestShape, responseShape } from "./shape.ts";

export const budgetSchema = responseShape(
  "Budget",
  "Spending limits of a workspace in USD. An amount equal to a limit is allowed.",
  z.object({
    startingCapitalUsd: z.number().describe("Starting balance."),
    maxSpendPerActionUsd: z.number().describe("Maximum amount of one spend."),
    autoApproveUnderUsd: z
      .number()
      .describe(
        "Spends below this amount to a known or named payee are approved automatically when screening finds nothing.",
      ),
    dailySpendCapUsd: z.number().describe("Maximum total per day, including amounts on hold."),
    minReserveUsd: z.number().describe("Minimum balance that a spend must leave."),
  }),
);
export interface Budget extends z.infer<typeof budgetSchema> {}

export const ledgerEntrySchema = responseShape(
  "LedgerEntry",
  "One ledger entry with a positive or negative amount, linked to the previous entry by its hash.",
  z.object({
    id: z.string().describe("Ledger entry id."),
    workspaceId: z.string().describe("Workspace of the ledger."),
    sequence: z
      .number()
      .int()
      .describe("Position in the ledger, starting at 1. A reset does not restart it."),
    type: z
      .enum(["deposit", "revenue", "expense"])
      .describe("Kind of movement. A reversal has the type of the entry that it reverses."),
    amountUsd: z.number().describe("Amount in USD. Expenses are negative."),
    balanceUsd: z.number().describe("Balance after this entry, in USD."),
    description: z.string().describe("Description for display."),
    proposalId: z.string().nullable().describe("Paid proposal; null for incoming money."),
    reference: z.string().nullable().describe("The payment processor's id of the payment."),
    reversalOf: z.string().nullable().describe("Entry that this entry reverses, fully or in part."),
    createdAt: time.describe("Time of posting. ISO 8601, UTC."),
    businessDay: z.string().describe("Day for the daily cap, in the deployment's time zone."),
    previousHash: hash.describe("Hash of the previous entry. Lower-case hexadecimal SHA-256."),
    hash: hash.describe("Hash of this entry and `previousHash`. Lower-case hexadecimal SHA-256."),
  }),
);
export interface LedgerEntry extends z.infer<typeof ledgerEntrySchema> {}
export type LedgerEntryType = LedgerEntry["type"];

export const treasuryStateSchema = responseShape(
  "TreasuryState",
  "A workspace's money, computed from its ledger. Amounts are USD with at most six decimals.",
  z.object({
    workspaceId: z.string().describe("Workspace id."),
    balanceUsd: z
      .number()
      .describe(
        "Starting capital plus deposits plus revenue minus expenses. A chargeback can make it negative.",
      ),
    depositsUsd: z.number().describe("Total deposits minus refunds and chargebacks."),
    revenueUsd: z
      .number()
      .describe("Revenue collected by the payment processor, minus refunds and chargebacks."),
    expenseUsd: z.number().describe("Total of executed spends."),
    netProfitUsd: z.number().describe("Revenue minus expenses."),
    spentTodayUsd: z
      .number()
      .describe(
        "Amount spent today, compared with `budget.dailySpendCapUsd`. The day ends in the deployment's time zone.",
      ),
    heldUsd: z.number().describe("Amount on hold for approved spends that are not settled yet."),
    availableUsd: z
      .number()
      .describe("Amount available for spends: balance minus holds minus reserve, at least 0."),
    pendingCount: z.number().int().describe("Number of proposals that need approval."),
    budget: budgetSchema.describe("Current limits."),
    proposals: z
      .array(proposalSchema)
      .describe(
        "All pending proposals, then the newest decided ones, up to 100, and older ones with money on hold.",
      ),
    ledger: z.array(ledgerEntrySchema).describe("The newest 100 entries, newest first."),
    proposalsCursor: z
      .string()
      .nullable()
      .describe(
        "Cursor of the next page of `GET /treasury/proposals`; null if `proposals` is complete.",
      ),
    ledgerCursor: z
      .string()
      .nullable()
      .describe("Cursor of the next page of `GET /treasury/ledger`; null if `ledger` is complete."),
    paymentMode: z
      .enum(["test", "live", "none"])
      .describe("Mode of the connected payment processor; `none` without one."),
    paymentProvider: z
      .string()
      .nullable()
      .describe("Name of the payment processor, `sandbox` for test money; null without one."),
    judge: z
      .enum(["none", "active", "paused"])
      .describe(
        "Status of the model that judges spends beside the screening rules. After five calls in a row without an answer for an agent of this workspace, it is `paused` for that agent for 30 s.",
      ),
    judgeOnSilence: z
      .enum(["approval", "review", "screening"])
      .nullable()
      .describe(
        "What happens to a spend without the judge's answer. `approval`: a person has to decide. `review`: its verdict is also at least `review`. `screening`: the screening rules alone decide, so that policy may approve it. Null without a judge.",
      ),
    hasReceipts: z
      .boolean()
      .optional()
      .describe("Whether receipts of spends can be issued. Missing if they cannot."),
    verification: z
      .object({
        verifiedAt: z.string().describe("ISO 8601, UTC."),
        problem: z.string().nullable().describe("What was found first; null if it is valid."),
      })
      .optional()
      .describe("The last scheduled verification. Missing before the first."),
    autoApprovePayees: z
      .enum(["known", "any"])
      .describe(
        "`known`: policy approves only payees that a person named or approved. `any`: the check is turned off.",
      ),
    autoApproveDailyUsd: z.number().describe("Maximum total per day that policy approves, in USD."),
    timeZone: z
      .string()
      .describe("Time zone in which the deployment's business days begin, such as `Europe/Rome`."),
    plugins: z.array(z.string()).describe("Ids of the deployment's plugins, such as `webhooks`."),
  }),
);
export interface TreasuryState extends z.infer<typeof treasuryStateSchema> {}
export type PaymentModeName = TreasuryState["paymentMode"];

const nextCursor = z
  .string()
  .nullable()
  .describe("Cursor of the next page; null on the last page.");

export const ledgerPageSchema = responseShape(
  "LedgerPage",
  "Response of `GET /treasury/ledger`.",
  z.object({
    entries: z.array(ledgerEntrySchema).describe("Entries, newest first."),
    cursor: nextCursor,
  }),
);
export interface LedgerPage extends z.infer<typeof ledgerPageSchema> {}

export const proposalPageSchema = responseShape(
  "ProposalPage",
  "Response of `GET /treasury/proposals`.",
  z.object({
    proposals: z.array(proposalSchema).describe("Proposals, newest first."),
    cursor: nextCursor,
  }),
);
export interface ProposalPage extends z.infer<typeof proposalPageSchema> {}

export const verificationSchema = responseShape(
  "Verification",
  "Response of `GET /treasury/verify`.",
  z.object({
    workspaceId: z.string().describe("Verified workspace."),
    valid: z
      .boolean()
      .describe("True if every entry matches its hash and every total matches the entries."),
    entriesChecked: z.number().int().describe("Number of verified entries, across all epochs."),
    firstInvalidSequence: z
      .number()
      .int()
      .nullable()
      .describe("Sequence of the first invalid entry; null if all are valid."),
    problem: z.string().nullable().describe("Description of the failed check; null if valid."),
    headHash: hash.describe(
      "Hash of the newest entry. Store it outside of the database, so that a rewritten chain can be detected.",
    ),
    headSequence: z.number().int().describe("Sequence of the newest entry."),
    notice: z.string().describe("What this verification cannot detect."),
  }),
);
export interface Verification extends z.infer<typeof verificationSchema> {}

const limit = z
  .number({ error: mustBe("an amount in USD") })
  .min(0, { error: "must be at least 0" })
  .meta({ maximum: 1_000_000_000 });

export const budgetRequestSchema = requestShape(
  "BudgetRequest",
  "Body of `POST /treasury/budget`.",
  z.object({
    workspaceId,
    limits: z
      .object({
        maxSpendPerActionUsd: limit.optional().describe("Maximum amount of one spend."),
        autoApproveUnderUsd: limit
          .optional()
          .describe("Amount below which policy may approve a spend."),
        dailySpendCapUsd: limit.optional().describe("Maximum total per day."),
        minReserveUsd: limit.optional().describe("Minimum balance that a spend must leave."),
      })
      .describe("Limits until the next reset. Omitted limits return to the defaults."),
  }),
);
export interface BudgetRequest extends z.input<typeof budgetRequestSchema> {}
