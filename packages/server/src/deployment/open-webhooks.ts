import type { AccessRules, TreasuryOptions } from "@agent-treasury/treasury-core";
import { given } from "../settings/given.ts";
import type { Settings } from "../settings/settings.ts";
import { optionalPackage } from "./optional-package.ts";

const setting = "WEBHOOK_ENCRYPTION_KEY";

export type PluginOptions = Pick<TreasuryOptions, "plugins" | "authorizePlugins">;

/** Adds webhooks to the plugins and access rules that the app passes. */
export async function openWebhooks(
  { webhookEncryptionKey: encryptionKey }: Pick<Settings, "webhookEncryptionKey">,
  overrides: PluginOptions & Pick<AccessRules, "authorize"> = {},
): Promise<PluginOptions> {
  if (encryptionKey === null) return {};
  const { webhooks } = await optionalPackage(
    "@agent-treasury/webhooks",
    setting,
    () => import("@agent-treasury/webhooks"),
  );
  const { plugins = [], authorize, authorizePlugins } = overrides;
  return {
    plugins: [...plugins, webhooks({ encryptionKey })],
    // Without rules of the app, everyone who signs in may do everything.
    ...given({
      authorizePlugins: authorizePlugins ?? (authorize === undefined ? ofWebhooks : undefined),
    }),
  };
}

function ofWebhooks({ action }: { readonly action: string }): boolean {
  return action.startsWith("plugin:webhooks:");
}
