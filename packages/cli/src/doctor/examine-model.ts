import type { ModelSetting, Settings } from "@agent-treasury/server";
import { openSafety, openaiBaseUrl, type SafetySetting } from "@agent-treasury/server/parts";
import { type Asked, ask } from "./ask.ts";
import { type Finding, type Subject, doubtful, fine, problemOf, unset, wrong } from "./finding.ts";

/** Asks the endpoint which models it has: that costs nothing, and needs the key. */
export async function examineModel({ model, sandbox }: Settings): Promise<Finding> {
  if (model !== null) return examineEndpoint("model", model);
  const remedy = "Set OPENAI_API_KEY and OPENAI_MODEL for a language model.";
  if (sandbox) return unset("model", "A stand-in follows plain directives.", remedy);
  return unset("model", "There is none: turns of the agent are refused.", remedy);
}

/** The same for the safety model, and whether it is known how to ask it. */
export async function examineSafety(settings: Settings): Promise<Finding> {
  if (settings.safety === null) return examineRulesAlone(settings);
  try {
    await openSafety(settings);
  } catch (error) {
    return wrong("safety", problemOf(error), "Set SAFETY_PROTOCOL, or install what is missing.");
  }
  const found = await examineEndpoint("safety", settings.safety);
  if (!settings.safety.isDefault || found.standing !== "fine") return found;
  return fine("safety", `${settings.safety.model} judges spends before automatic approval.`);
}

/** Word screening misses what is paraphrased, and no person sees a spend that is approved automatically. */
function examineRulesAlone({ model, budget }: Settings): Finding {
  const remedy =
    model === null
      ? "Set OPENAI_MODEL or SAFETY_MODEL, so that a model judges each spend as well."
      : "Unset SAFETY_MODEL, or name a model there.";
  if (budget.autoApproveUnderUsd === 0) {
    return unset("safety", "No model judges spends; a person approves each of them.", remedy);
  }
  const message =
    "Spends are approved automatically by word screening alone: no model judges them.";
  return doubtful("safety", message, remedy);
}

async function examineEndpoint(
  subject: Subject,
  { model, apiKey, baseUrl }: Pick<ModelSetting | SafetySetting, "model" | "apiKey" | "baseUrl">,
): Promise<Finding> {
  const endpoint = (baseUrl ?? openaiBaseUrl).replace(/\/+$/, "");
  const asked = await ask(`${endpoint}/models`, apiKey);
  if (asked.status === null) {
    const message = `${endpoint} cannot be reached: ${asked.problem}`;
    return wrong(subject, message, "Check OPENAI_BASE_URL, and that this machine may reach it.");
  }
  if (asked.status === 401 || asked.status === 403) {
    const message = `${endpoint} does not accept the key (status ${asked.status}).`;
    return wrong(subject, message, "Set OPENAI_API_KEY to a key of this endpoint.");
  }
  const models = modelsOf(asked);
  if (models === null) {
    const message = `${endpoint} answers, but lists no models (status ${asked.status}): whether it has ${model} shows in the first turn.`;
    return doubtful(subject, message, "Run a turn to see.");
  }
  if (models.includes(model)) return fine(subject, `${model} at ${endpoint}.`);
  const message = `${endpoint} does not list ${model} among its ${models.length} models.`;
  const variable = subject === "safety" ? "SAFETY_MODEL" : "OPENAI_MODEL";
  return doubtful(subject, message, `Check ${variable}: ${models.slice(0, 5).join(", ")} …`);
}

/** The ids of a listing in OpenAI's form, null where the answer is none. */
function modelsOf(asked: Asked): readonly string[] | null {
  if (asked.status !== 200) return null;
  const { data } = Object(asked.body) as { data?: unknown };
  if (!Array.isArray(data)) return null;
  return data.map((item: unknown) => String((Object(item) as { id?: unknown }).id));
}
