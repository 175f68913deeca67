import type { LanguageModel, Judge } from "@agent-treasury/provider";
import { SettingsError } from "../settings/settings-error.ts";
import type { ModelSetting, Settings } from "../settings/settings.ts";
import { optionalPackage } from "./optional-package.ts";

/** Lets people watch the scripted model respond. */
const standInDelayMs = 15;
export const openaiBaseUrl = "https://api.openai.com/v1";

/** The scripted model is the sandbox's default. */
export async function openModel({
  model,
  sandbox,
  turnTabUsd,
}: Settings): Promise<LanguageModel | null> {
  if (model !== null) return openOpenaiModel(model, turnTabUsd !== null);
  if (!sandbox) return null;
  const { scriptedModel } = await optionalPackage(
    "@agent-treasury/sandbox",
    "TREASURY_SANDBOX=on",
    () => import("@agent-treasury/sandbox"),
  );
  return scriptedModel({ delayMs: standInDelayMs });
}

async function openOpenaiModel(setting: ModelSetting, isMetered: boolean): Promise<LanguageModel> {
  const { model, apiKey, baseUrl, tools } = setting;
  const { openaiModel } = await optionalPackage(
    "@agent-treasury/model-openai",
    "OPENAI_MODEL",
    () => import("@agent-treasury/model-openai"),
  );
  // The package would read missing options from `process.env`.
  const options = { model, apiKey: apiKey ?? "", baseUrl: baseUrl ?? openaiBaseUrl, tools };
  if (!isMetered) return openaiModel(options);
  const { meteredFetch } = await optionalPackage(
    "@agent-treasury/meter-openai",
    "TREASURY_TURN_TAB_USD",
    () => import("@agent-treasury/meter-openai"),
  );
  return openaiModel({ ...options, meter: meteredFetch });
}

/** @throws SettingsError if the model's response format is unknown, because every call would fail. */
export async function openSafety({ safety }: Settings): Promise<Judge | null> {
  if (safety === null) return null;
  const { openaiJudge, protocolOf } = await optionalPackage(
    "@agent-treasury/model-openai",
    safety.isDefault ? "OPENAI_MODEL" : "SAFETY_MODEL",
    () => import("@agent-treasury/model-openai"),
  );
  const { model, apiKey, baseUrl } = safety;
  const protocol = safety.protocol ?? protocolOf(model);
  if (protocol === null) {
    const problem =
      "is required, because the response format of the model in SAFETY_MODEL is unknown. Set it to llama_guard, nemotron, safeguard (for any model that follows a written policy) or moderation.";
    throw new SettingsError([{ variable: "SAFETY_PROTOCOL", problem }]);
  }
  // The package would read missing options from `process.env`.
  return openaiJudge({
    model,
    protocol,
    apiKey: apiKey ?? "",
    baseUrl: baseUrl ?? openaiBaseUrl,
  });
}
