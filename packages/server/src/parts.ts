/**
 * The individual steps of opening a deployment, for the `agent-treasury` command.
 *
 * @module
 */
export { copiedDatabase, copyRemedy } from "./deployment/copied-database.ts";
export { verifyMail, verifySlack } from "./deployment/open-channels.ts";
export { openMachines } from "./deployment/open-machines.ts";
export { openModel, openSafety, openaiBaseUrl } from "./deployment/open-models.ts";
export { openPasskeys } from "./deployment/open-passkeys.ts";
export { stripeApiUrl } from "./deployment/open-payments.ts";
export { openPlugins } from "./deployment/open-plugins.ts";
export { openStorage } from "./deployment/open-storage.ts";
export { openOutbound } from "./deployment/open-outbound.ts";
export { openX402 } from "./deployment/open-x402.ts";
export { optionalPackage } from "./deployment/optional-package.ts";
export type {
  MailSetting,
  SafetySetting,
  SlackSetting,
  StripeSetting,
  X402Setting,
} from "./settings/settings.ts";
