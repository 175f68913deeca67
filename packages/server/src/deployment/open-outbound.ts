import type { OutboundFetch } from "@agent-treasury/provider";
import type { Settings } from "../settings/settings.ts";
import { optionalPackage } from "./optional-package.ts";

/** Sends requests to addresses that users choose, if a setting needs it. */
export async function openOutbound({
  webhookEncryptionKey,
  push,
  x402,
}: Pick<Settings, "webhookEncryptionKey" | "push" | "x402">): Promise<OutboundFetch | undefined> {
  const settings = {
    WEBHOOK_ENCRYPTION_KEY: webhookEncryptionKey,
    PUSH_KEY: push,
    X402_PRIVATE_KEY: x402,
  };
  const [setting] = Object.entries(settings).find(([, value]) => value !== null) ?? [];
  if (setting === undefined) return undefined;
  const { guardedFetch } = await optionalPackage(
    "@agent-treasury/outbound-fetch",
    setting,
    () => import("@agent-treasury/outbound-fetch"),
  );
  return guardedFetch();
}
