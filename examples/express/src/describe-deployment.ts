import { type Deployment, describeDatabase } from "@agent-treasury/cli";

/** What was set up, for the log: one line for each part. */
export function describeDeployment({ parts, settings, authenticate }: Deployment): string {
  return [
    `Storage:   ${describeDatabase(settings.database)}`,
    `Payments:  ${describePayments(parts.payments)}`,
    `Model:     ${describeModel(parts.model)}`,
    `Safety:    ${parts.safety ?? "the gate alone"}`,
    `Machines:  ${parts.machines ?? "none"}`,
    `Access:    ${authenticate === null ? "guests: whoever reaches this server may approve" : "operators, who sign in"}`,
  ].join("\n");
}

function describePayments(provider: string | null): string {
  if (provider === null) return "none, so nothing can be deposited";
  return provider === "sandbox" ? "sandbox: play money, nothing is charged" : provider;
}

function describeModel(model: string | null): string {
  if (model === null) return "none; set OPENAI_API_KEY and OPENAI_MODEL";
  return model.startsWith("scripted:") ? "a scripted stand-in, no language model" : model;
}
