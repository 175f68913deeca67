import { createHmac, timingSafeEqual } from "node:crypto";
import { TreasuryError, type WebhookDelivery } from "@agent-treasury/provider";

export const signatureHeader = "x-slack-signature";
const timeHeader = "x-slack-request-timestamp";
const toleranceMs = 5 * 60_000;

/**
 * Verifies that Slack signed these bytes in the last 5 minutes.
 *
 * @returns when it signed, in seconds since 1970.
 * @throws TreasuryError `unauthenticated`.
 */
export function verifySignature(
  { body, headers }: WebhookDelivery,
  signingSecret: string,
  nowMs: number,
): number {
  const time = headers[timeHeader] ?? "";
  const given = Buffer.from(headers[signatureHeader] ?? "");
  const digest = createHmac("sha256", signingSecret).update(`v0:${time}:`).update(body);
  const expected = Buffer.from(`v0=${digest.digest("hex")}`);
  const isSigned = given.length === expected.length && timingSafeEqual(given, expected);
  const isRecent = /^\d{1,12}$/.test(time) && Math.abs(nowMs - Number(time) * 1_000) <= toleranceMs;
  if (isSigned && isRecent) return Number(time);
  throw new TreasuryError(
    "unauthenticated",
    "The delivery is not signed with the signing secret of the Slack app, or is older than 5 minutes.",
  );
}
