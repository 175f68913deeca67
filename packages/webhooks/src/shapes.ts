import type { TreasuryEventKind } from "@agent-treasury/contract";
import type {
  DeliveryState,
  ParkedEvent,
  PastDelivery,
} from "@agent-treasury/treasury-core/plugin";
import * as z from "zod";
import { asciiUrl, endpointDescription, endpointKinds, type StoredEndpoint } from "./endpoint.ts";
import type { KeyRing } from "./key-ring.ts";
import { hasOldKey, previousUntil } from "./signing-secrets.ts";

const time = z.string().describe("ISO 8601, UTC.");

/** An endpoint as routes return it. Times are ISO 8601, UTC. */
export type WebhookEndpoint = {
  readonly id: string;
  readonly url: string;
  /** Null for all kinds of events. */
  readonly kinds: readonly TreasuryEventKind[] | null;
  readonly description: string | null;
  readonly createdAt: string;
  /** Null while events are sent. */
  readonly disabledAt: string | null;
  readonly disabledReason: string | null;
  /** Until then, deliveries also have the signature of the previous secret. */
  readonly previousSecretUntil: string | null;
  /** Whether a secret is encrypted with another key than the newest. */
  readonly hasOldKey: boolean;
};

export const endpointSchema: z.ZodType<WebhookEndpoint> = z.object({
  id: z.string(),
  url: z.string(),
  kinds: endpointKinds,
  description: endpointDescription,
  createdAt: time,
  disabledAt: time.nullable().describe("Null while events are sent."),
  disabledReason: z.string().nullable(),
  previousSecretUntil: time
    .nullable()
    .describe("Until then deliveries also have the signature of the previous secret."),
  hasOldKey: z
    .boolean()
    .describe("Whether a secret is encrypted with another key than the newest."),
});

export async function endpointView(
  ring: KeyRing,
  endpoint: StoredEndpoint,
  nowMs: number,
): Promise<WebhookEndpoint> {
  const { id, url, kinds, description, createdAt, disabled } = endpoint;
  const until = previousUntil(endpoint, nowMs);
  return {
    id,
    url: asciiUrl(url),
    kinds,
    description,
    createdAt,
    disabledAt: disabled?.at ?? null,
    disabledReason: disabled?.reason ?? null,
    previousSecretUntil: until === null ? null : new Date(until).toISOString(),
    hasOldKey: await hasOldKey(ring, endpoint, nowMs),
  };
}

/** The deliveries of an endpoint. */
export type WebhookDeliveries = {
  /** Commits with events that are not sent yet. */
  readonly waiting: number;
  /** Whether 100 events failed, so that later ones wait. */
  readonly isStopped: boolean;
  /** Commits with events that expired unsent. */
  readonly missed: number;
  readonly failed: readonly Readonly<Pick<ParkedEvent, keyof ParkedEvent>>[];
  /** The last 20 attempts. */
  readonly recent: readonly Readonly<Pick<PastDelivery, keyof PastDelivery>>[];
};

export const deliveriesSchema: z.ZodType<WebhookDeliveries> = z.object({
  waiting: z.number().describe("Commits with events that are not sent yet."),
  isStopped: z.boolean().describe("Whether 100 events failed, so that later ones wait."),
  missed: z.number().describe("Commits with events that expired unsent."),
  failed: z.array(
    z.object({
      eventId: z.string(),
      kind: z.string(),
      at: time,
      attempts: z.number(),
      nextAttemptAt: time.nullable().describe("Null if only `replay` sends it again."),
      failure: z.string(),
    }),
  ),
  recent: z
    .array(
      z.object({
        eventId: z.string(),
        kind: z.string(),
        at: time,
        succeeded: z.boolean(),
        note: z.string().nullable(),
        milliseconds: z.number(),
      }),
    )
    .describe("The last 20 attempts."),
});

/** States have more fields than the schema. */
export function deliveriesView(state: DeliveryState | undefined): WebhookDeliveries {
  return deliveriesSchema.parse({
    waiting: state?.waiting ?? 0,
    isStopped: state?.isStopped ?? false,
    missed: state?.missed ?? 0,
    failed: state?.parked ?? [],
    recent: state?.recent ?? [],
  });
}
