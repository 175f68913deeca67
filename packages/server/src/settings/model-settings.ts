import type { ModelSetting, SafetySetting } from "./settings.ts";

/** The variables, after validation. */
interface ModelValues {
  readonly OPENAI_API_KEY?: string | undefined;
  readonly OPENAI_BASE_URL?: string | undefined;
  readonly OPENAI_MODEL?: string | undefined;
  readonly OPENAI_TOOLS?: ModelSetting["tools"] | undefined;
  readonly SAFETY_MODEL?: string | undefined;
  readonly SAFETY_PROTOCOL?: NonNullable<SafetySetting["protocol"]> | undefined;
}

/** Disables the judge. */
const noSafetyModel = "none";

export function toModel(values: ModelValues): ModelSetting | null {
  if (values.OPENAI_MODEL === undefined) return null;
  return {
    model: values.OPENAI_MODEL,
    apiKey: values.OPENAI_API_KEY ?? null,
    baseUrl: values.OPENAI_BASE_URL ?? null,
    tools: values.OPENAI_TOOLS ?? "markup",
  };
}

export function toSafety(values: ModelValues): SafetySetting | null {
  const { SAFETY_MODEL: named, OPENAI_MODEL: connected } = values;
  const model = named ?? connected;
  if (model === undefined || named === noSafetyModel) return null;
  const isDefault = named === undefined;
  return {
    model,
    // Works with any language model.
    protocol: isDefault ? "safeguard" : (values.SAFETY_PROTOCOL ?? null),
    apiKey: values.OPENAI_API_KEY ?? null,
    baseUrl: values.OPENAI_BASE_URL ?? null,
    isDefault,
  };
}
