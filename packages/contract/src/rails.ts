import * as z from "zod";
import { requestLimits } from "./defaults.ts";
import { mustBe, time } from "./fields.ts";
import { type RouteDeclarations, requestShape, responseShape } from "./shape.ts";
import { noInputSchema } from "./workspace.ts";

const railName = z
  .string()
  .describe("Provider name of the payment executor, for example `stripe_issuing`.");

const mode = z
  .enum(["live", "test", "sandbox"])
  .nullable()
  .describe("The kind of money that it moves. Null without its key.");

const balance = z.object({
  asset: z.string().describe("For example `USDC on eip155:8453`."),
  amountUsd: z.number().describe("Amount in USD."),
});

export const railSchema = responseShape(
  "Rail",
  "The account of a payment executor, beside the amounts that the ledger holds for it.",
  z.object({
    rail: railName,
    mode,
    balances: z
      .array(balance)
      .nullable()
      .describe("Null if the executor does not report them, or they could not be read."),
    problem: z
      .string()
      .nullable()
      .describe(
        "Why the balance could not be read, or that no executor of this name is connected.",
      ),
    heldUsd: z
      .number()
      .describe("Amount held in all workspaces for payments without a recorded outcome."),
    heldCount: z.number().int().describe("Number of these payments."),
    lowBalanceUsd: z
      .number()
      .nullable()
      .describe("Below this sum of the balances, the account needs funding. Null if not set."),
    isLow: z.boolean().describe("True if the sum of the balances is below `lowBalanceUsd`."),
    canReconcile: z.boolean().describe("True if its movements can be compared with the ledger."),
  }),
);
export interface Rail extends z.infer<typeof railSchema> {}

export const railsSchema = responseShape(
  "Rails",
  "Response of `GET /treasury/rails`. Balances are some seconds old at most.",
  z.object({
    rails: z
      .array(railSchema)
      .describe("Connected payment executors, and others for which amounts are held."),
    isComplete: z
      .boolean()
      .describe("False if so many payments are in flight that the held amounts are too low."),
  }),
);
export interface Rails extends z.infer<typeof railsSchema> {}

export const railReconciliationRequestSchema = requestShape(
  "RailReconciliationRequest",
  "Query of `GET /treasury/rails/reconciliation`.",
  z.object({
    days: z.coerce
      .number<number>({ error: mustBe("a whole number") })
      .int({ error: "must be a whole number" })
      .min(1, { error: "must be at least 1" })
      .max(requestLimits.reconciledDays, {
        error: `must be at most ${requestLimits.reconciledDays}`,
      })
      .default(7)
      .describe("The period in days until now, 1 to 31. Default: 7."),
  }),
);
export interface RailReconciliationRequest extends z.input<
  typeof railReconciliationRequestSchema
> {}

const sum = z.object({
  count: z.number().int().describe("Number."),
  amountUsd: z.number().describe("Sum in USD."),
});

export const railFindingSchema = responseShape(
  "RailFinding",
  "A difference between a payment executor's account and the ledger.",
  z.object({
    kind: z
      .enum(["not_recorded", "not_moved", "amount_differs"])
      .describe(
        "`not_recorded`: money left the account, and the ledger has no capture of it. `not_moved`: the ledger has a capture, and the account has no movement of it.",
      ),
    id: z.string().describe("Id of the movement and its capture."),
    movedUsd: z.number().nullable().describe("Amount that left the account, in USD."),
    capturedUsd: z.number().nullable().describe("Amount in the ledger, in USD."),
    at: time.describe("Time of the movement, otherwise of the capture. ISO 8601, UTC."),
    description: z
      .string()
      .nullable()
      .describe("What the account reports about the movement. Null without a movement."),
    workspaceId: z.string().nullable().describe("Workspace of the spend; null if unknown."),
    proposalId: z.string().nullable().describe("The spend; null if unknown."),
  }),
);
export interface RailFinding extends z.infer<typeof railFindingSchema> {}

export const reconciledRailSchema = responseShape(
  "ReconciledRail",
  "Movements of one payment executor's account, compared with the ledger's captures.",
  z.object({
    rail: railName,
    mode,
    problem: z
      .string()
      .nullable()
      .describe("Why its movements could not be read. Null if they were compared."),
    movements: sum.describe("What left the account."),
    captures: sum.describe("What the ledger recorded."),
    findings: z.array(railFindingSchema).describe("Differences, the newest 200 first."),
    findingCount: z.number().int().describe("Number of all differences."),
  }),
);
export interface ReconciledRail extends z.infer<typeof reconciledRailSchema> {}

export const railReconciliationSchema = responseShape(
  "RailReconciliation",
  "Response of `GET /treasury/rails/reconciliation`. What is newer than 15 minutes is not a difference, because its record may still follow.",
  z.object({
    from: time.describe("Start of the period. ISO 8601, UTC."),
    to: time.describe("End of the period. ISO 8601, UTC."),
    rails: z.array(reconciledRailSchema).describe("Payment executors that report movements."),
  }),
);
export interface RailReconciliation extends z.infer<typeof railReconciliationSchema> {}

/** Accounts of payment executors, which all workspaces share. */
export const railRoutes = {
  readRails: {
    method: "GET",
    path: "/treasury/rails",
    summary: "Read the balances of the payment executors",
    description: "Returns each payment executor with its balance, as it reports it.",
    tag: "treasury",
    access: "authorize",
    input: noInputSchema,
    output: railsSchema,
    errors: [],
  },
  reconcileRails: {
    method: "GET",
    path: "/treasury/rails/reconciliation",
    summary: "Compare the payment executors' accounts with the ledger",
    description:
      "Compares the payments that each executor reports with those in the ledger, and lists differences. Changes nothing.",
    tag: "treasury",
    access: "authorize",
    input: railReconciliationRequestSchema,
    output: railReconciliationSchema,
    errors: [],
  },
} as const satisfies RouteDeclarations;
