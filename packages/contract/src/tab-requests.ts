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
  workspaceId,
} from "./fields.ts";
import { requestShape } from "./shape.ts";

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

export const tabReferenceSchema = requestShape(
  "TabReference",
  "Input of requests about one tab.",
  z.object({ workspaceId, tabId }),
);
export interface TabReference extends z.input<typeof tabReferenceSchema> {}

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
