import type { AccessRules, TreasuryOptions } from "@agent-treasury/treasury-core";
import { given } from "../settings/given.ts";
import type { Settings } from "../settings/settings.ts";
import { optionalPackage } from "./optional-package.ts";

export type PluginOptions = Pick<TreasuryOptions, "plugins" | "authorizePlugins">;
type PluginSettings = Pick<Settings, "webhookEncryptionKey" | "push">;

/** Adds webhooks and push notifications to the plugins and access rules that the app passes. */
export async function openPlugins(
  { webhookEncryptionKey: encryptionKey, push: pushSetting }: PluginSettings,
  overrides: PluginOptions & Pick<AccessRules, "authorize"> = {},
): Promise<PluginOptions> {
  const opened = [
    ...(encryptionKey === null ? [] : [(await importWebhooks()).webhooks({ encryptionKey })]),
    ...(pushSetting === null ? [] : [(await importPush()).push(pushSetting)]),
  ];
  if (opened.length === 0) return {};
  const { plugins = [], authorize, authorizePlugins } = overrides;
  const prefixes = opened.map(({ id }) => `plugin:${id}:`);
  const ofOurs: AccessRules["authorizePlugins"] = ({ action }) =>
    prefixes.some((prefix) => action.startsWith(prefix));
  return {
    plugins: [...plugins, ...opened],
    // Without rules of the app, everyone who signs in may do everything.
    ...given({ authorizePlugins: authorizePlugins ?? (authorize ? undefined : ofOurs) }),
  };
}

const importWebhooks = () =>
  optionalPackage(
    "@agent-treasury/webhooks",
    "WEBHOOK_ENCRYPTION_KEY",
    () => import("@agent-treasury/webhooks"),
  );

const importPush = () =>
  optionalPackage(
    "@agent-treasury/approvals-push",
    "PUSH_KEY",
    () => import("@agent-treasury/approvals-push"),
  );
