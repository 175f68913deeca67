import * as z from "zod";
import { requestLimits, tabLimits } from "./defaults.ts";
import {
  allocationId,
  amount,
  amountFromZero,
  anyAgentId,
  currency,
  filledLine,
  filledText,
  line,
  mustBe,
  optional,
  optionalKey,
  time,
  workspaceId,
} from "./fields.ts";
import { proposalSchema } from "./proposals.ts";
import { explanationItemSchema, repetitionFields } from "./proposing.ts";
import { requestShape, responseShape } from "./shape.ts";

const meter = optional(filledText(tabLimits.meterCharacters)).describe(
  "What the charge is for, for example the name of a model. The tab has totals of 50 of them.",
);

const tabId = filledText(requestLimits.sessionIdCharacters).describe(
  "Id of the tab, which is that of its proposal.",
);

const reservationNumber = z
  .number({ error: mustBe("the number of a reservation") })
  .int({ error: "must be a whole number" })
  .min(1, { error: "must be at least 1" });

const minutes = z
  .number({ error: mustBe("a number of minutes") })
  .int({ error: "must be a whole number of minutes" })
  .min(1, { error: "must be at least 1" })
  .max(tabLimits.minutes, { error: `must be at most ${tabLimits.minutes}, which is 31 days` });

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

export const tabRequestSchema = requestShape(
  "TabRequest",
  "Body of `POST /treasury/tabs`.",
  z.object({
    workspaceId,
    amountUsd: amount.describe("The most that all charges together may cost, in USD."),
    vendor: filledLine(requestLimits.vendorCharacters).describe(
      "Payee of the charges, for example the provider of a model.",
    ),
    payee: optional(
      filledText(requestLimits.vendorCharacters).refine(
        (value) =>
          URL.canParse(value) && value === new URL(value).origin && value.startsWith("https:"),
        { error: "must be an https origin without a path" },
      ),
    ).describe(
      "Origin of a seller, for example `https://api.example.com`, that requests with the tab's id pay. Replaces `vendor`.",
    ),
    purpose: filledText(requestLimits.purposeCharacters).describe("Purpose of the charges."),
    minutes: minutes.describe("Minutes from the proposal until it ends, up to 44,640 (31 days)."),
    currency,
    category: optional(line(requestLimits.categoryCharacters)).describe("Kind of purchase."),
    allocationId: optional(allocationId).describe(
      "Allocation of the spend. Default: the allocation of the credential, if any.",
    ),
    agentLabel: optional(filledLine(requestLimits.agentNameCharacters)).describe(
      "Name of the sub-agent that opens it, self-reported.",
    ),
    forAgent: optional(anyAgentId).describe(
      "Id of the agent whose tab it is, `agent` for the built-in one. Only persons open tabs for agents.",
    ),
    idempotencyKey: optionalKey(requestLimits.keyCharacters).describe(
      "Identifies this tab. A request with the same key is the same tab. Without a key, a request with the same values is.",
    ),
  }),
);
export interface TabRequest extends z.input<typeof tabRequestSchema> {}

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

export const tabReferenceSchema = requestShape(
  "TabReference",
  "Input of requests about one tab.",
  z.object({ workspaceId, tabId }),
);
export interface TabReference extends z.input<typeof tabReferenceSchema> {}

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

export const tabChargesRequestSchema = requestShape(
  "TabChargesRequest",
  "Input of `GET /treasury/tabs/{tabId}/charges`.",
  z.object({
    workspaceId,
    tabId,
    posting: z.coerce
      .number<number>({ error: mustBe("the number of a posting") })
      .int({ error: "must be a whole number" })
      .min(1, { error: "must be at least 1" })
      .optional()
      .describe(
        "Number of the ledger entry of the tab, from 1. Default: the charges not posted yet.",
      ),
  }),
);
export interface TabChargesRequest extends z.input<typeof tabChargesRequestSchema> {}

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

export const tabReservationRequestSchema = requestShape(
  "TabReservationRequest",
  "Body of `POST /treasury/tabs/{tabId}/reserve`.",
  z.object({
    workspaceId,
    tabId,
    amountUsd: amount.describe("The most that the charge can cost, in USD."),
    meter,
    seconds: z
      .number({ error: mustBe("a number of seconds") })
      .min(1, { error: "must be at least 1" })
      .max(tabLimits.reservationSeconds, {
        error: `must be at most ${tabLimits.reservationSeconds}`,
      })
      .optional()
      .describe(
        "Seconds in which it is settled. Afterwards it counts as charged, as an estimate. Default: 600.",
      ),
  }),
);
export interface TabReservationRequest extends z.input<typeof tabReservationRequestSchema> {}

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

export const tabSettlementSchema = requestShape(
  "TabSettlement",
  "Body of `POST /treasury/tabs/{tabId}/settle`.",
  z.object({
    workspaceId,
    tabId,
    number: reservationNumber.describe("Number of the reservation."),
    amountUsd: amountFromZero.describe("What it cost, in USD. It may exceed the reservation."),
    meter,
  }),
);
export interface TabSettlement extends z.input<typeof tabSettlementSchema> {}

export const tabChargeRequestSchema = requestShape(
  "TabChargeRequest",
  "Body of `POST /treasury/tabs/{tabId}/charge`.",
  z.object({
    workspaceId,
    tabId,
    chargeId: filledText(requestLimits.keyCharacters).describe(
      "Identifies the charge for 24 hours. A request with the same id is the same charge.",
    ),
    amountUsd: amount.describe("What it cost, in USD."),
    meter,
  }),
);
export interface TabChargeRequest extends z.input<typeof tabChargeRequestSchema> {}

export const tabReservationReferenceSchema = requestShape(
  "TabReservationReference",
  "Input of `POST /treasury/tabs/{tabId}/cancel` and `POST /treasury/tabs/{tabId}/confirm`.",
  z.object({
    workspaceId,
    tabId,
    number: reservationNumber.describe("Number of the reservation."),
  }),
);
export interface TabReservationReference extends z.input<typeof tabReservationReferenceSchema> {}

export const tabRenewalSchema = requestShape(
  "TabRenewal",
  "Body of `POST /treasury/tabs/{tabId}/renew`.",
  z.object({
    workspaceId,
    tabId,
    amountUsd: amount.optional().describe("Amount of the next tab. Default: that of this one."),
    minutes: minutes.describe("Minutes from the proposal until the next tab ends."),
  }),
);
export interface TabRenewal extends z.input<typeof tabRenewalSchema> {}
