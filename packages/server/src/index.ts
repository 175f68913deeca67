export {
  type LazyDeployment,
  deploymentFromEnvironment,
} from "./deployment/deployment-from-environment.ts";
export {
  type Deployment,
  type DeploymentOptions,
  type DeploymentDeps,
  openDeployment,
} from "./deployment/open-deployment.ts";
export type { OpenSandboxSellers, SandboxHandler } from "./deployment/open-sandbox.ts";
export { MissingPackageError, isMissingPackageError } from "./deployment/optional-package.ts";
export { tellFailure, tellFault } from "./deployment/tell-failure.ts";
export { treasuryFromEnvironment } from "./deployment/treasury-from-environment.ts";
export type { PageSession } from "./sign-in/page-session.ts";
export { type SessionHandler, sessionHandler } from "./sign-in/session-handler.ts";
export { demoEnvironment } from "./settings/demo-environment.ts";
export { describeDatabase } from "./settings/describe-database.ts";
export { readSettings, settingNames } from "./settings/read-settings.ts";
export { SettingsError, isSettingsError } from "./settings/settings-error.ts";
export type { DatabaseSetting, Environment, ModelSetting, Settings } from "./settings/settings.ts";
