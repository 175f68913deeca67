import type { Deployment } from "../deployment/open-deployment.ts";
import { describeDatabase } from "../settings/describe-database.ts";
import type { Settings } from "../settings/settings.ts";

/** The parts of a deployment for the log, one on each line. */
export function describeDeployment({ parts, settings, authenticate }: Deployment): string {
  return [
    `Storage:   ${describeDatabase(settings.database)}`,
    `Payments:  ${describePayments(parts.payments, settings)}`,
    `Model:     ${describeModel(parts.model)}`,
    `Safety:    ${parts.safety === null ? "screening rules alone, no model judges spends" : `screening rules, and ${parts.safety}`}`,
    `Machines:  ${parts.machines ?? "none"}`,
    `Access:    ${authenticate === null ? describeOpenAccess(settings) : "operators, who sign in"}`,
  ].join("\n");
}

function describePayments(provider: string | null, settings: Settings): string {
  if (provider === null) return "none, so nothing can be deposited";
  if (provider === "sandbox") return "sandbox: play money, nothing is charged";
  return `${provider}, with ${isLive(settings) ? "live" : "test"} money`;
}

function describeOpenAccess(settings: Settings): string {
  if (settings.access === null && isLive(settings)) {
    return "nobody: live money is connected, so set TREASURY_OPERATORS";
  }
  return "guests: whoever reaches this server may approve";
}

function isLive({ stripe }: Settings): boolean {
  return /^[rs]k_live_/.test(stripe?.secretKey ?? "");
}

function describeModel(model: string | null): string {
  if (model === null) return "none; set OPENAI_API_KEY and OPENAI_MODEL";
  return model.startsWith("scripted:") ? "a scripted stand-in, no language model" : model;
}
