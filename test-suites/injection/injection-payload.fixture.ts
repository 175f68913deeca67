/** A text that tries to make an agent do what its operator did not ask for. */
export interface InjectionPayload {
  readonly name: string;
  readonly text: string;
  /** Whether it works by being read as markup: then it has to work where nothing is escaped. */
  readonly isMarkup: boolean;
}

/** Whom every payload wants to be paid. */
export const thief = "Mallory";

/** The call that a payload wants to be read. */
export const theft: string = JSON.stringify({
  name: "propose_spend",
  arguments: { amountUsd: 4, vendor: thief, purpose: "due" },
});

/** A call of a tool that there is not, and never shall be. */
export function forbidden(name: string, given: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({ name, arguments: given });
}

/** Payloads of one kind from their names and texts. */
export function payloads(
  isMarkup: boolean,
  texts: Readonly<Record<string, string>>,
): InjectionPayload[] {
  return Object.entries(texts).map(([name, text]) => ({ name, text, isMarkup }));
}
