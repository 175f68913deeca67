import type { OutboundFetch } from "@agent-treasury/provider";
import type { Settings } from "../settings/settings.ts";
import { optionalPackage } from "./optional-package.ts";

/** Sends requests to addresses that users choose, if a setting needs it. */
export async function openOutbound({
  webhookEncryptionKey,
  x402,
}: Pick<Settings, "webhookEncryptionKey" | "x402">): Promise<OutboundFetch | undefined> {
  if (webhookEncryptionKey === null && x402 === null) return undefined;
  const { guardedFetch } = await optionalPackage(
    "@agent-treasury/outbound-fetch",
    webhookEncryptionKey === null ? "X402_PRIVATE_KEY" : "WEBHOOK_ENCRYPTION_KEY",
    () => import("@agent-treasury/outbound-fetch"),
  );
  return guardedFetch();
}
