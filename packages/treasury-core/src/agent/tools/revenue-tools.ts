import { collectArgumentsSchema, offerArgumentsSchema } from "@agent-treasury/contract";
import { isTreasuryError, redact } from "@agent-treasury/provider";
import { describeIssues } from "../../describe-issues.ts";
import { sha256Hex } from "../../ledger/hash.ts";
import type { RevenueDesk } from "../../treasury/revenue-desk.ts";
import { unlessAborted } from "../until-aborted.ts";
import type { ToolContext } from "./agent-tool.ts";
import { type ToolOutcome, type TurnTool, refuseCall } from "./turn-tool.ts";

/** The tools of an agent that sells. */
export function revenueTools(desk: RevenueDesk): readonly TurnTool[] {
  return [createOfferTool(desk), collectRevenueTool(desk)];
}

function createOfferTool(desk: RevenueDesk): TurnTool {
  return {
    name: "create_offer",
    description:
      "Offer something for sale: makes a payment page whose address you can hand out, for any number of buyers. Nothing is revenue until a buyer paid and collect_revenue found it.",
    parametersSchema: {
      type: "object",
      properties: {
        title: { type: "string", description: "what is sold, as the buyer reads it" },
        amountUsd: { type: "number", description: "the price in USD, whole cents, at least 1" },
        description: { type: "string", description: "a line more about it, if it helps" },
      },
      required: ["title", "amountUsd"],
    },
    effect: "write",
    // Its key is made of the turn and the arguments.
    repeatable: true,
    run: async (input, context) => {
      const parsed = offerArgumentsSchema.safeParse(input);
      if (!parsed.success) return refuseCall(describeIssues(parsed.error.issues));
      const { title, amountUsd, description = null } = parsed.data;
      // One turn's offer of the same arguments is one offer, whatever key a model would make up.
      const digest = sha256Hex(JSON.stringify([context.turnId, title, amountUsd, description]));
      const idempotencyKey = `offer_${digest.slice(0, 32)}`;
      const offer = { title, amountUsd, description, idempotencyKey };
      return told(context, () => desk.createOffer(context.workspaceId, offer));
    },
  };
}

function collectRevenueTool(desk: RevenueDesk): TurnTool {
  return {
    name: "collect_revenue",
    description:
      "Look for what buyers paid on this workspace's offers, and credit what is new. When `complete` is false, call it again with `continuation`.",
    parametersSchema: {
      type: "object",
      properties: {
        offerId: { type: "string", description: "one offer; all of them unless given" },
        continuation: { type: "string", description: "from the answer before" },
      },
    },
    effect: "write",
    // A payment is credited once, however often it is found.
    repeatable: true,
    run: async (input, context) => {
      const parsed = collectArgumentsSchema.safeParse(input);
      if (!parsed.success) return refuseCall(describeIssues(parsed.error.issues));
      const { offerId = null, continuation = null } = parsed.data;
      return told(context, () =>
        desk.collectRevenue(context.workspaceId, { offerId, continuation }),
      );
    },
  };
}

/** The processor's failures are for the model to hear: its answer does not end a turn. */
async function told(context: ToolContext, work: () => Promise<object>): Promise<ToolOutcome> {
  try {
    const content = await unlessAborted(work(), context.signal);
    return { ok: true, content };
  } catch (error) {
    if (context.signal.aborted || !isTreasuryError(error)) throw error;
    const message = redact(`${error.message} ${error.remedy}`);
    if (error.code === "payment_processor_error") return { ok: false, content: { error: message } };
    if (error.status < 500) return refuseCall(message);
    throw error;
  }
}
