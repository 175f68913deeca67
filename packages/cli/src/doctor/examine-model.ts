import { openSafety, openaiBaseUrl } from "../deployment/open-models.ts";
import type { ModelSetting, SafetySetting, Settings } from "../settings/settings.ts";
import { type Asked, ask } from "./ask.ts";
import { type Finding, type Subject, doubtful, fine, unset, wrong } from "./finding.ts";
import { problemOf } from "./problem-of.ts";

/** Asks the endpoint which models it has: that costs nothing, and needs the key. */
export async function examineModel({ model, sandbox }: Settings): Promise<Finding> {
  if (model !== null) return examineEndpoint("model", model);
  const remedy = "Set OPENAI_API_KEY and OPENAI_MODEL for a language model.";
  if (sandbox) return unset("model", "A stand-in follows plain directives.", remedy);
  return unset("model", "There is none: turns of the agent are refused.", remedy);
}

/** The same for the safety model, and whether it is known how to ask it. */
export async function examineSafety(settings: Settings): Promise<Finding> {
  if (settings.safety === null) {
    const remedy = "Set SAFETY_MODEL for a second opinion on each spend.";
    return unset("safety", "There is no safety model; the gate stands alone.", remedy);
  }
  try {
    await openSafety(settings);
  } catch (error) {
    return wrong("safety", problemOf(error), "Set SAFETY_PROTOCOL, or install what is missing.");
  }
  return examineEndpoint("safety", settings.safety);
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
