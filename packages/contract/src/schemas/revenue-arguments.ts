import { z } from "zod";
import { requestLimits } from "../defaults.ts";
import { amount, filledText, text } from "./fields.ts";

/** What an agent says of an offer that it makes. */
export interface OfferArguments {
  title: string;
  amountUsd: number;
  description?: string | undefined;
}

/** How the arguments of `create_offer` are read. */
export const offerArgumentsSchema: z.ZodType<OfferArguments, unknown> = z.object({
  title: filledText(requestLimits.labelCharacters),
  amountUsd: amount,
  description: text(requestLimits.offerDescriptionCharacters).optional(),
});

/** Where an agent wants to look for revenue. */
export interface CollectArguments {
  offerId?: string | undefined;
  continuation?: string | undefined;
}

/** How the arguments of `collect_revenue` are read. */
export const collectArgumentsSchema: z.ZodType<CollectArguments, unknown> = z.object({
  offerId: filledText(requestLimits.sessionIdCharacters).optional(),
  continuation: filledText(requestLimits.continuationCharacters).optional(),
});
