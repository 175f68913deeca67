import {
  collectArgumentsSchema,
  endpointOfferArgumentsSchema,
  offerArgumentsSchema,
} from "@agent-treasury/contract";
import { unlessAborted } from "../../kernel/abort-signals.ts";
import { describeIssues } from "../../kernel/describe-issues.ts";
import type { Engine } from "../../kernel/engine.ts";
import { sha256Hex } from "../../kernel/ledger/hash.ts";
import {
  type ToolContext,
  type ToolOutcome,
  type TurnTool,
  failedCall,
  refuseCall,
} from "../../kernel/turn-tool.ts";
import { type OfferedEndpoint, offerEndpoint } from "./endpoint-offers.ts";

export function revenueTools(
  engine: Engine,
  endpoints: readonly OfferedEndpoint[],
): readonly TurnTool[] {
  const hasPages = engine.payments?.offers !== undefined;
  if (!hasPages && endpoints.length === 0) return [];
  const offer = createOfferTool(engine, endpoints, hasPages);
  return hasPages ? [offer, collectRevenueTool(engine)] : [offer];
}

const pageDescription =
  "Create a payment page to sell something to any number of buyers, and return its URL. Revenue counts only after a buyer paid and collect_revenue found the payment.";
const endpointDescription =
  "With `endpoint`, return the URL of a paid endpoint of this workspace for buyers that are programs. Its revenue counts by itself.";

const pageProperties = {
  title: { type: "string", description: "the title that buyers see" },
  amountUsd: { type: "number", description: "the price in USD, whole cents, at least 1" },
  description: { type: "string", description: "an additional line for buyers (optional)" },
};
const endpointProperties = {
  endpoint: { type: "string", description: "the title of a paid endpoint, without other fields" },
};

function createOfferTool(
  engine: Engine,
  endpoints: readonly OfferedEndpoint[],
  hasPages: boolean,
): TurnTool {
  const hasEndpoints = endpoints.length > 0;
  return {
    name: "create_offer",
    description: [hasPages && pageDescription, hasEndpoints && endpointDescription]
      .filter(Boolean)
      .join(" "),
    parametersSchema: {
      type: "object",
      properties: { ...(hasPages && pageProperties), ...(hasEndpoints && endpointProperties) },
      required: hasEndpoints ? (hasPages ? [] : ["endpoint"]) : ["title", "amountUsd"],
    },
    effect: "write",
    // The idempotency key is derived from the turn and the arguments.
    repeatable: true,
    run: async (input, context) => {
      const named = endpointOfferArgumentsSchema.safeParse(input);
      if (hasEndpoints && named.success) {
        const { endpoint } = named.data;
        return outcomeOf(context, async () =>
          offerEndpoint(endpoints, context.workspaceId, endpoint),
        );
      }
      if (!hasPages) return refuseCall("`endpoint` is required.");
      const parsed = offerArgumentsSchema.safeParse(input);
      if (!parsed.success) return refuseCall(describeIssues(parsed.error.issues));
      const { title, amountUsd, description = null } = parsed.data;
      const digest = sha256Hex(JSON.stringify([context.turnId, title, amountUsd, description]));
      const idempotencyKey = `offer_${digest.slice(0, 32)}`;
      const offer = { title, amountUsd, description, idempotencyKey };
      return outcomeOf(context, async () => {
        const { createOffer } = await import("./deposit-operations.ts");
        return createOffer(engine, context.workspaceId, offer);
      });
    },
  };
}

function collectRevenueTool(engine: Engine): TurnTool {
  return {
    name: "collect_revenue",
    description:
      "Check what buyers paid for this workspace's offers, and credit new payments. If `complete` is false, call it again with `continuation`.",
    parametersSchema: {
      type: "object",
      properties: {
        offerId: { type: "string", description: "one offer; all by default" },
        continuation: { type: "string", description: "from the previous result" },
      },
    },
    effect: "write",
    // A payment is credited once.
    repeatable: true,
    run: async (input, context) => {
      const parsed = collectArgumentsSchema.safeParse(input);
      if (!parsed.success) return refuseCall(describeIssues(parsed.error.issues));
      const { offerId = null, continuation = null } = parsed.data;
      return outcomeOf(context, async () => {
        const { collectRevenue } = await import("./deposit-operations.ts");
        return collectRevenue(engine, context.workspaceId, { offerId, continuation });
      });
    },
  };
}

/** A failure of the payment processor must not end the turn. */
async function outcomeOf(
  { signal }: ToolContext,
  work: () => Promise<object>,
): Promise<ToolOutcome> {
  try {
    return { ok: true, content: await unlessAborted(work(), signal) };
  } catch (error) {
    if (signal.aborted) throw error;
    return failedCall(error, "payment_processor_error");
  }
}
