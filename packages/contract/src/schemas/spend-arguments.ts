import { z } from "zod";
import { requestLimits } from "../defaults.ts";
import { amount, filledText, text } from "./fields.ts";

/** What an agent says of a spend that it proposes. */
export interface SpendArguments {
  amountUsd: number;
  vendor: string;
  purpose: string;
  category?: string | undefined;
}

/** How the arguments of `propose_spend` are read. */
export const spendArgumentsSchema: z.ZodType<SpendArguments, unknown> = z.object({
  amountUsd: amount,
  vendor: filledText(requestLimits.vendorCharacters),
  purpose: filledText(requestLimits.purposeCharacters),
  category: text(requestLimits.categoryCharacters).optional(),
});
