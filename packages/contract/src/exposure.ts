import * as z from "zod";
import { requestLimits } from "./defaults.ts";
import { amountFromZero, anyAgentId, filledText } from "./fields.ts";
import { requestShape, responseShape } from "./shape.ts";

const attacker = z.enum(["agent", "approver"]);
const horizon = z.enum(["day", "week", "month", "year"]);
const start = z.enum(["empty", "now"]);

export const exposureRequestSchema = requestShape(
  "ExposureRequest",
  "What to compute of the most that an agent can spend.",
  z.object({
    attacker: attacker
      .optional()
      .describe(
        "`agent`: no person approves anything. `approver`: one person approves everything. Default: `agent`.",
      ),
    horizon: horizon.optional().describe("Default: `day`."),
    start: start
      .optional()
      .describe(
        "`empty`: nothing was spent, and the attacker chooses the first instant. `now`: after what is spent, from this moment, with the present balance. What is on hold counts as released. Default: `empty`.",
      ),
    agentId: anyAgentId
      .optional()
      .describe("Only this agent. Default: the one that can spend most."),
    credentialId: filledText(requestLimits.principalCharacters)
      .optional()
      .describe(
        "Only through this credential of an external agent, as if it leaked: until the end of the horizon, when it is revoked, or its expiry. Replaces `agentId`.",
      ),
    balanceUsd: amountFromZero
      .optional()
      .describe("Balance in USD. Default: unlimited, and the present one for `start: now`."),
  }),
);
export interface ExposureRequest extends z.input<typeof exposureRequestSchema> {}

export const exposureSchema = responseShape(
  "RulesExposure",
  "The most that a hostile agent can spend under rules, the five limits and standing approvals.",
  z.object({
    attacker: attacker.describe("As requested."),
    horizon: horizon.describe("As requested."),
    start: start.describe("As requested."),
    problem: z
      .string()
      .nullable()
      .describe("Why it is unknown, such as a missing package; null if it was computed."),
    reachedUsd: z.number().describe("What `spends` spend, evaluated by the rules, in USD."),
    provedUsd: z
      .number()
      .nullable()
      .describe("No sequence spends more, in USD; null if no bound is known."),
    agentId: z.string().describe("The agent that can spend most, or as requested."),
    boundBy: z
      .array(z.string())
      .describe(
        "Ids of the rules and limits that determine the bound. That of an allocation begins with `allocation:`.",
      ),
    spends: z
      .array(
        z.object({
          at: z.string().describe("ISO 8601, UTC."),
          amountUsd: z.number().describe("Amount in USD."),
          vendor: z.string().describe("Vendor."),
          category: z.string().nullable().describe("Category; null without one."),
          allocationId: z.string().nullable().describe("Allocation; null without one."),
          rail: z.string().describe("Payment executor, or `ledger`."),
          isKnownPayee: z
            .boolean()
            .describe("Whether a person approved an earlier payment to the payee."),
        }),
      )
      .describe("The first 100 spends that reach `reachedUsd`."),
    spendCount: z.number().int().describe("Number of all these spends."),
    openUsd: z
      .number()
      .describe(
        "On hold for approved spends and open tabs, which can be paid too, in USD. From now, the bound of both is the sum of `provedUsd` and `openUsd`.",
      ),
    assumptions: z.array(z.string()).describe("Assumptions, one sentence each."),
    notBounded: z.array(z.string()).describe("What rules do not bound."),
  }),
);
export interface RulesExposure extends z.infer<typeof exposureSchema> {}
