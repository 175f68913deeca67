import type { TreasuryEventKind } from "@agent-treasury/contract";
import * as z from "zod";
import { eventKinds } from "./webhook-payload.ts";

const maximumUrlLength = 1_000;

/** Returns the URL as it is requested, and an invalid one as it is. */
export function asciiUrl(text: string): string {
  return URL.canParse(text) ? new URL(text).href : text;
}

/** An https URL. The address is checked when a request is sent. */
export const endpointUrl: z.ZodType<string> = z
  .url({ protocol: /^https$/ })
  .max(maximumUrlLength)
  // Shows look-alike hosts in their ASCII form.
  .overwrite(asciiUrl)
  .refine((text) => {
    if (!URL.canParse(text)) return true;
    const { username, password, hash } = new URL(text);
    return username === "" && password === "" && hash === "";
  }, "must not contain a user name, a password or a fragment")
  .describe("An https URL that receives events.");

export const endpointKinds: z.ZodType<readonly TreasuryEventKind[] | null> = z
  .array(z.enum(eventKinds))
  .min(1)
  .max(eventKinds.length)
  .nullable()
  .describe("Kinds of events to send; null for all.");

export const endpointDescription: z.ZodType<string | null> = z
  .string()
  .max(200)
  .nullable()
  .describe("For people, for example the receiver.");

export type StoredSecret = {
  readonly encrypted: string;
  /** When it ends; null for the present one. Milliseconds since 1970. */
  readonly until: number | null;
};

/** An endpoint as it is stored. */
export type StoredEndpoint = {
  readonly id: string;
  readonly url: string;
  readonly kinds: readonly TreasuryEventKind[] | null;
  readonly description: string | null;
  readonly createdAt: string;
  /** Ordinal of the newest event record at that time. */
  readonly since: number;
  readonly disabled: { readonly at: string; readonly reason: string } | null;
  /** Newest first. */
  readonly secrets: readonly StoredSecret[];
};

export const storedEndpointSchema: z.ZodType<StoredEndpoint> = z.object({
  id: z.string(),
  url: z.string(),
  kinds: endpointKinds,
  description: z.string().nullable(),
  createdAt: z.string(),
  since: z.number(),
  disabled: z.object({ at: z.string(), reason: z.string() }).nullable(),
  secrets: z.array(z.object({ encrypted: z.string(), until: z.number().nullable() })),
});
