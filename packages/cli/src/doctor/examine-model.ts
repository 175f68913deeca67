import type { ModelSetting, Settings } from "@agent-treasury/server";
import { openSafety, openaiBaseUrl, type SafetySetting } from "@agent-treasury/server/parts";
import { type Asked, ask } from "./ask.ts";
import { type Finding, type Subject, doubtful, fine, problemOf, unset, wrong } from "./finding.ts";

/** The list of models is free and requires the key. */
export async function examineModel({ model, sandbox }: Settings): Promise<Finding> {
  if (model !== null) return examineEndpoint("model", model);
  const remedy = "Set OPENAI_API_KEY and OPENAI_MODEL for a language model.";
  if (sandbox)
    return unset("model", "A scripted model of the sandbox follows simple instructions.", remedy);
  return unset("model", "None: agent turns are rejected.", remedy);
}

/** Also checks that the response format is known. */
export async function examineSafety(settings: Settings): Promise<Finding> {
  if (settings.safety === null) return examineRulesAlone(settings);
  try {
    await openSafety(settings);
  } catch (error) {
    return wrong(
      "safety",
      problemOf(error),
      "Set SAFETY_PROTOCOL, or install the missing package.",
    );
  }
  const found = await examineEndpoint("safety", settings.safety);
  if (found.standing !== "fine") return found;
  const message = settings.safety.isDefault
    ? `${settings.safety.model} checks spends before automatic approval.`
    : found.message;
  if (settings.safetyOnSilence !== "screening") return fine("safety", message);
  return doubtful(
    "safety",
    `${message} If it does not answer, the screening rules alone approve spends.`,
    "Unset TREASURY_SAFETY_ON_SILENCE, so that such spends wait for a person.",
  );
}

/** Screening rules miss paraphrases, and no person sees automatic approvals. */
function examineRulesAlone({ model, budget }: Settings): Finding {
  const remedy =
    model === null
      ? "Set OPENAI_MODEL or SAFETY_MODEL, so that a model also checks each spend."
      : "Unset SAFETY_MODEL, or set it to a model.";
  if (budget.autoApproveUnderUsd === 0) {
    return unset(
      "safety",
      "No model checks spends, but each requires a person's approval.",
      remedy,
    );
  }
  const message =
    "Spends are approved automatically with the screening rules only, without a model.";
  return doubtful("safety", message, remedy);
}

async function examineEndpoint(
  subject: Subject,
  { model, apiKey, baseUrl }: Pick<ModelSetting | SafetySetting, "model" | "apiKey" | "baseUrl">,
): Promise<Finding> {
  // oxlint-disable-next-line treasury/linear-patterns -- An address of the settings.
  const endpoint = (baseUrl ?? openaiBaseUrl).replace(/\/+$/, "");
  const asked = await ask(`${endpoint}/models`, apiKey);
  if (asked.status === null) {
    const message = `${endpoint} cannot be reached: ${asked.problem}`;
    return wrong(subject, message, "Check OPENAI_BASE_URL, and that this machine can reach it.");
  }
  if (asked.status === 401 || asked.status === 403) {
    const message = `${endpoint} does not accept the key (status ${asked.status}).`;
    return wrong(subject, message, "Set OPENAI_API_KEY to a key of this endpoint.");
  }
  const models = modelsOf(asked);
  if (models === null) {
    const message = `${endpoint} responds, but lists no models (status ${asked.status}), so whether it has ${model} is unknown.`;
    return doubtful(subject, message, "Run a turn to check.");
  }
  if (models.includes(model)) return fine(subject, `${model} at ${endpoint}.`);
  const message = `${endpoint} does not list ${model} among its ${models.length} models.`;
  const variable = subject === "safety" ? "SAFETY_MODEL" : "OPENAI_MODEL";
  return doubtful(subject, message, `Check ${variable}: ${models.slice(0, 5).join(", ")} …`);
}

/** Null unless the response is a list in OpenAI's format. */
function modelsOf(asked: Asked): readonly string[] | null {
  if (asked.status !== 200) return null;
  const { data } = Object(asked.body) as { data?: unknown };
  if (!Array.isArray(data)) return null;
  return data.map((item: unknown) => String((Object(item) as { id?: unknown }).id));
}
