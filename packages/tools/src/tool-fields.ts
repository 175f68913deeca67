import { requestLimits } from "@agent-treasury/contract";
import { z } from "zod";

// Inputs have no transforms, and optional fields are nullable, so that every framework can write the
// JSON Schema that its models require. The treasury validates texts and amounts again.

type OptionalText = z.ZodOptional<z.ZodNullable<z.ZodString>>;

export function filled(maximumCharacters: number): z.ZodString {
  return z.string().min(1).max(maximumCharacters);
}

export const usd: z.ZodNumber = z.number().positive();

export const category: OptionalText = z
  .string()
  .max(requestLimits.categoryCharacters)
  .nullish()
  .describe("Kind of purchase");

export const idempotencyKey: OptionalText = filled(requestLimits.keyCharacters)
  .nullish()
  .describe(
    "Only to buy the same thing again: a new key is a new purchase. Without a key, the same values are the same purchase.",
  );
