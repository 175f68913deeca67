/**
 * The parts that a deployment is opened from, one by one: for the command `agent-treasury`.
 *
 * @module
 */
export { openMachines } from "./deployment/open-machines.ts";
export { openSafety, openaiBaseUrl } from "./deployment/open-models.ts";
export { stripeApiUrl } from "./deployment/open-payments.ts";
export { openStorage } from "./deployment/open-storage.ts";
export { optionalPackage } from "./deployment/optional-package.ts";
export type { SafetySetting, StripeSetting } from "./settings/settings.ts";
