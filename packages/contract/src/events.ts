import * as z from "zod";
import { time } from "./fields.ts";
import { proposalSchema } from "./proposals.ts";
import { replayTotalsSchema } from "./replay.ts";
import { responseShape } from "./shape.ts";
import { ledgerEntrySchema } from "./treasury.ts";

const common = {
  id: z.string().describe("Id of the event. Every delivery of the event has the same one."),
  workspaceId: z.string().describe("Workspace of the event."),
  at: time.describe("Time of the commit by the storage's clock. ISO 8601, UTC."),
};

const proposal = proposalSchema.describe(
  "The proposal as it is at the time of delivery, which may be later than the event.",
);

const entry = ledgerEntrySchema.describe("The ledger entry.");

const scope = z
  .enum(["workspace", "allocation", "agent", "vendor", "deployment"])
  .describe("What the freeze stops.");

const frozenId = z
  .string()
  .nullable()
  .describe("Allocation, agent or vendor; null for a workspace and the deployment.");

const payeeId = z.string().describe("The known payee.");

const tabId = z.string().describe("The tab.");

const rail = z.string().describe("Provider name of the payment executor, or `ledger`.");

export const treasuryEventSchema = responseShape(
  "TreasuryEvent",
  "An event of the treasury, discriminated by `kind`.",
  z.discriminatedUnion("kind", [
    z
      .object({ kind: z.literal("proposalCreated"), ...common, proposal })
      .describe(
        "An agent proposed a spend. If policy denied or executed it, further events follow.",
      ),
    z
      .object({
        kind: z.literal("proposalDecided"),
        ...common,
        proposal,
        decision: z.enum(["approve", "deny"]).describe("The decision."),
        by: z
          .enum(["person", "policy", "reset"])
          .describe("Who decided. `policy` includes denials by screening."),
      })
      .describe("A spend was approved or denied."),
    z
      .object({ kind: z.literal("proposalExpired"), ...common, proposal })
      .describe("A proposal expired before a decision."),
    z
      .object({ kind: z.literal("proposalReminder"), ...common, proposal })
      .describe("A proposal is still pending after `remindAfterHours`."),
    z
      .object({ kind: z.literal("proposalEscalated"), ...common, proposal })
      .describe("A proposal is still pending after `escalateAfterHours`."),
    z
      .object({ kind: z.literal("approvalsChanged"), ...common, proposal })
      .describe("An approval was added or withdrawn, and more are needed."),
    z
      .object({ kind: z.literal("proposalExecuted"), ...common, proposal })
      .describe("A spend was paid. Its expense is in the ledger."),
    z
      .object({ kind: z.literal("proposalFailed"), ...common, proposal })
      .describe("An approved spend was not paid. See `proposal.failure`."),
    z
      .object({ kind: z.literal("attentionNeeded"), ...common, proposal })
      .describe("A spend needs review. See `proposal.attention`."),
    z
      .object({ kind: z.literal("credited"), ...common, entry })
      .describe("A deposit or revenue was credited."),
    z
      .object({ kind: z.literal("reversed"), ...common, entry })
      .describe("A credit or an expense was reversed, in whole or in part."),
    z
      .object({
        kind: z.literal("workspaceReset"),
        ...common,
        epoch: z.number().int().describe("The new epoch."),
      })
      .describe("A workspace was reset to a new, empty epoch."),
    z
      .object({
        kind: z.literal("turnWaiting"),
        ...common,
        turnId: z.string().describe("The turn."),
        waitsFor: z.array(z.string()).describe("Ids of pending proposals."),
      })
      .describe("A turn is paused until its proposals are decided."),
    z
      .object({
        kind: z.literal("turnEnded"),
        ...common,
        turnId: z.string().describe("The turn."),
      })
      .describe("A turn completed or failed. Its result can be read."),
    z
      .object({
        kind: z.literal("rulesPublished"),
        ...common,
        digest: z.string().describe("Digest of the publication that is now in effect."),
      })
      .describe("A rule set was published."),
    z
      .object({
        kind: z.literal("standingApprovalCreated"),
        ...common,
        standingApprovalId: z.string().describe("The standing approval."),
      })
      .describe("A standing approval took effect."),
    z
      .object({
        kind: z.literal("standingApprovalEnded"),
        ...common,
        standingApprovalId: z.string().describe("The standing approval."),
        ended: z.enum(["revoked", "used_up"]).describe("Why it ended."),
      })
      .describe("A standing approval was revoked, or approved its last spend."),
    z
      .object({ kind: z.literal("payeeAdded"), ...common, payeeId, rail })
      .describe("An administrative action made a payee known. An approval is `proposalDecided`."),
    z
      .object({ kind: z.literal("payeeForgotten"), ...common, payeeId })
      .describe(
        "An approver forgot a payee. A denial, a refund and a reset end what is known too, and have events of their own.",
      ),
    z
      .object({
        kind: z.literal("draftReplayed"),
        ...common,
        days: z.number().int().describe("Number of days of the replay."),
        spends: z.number().int().describe("Number of spends in the range."),
        changed: z.number().int().describe("Number of spends with another outcome."),
        unknown: z.number().int().describe("Number of spends whose outcome cannot be known."),
        totals: replayTotalsSchema.describe("Totals of the range."),
      })
      .describe("Maintenance replayed the saved draft of rules."),
    z
      .object({ kind: z.literal("frozen"), ...common, scope, frozenId })
      .describe("Payments in a scope were stopped."),
    z
      .object({ kind: z.literal("unfrozen"), ...common, scope, frozenId })
      .describe("A freeze ended."),
    z
      .object({
        kind: z.literal("allocationThreshold"),
        ...common,
        allocationId: z.string().describe("The allocation."),
        percent: z.union([z.literal(80), z.literal(100)]).describe("Share of its limit in use."),
      })
      .describe("An allocation reached 80 or 100 % of its limit, once per window."),
    z
      .object({
        kind: z.literal("tabThreshold"),
        ...common,
        tabId,
        percent: z.union([z.literal(80), z.literal(100)]).describe("Share of its maximum."),
      })
      .describe("80 or 100 % of a tab were charged."),
    z
      .object({
        kind: z.literal("tabClosed"),
        ...common,
        tabId,
        because: z
          .enum(["call", "end", "exhausted", "rules", "reset"])
          .describe("Why it was closed, as in `Tab.closedBecause`."),
      })
      .describe("A tab was closed, and the rest of its amount released."),
    z
      .object({ kind: z.literal("tabSettlementUnknown"), ...common, tabId })
      .describe("A meter reported a reservation that a tab never had."),
    z
      .object({ kind: z.literal("tabSettlementUnconfirmed"), ...common, tabId })
      .describe("A meter reported more than a tab counts until a person confirms it."),
    z
      .object({ kind: z.literal("refundCaseOpened"), ...common, proposal })
      .describe("A payment did not buy what was offered."),
    z
      .object({
        kind: z.literal("refundCaseClosed"),
        ...common,
        proposal,
        outcome: z
          .enum(["refunded", "delivered", "refused", "withdrawn", "expired"])
          .describe("How it ended, as in `RefundCase.outcome`."),
      })
      .describe("A refund case ended."),
    z
      .object({
        kind: z.literal("ruleGroupsNearlyFull"),
        ...common,
        rule: z.string().describe("Id of the rule."),
        groups: z.number().describe("Groups with usage. At most 2,000 are counted."),
      })
      .describe("A limit of a rule reached 80 % of the groups that it can count."),
    z
      .object({
        kind: z.literal("verificationFailed"),
        ...common,
        problem: z.string().describe("What was found first."),
      })
      .describe(
        "The scheduled verification found a ledger or records that were changed outside of the service. Freeze the workspace, and compare it with a backup.",
      ),
    z
      .object({
        kind: z.literal("railBalanceLow"),
        ...common,
        rail: z.string().describe("Provider name of the payment executor."),
      })
      .describe(
        "The account of a payment executor fell below its `lowBalanceUsd`, once per fall. All workspaces share it, so that `workspaceId` is `~deployment`.",
      ),
  ]),
);

export type TreasuryEvent = z.infer<typeof treasuryEventSchema>;

export type TreasuryEventKind = TreasuryEvent["kind"];
