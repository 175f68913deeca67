import { isTreasuryError, type LanguageModel, type ModelPart } from "@agent-treasury/provider";

export async function ask(
  model: LanguageModel,
  message = "hello",
  parts: ModelPart[] = [],
): Promise<readonly ModelPart[]> {
  const request = {
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: message },
    ],
    maximumOutputTokens: 321,
    signal: new AbortController().signal,
  } as const;
  for await (const part of model.stream(request)) parts.push(part);
  return parts;
}

export function textOf(parts: readonly ModelPart[]): string {
  return parts.map((part) => (part.kind === "text" ? part.text : "")).join("");
}

export async function failureOf(
  model: LanguageModel,
  parts: ModelPart[] = [],
): Promise<{ code: string; message: string }> {
  try {
    await ask(model, "hello", parts);
  } catch (error) {
    if (isTreasuryError(error)) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error("The model answered where a failure was expected.");
}
