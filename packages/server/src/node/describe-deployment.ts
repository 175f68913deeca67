import type { Deployment } from "../deployment/open-deployment.ts";
import { describeDatabase } from "../settings/describe-database.ts";
import type { Settings } from "../settings/settings.ts";

/** One line for each part, for the log. */
export function describeDeployment({ parts, settings, authenticate }: Deployment): string {
  return [
    `Storage:   ${describeDatabase(settings.database)}`,
    `Payments:  ${describePayments(parts.payments, settings)}`,
    ...(parts.x402 === null
      ? []
      : [`Spends:    x402 on ${settings.x402?.network} (${parts.x402} money)`]),
    `Model:     ${describeModel(parts.model)}`,
    `Safety:    ${parts.safety === null ? "screening rules only, without a model" : `screening rules and ${parts.safety}`}`,
    `Machines:  ${parts.machines ?? "none"}`,
    `Access:    ${authenticate === null ? describeOpenAccess(settings, parts) : "operators (sign-in required)"}`,
  ].join("\n");
}

function describePayments(provider: string | null, settings: Settings): string {
  if (provider === null) return "none (deposits are not possible)";
  if (provider === "sandbox") return "sandbox (test money, nothing is charged)";
  return `${provider} (${isLive(settings) ? "live" : "test"} money)`;
}

function describeOpenAccess(settings: Settings, { x402 }: Deployment["parts"]): string {
  if (settings.access === null && (isLive(settings) || x402 === "live")) {
    return "none (live payments require TREASURY_OPERATORS)";
  }
  return settings.access === null
    ? "anonymous (everyone who can reach this server can approve)"
    : "anonymous (everyone who can reach this server can approve, also an agent that leaves out its token)";
}

function isLive({ stripe }: Settings): boolean {
  return /^[rs]k_live_/.test(stripe?.secretKey ?? "");
}

function describeModel(model: string | null): string {
  if (model === null) return "none (set OPENAI_API_KEY and OPENAI_MODEL)";
  return model.startsWith("scripted:") ? "scripted (sandbox, not a language model)" : model;
}
