import * as z from "zod";
import { time } from "./fields.ts";
import { proposalSchema } from "./proposals.ts";
import { explanationItemSchema, repetitionFields } from "./proposing.ts";
import { responseShape } from "./shape.ts";

export const tabMeterSchema = responseShape(
  "TabMeter",
  "What one meter charged to a tab.",
  z.object({
    name: z.string().describe("Name of the meter. `other` for those beyond the first 50."),
    chargedUsd: z.number().describe("Charged in USD."),
    charges: z.number().int().describe("Number of charges."),
  }),
);
export interface TabMeter extends z.infer<typeof tabMeterSchema> {}

export const unconfirmedChargeSchema = responseShape(
  "UnconfirmedCharge",
  "A settlement above its reservation by more than the whole tab. It counts as the reservation until a person confirms it.",
  z.object({
    number: z.number().int().describe("Number of the reservation."),
    reportedUsd: z.number().describe("Reported in USD."),
    countedUsd: z.number().describe("Counted in USD: the reservation."),
  }),
);
export interface UnconfirmedCharge extends z.infer<typeof unconfirmedChargeSchema> {}

export const tabSchema = responseShape(
  "Tab",
  "One approved amount that many small charges draw down. Times are ISO 8601, UTC.",
  z.object({
    id: z.string().describe("Id of the tab, which is that of its proposal."),
    workspaceId: z.string().describe("Workspace that pays."),
    status: z
      .enum(["pending", "open", "exhausted", "closing", "closed", "denied", "failed"])
      .describe(
        "`pending`: needs approval. `open`: takes reservations and charges. `exhausted`: its maximum is charged, so that it takes no reservation. `closing`: its close waits for the outcomes of payments. `closed`, `denied` and `failed` are final.",
      ),
    agentId: z.string().describe("Id of the agent whose tab it is; `person` for a person's own."),
    vendor: z.string().describe("Payee, self-reported by the agent."),
    payee: z
      .string()
      .nullable()
      .describe("Origin of the seller that its payments pay; null for a tab without payments."),
    purpose: z.string().describe("Purpose, self-reported by the agent."),
    maximumUsd: z.number().describe("The approved amount, or the proposed one, in USD."),
    chargedUsd: z
      .number()
      .describe(
        "Charged in USD. It can pass the maximum by what a charge exceeded its reservation.",
      ),
    reservedUsd: z.number().describe("Reserved and not settled yet, in USD."),
    leftUsd: z.number().describe("Left for reservations in USD, at least 0."),
    postedUsd: z.number().describe("Posted to the ledger in USD. The rest follows."),
    estimatedUsd: z
      .number()
      .describe(
        "Part of `chargedUsd` that is estimated: reservations that ended without a settlement.",
      ),
    charges: z.number().int().describe("Number of charges."),
    openReservations: z.number().int().describe("Number of reservations that are not settled."),
    meters: z.array(tabMeterSchema).describe("Totals by meter, the largest first."),
    unconfirmed: z.array(unconfirmedChargeSchema).describe("Settlements to confirm."),
    openedAt: time.nullable().describe("Time of the approval; null before it."),
    endsAt: time.describe("Time from which it takes no reservation."),
    closedAt: time.nullable().describe("Time of the close; null before it."),
    closedBecause: z
      .enum(["call", "end", "exhausted", "rules", "reset"])
      .nullable()
      .describe(
        "`call`: it was closed by a request. `rules`: rules that were published later do not allow it. Null while it is open. Payments in flight end before `closedAt`.",
      ),
  }),
);
export interface Tab extends z.infer<typeof tabSchema> {}

export const tabAnswerSchema = responseShape(
  "TabAnswer",
  "Response of `POST /treasury/tabs`.",
  z.object({
    tab: tabSchema.describe("The tab. Its status is `open` once it is approved."),
    proposal: proposalSchema.describe("The spend of the tab, as approvers see it."),
    explanation: z
      .array(explanationItemSchema)
      .describe("The rules that decided, the decisive ones first."),
    ...repetitionFields,
  }),
);
export interface TabAnswer extends z.infer<typeof tabAnswerSchema> {}

export const tabListSchema = responseShape(
  "TabList",
  "Response of `GET /treasury/tabs`.",
  z.object({
    tabs: z
      .array(tabSchema)
      .describe("The pending and open tabs, oldest first. An agent's own only."),
  }),
);
export interface TabList extends z.infer<typeof tabListSchema> {}

export const tabReadingSchema = responseShape(
  "TabReading",
  "Response of requests about one tab.",
  z.object({ tab: tabSchema.describe("The tab as it is now.") }),
);
export interface TabReading extends z.infer<typeof tabReadingSchema> {}

export const tabChargeSchema = responseShape(
  "TabCharge",
  "One charge of a tab.",
  z.object({
    number: z.number().int().describe("Number of its reservation, or of the charge."),
    amountUsd: z
      .number()
      .describe("Charged in USD. Below zero if it corrects an estimate that was too high."),
    meter: z.string().nullable().describe("What it was for; null if it was not named."),
    at: time.describe("Time of the charge. ISO 8601, UTC."),
    kind: z
      .enum(["charge", "estimate", "correction"])
      .describe(
        "`estimate`: a reservation that ended without a settlement, at its maximum. `correction`: the difference between a late settlement and the estimate.",
      ),
  }),
);
export interface TabCharge extends z.infer<typeof tabChargeSchema> {}

export const tabChargesSchema = responseShape(
  "TabCharges",
  "Response of `GET /treasury/tabs/{tabId}/charges`: the charges of one ledger entry.",
  z.object({
    posting: z
      .number()
      .int()
      .nullable()
      .describe("Number of the entry's posting; null for charges that are not posted yet."),
    postings: z.number().int().describe("Number of postings of the tab."),
    entryId: z.string().nullable().describe("Id of the ledger entry; null if none was posted."),
    charges: z.array(tabChargeSchema).describe("The charges, oldest first. At most 500."),
  }),
);
export interface TabCharges extends z.infer<typeof tabChargesSchema> {}

export const tabReservationSchema = responseShape(
  "TabReservation",
  "Response of `POST /treasury/tabs/{tabId}/reserve`.",
  z.object({
    number: z.number().int().describe("Number of the reservation, used to settle it."),
    endsAt: time.describe("Time until which it is settled. ISO 8601, UTC."),
    tab: tabSchema.describe("The tab with the reservation."),
  }),
);
export interface TabReservation extends z.infer<typeof tabReservationSchema> {}
