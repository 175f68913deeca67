import type { LanguageModel, SafetyClassifier } from "@agent-treasury/provider";
import { SettingsError } from "../settings/settings-error.ts";
import type { ModelSetting, Settings } from "../settings/settings.ts";
import { optionalPackage } from "./optional-package.ts";

/** Before each word of the stand-in for a model, so that people see it answer. */
const standInDelayMs = 15;
/** Where the API begins that is asked unless another one is named. */
export const openaiBaseUrl = "https://api.openai.com/v1";

/** The model that the settings name, in the sandbox a stand-in; null when there is none. */
export async function openModel({ model, sandbox }: Settings): Promise<LanguageModel | null> {
  if (model !== null) return openOpenaiModel(model);
  if (!sandbox) return null;
  const { scriptedModel } = await optionalPackage(
    "@agent-treasury/sandbox",
    "TREASURY_SANDBOX=on",
    () => import("@agent-treasury/sandbox"),
  );
  return scriptedModel({ delayMs: standInDelayMs });
}

async function openOpenaiModel(setting: ModelSetting): Promise<LanguageModel> {
  const { model, apiKey, baseUrl, tools } = setting;
  const { openaiModel } = await optionalPackage(
    "@agent-treasury/model-openai",
    "OPENAI_MODEL",
    () => import("@agent-treasury/model-openai"),
  );
  // All of it is named: what is left out it would read from the process's own environment.
  return openaiModel({ model, apiKey: apiKey ?? "", baseUrl: baseUrl ?? openaiBaseUrl, tools });
}

/**
 * The safety classifier that the settings name; null when there is none.
 *
 * @throws SettingsError when nothing tells how the model answers: it would be asked in vain for ever.
 */
export async function openSafety({ safety }: Settings): Promise<SafetyClassifier | null> {
  if (safety === null) return null;
  const { openaiSafetyClassifier, protocolOf } = await optionalPackage(
    "@agent-treasury/model-openai",
    safety.isDefault ? "OPENAI_MODEL" : "SAFETY_MODEL",
    () => import("@agent-treasury/model-openai"),
  );
  const { model, apiKey, baseUrl } = safety;
  const protocol = safety.protocol ?? protocolOf(model);
  if (protocol === null) {
    const problem =
      "is not set, and the name in SAFETY_MODEL does not tell how that model answers. Write llama_guard, nemotron, safeguard (for any model that follows a written policy) or moderation.";
    throw new SettingsError([{ variable: "SAFETY_PROTOCOL", problem }]);
  }
  // All of it is named: what is left out it would read from the process's own environment.
  return openaiSafetyClassifier({
    model,
    protocol,
    apiKey: apiKey ?? "",
    baseUrl: baseUrl ?? openaiBaseUrl,
  });
}
