const marker = Symbol.for("agent-treasury.settings-error");

/** What is wrong with one variable, and what to write instead. */
export interface SettingProblem {
  readonly variable: string;
  readonly problem: string;
}

/** The environment cannot be used. The message lists every problem and repeats no secret. */
export class SettingsError extends Error {
  readonly problems: readonly SettingProblem[];

  constructor(problems: readonly SettingProblem[]) {
    const lines = problems.map(({ variable, problem }) => `  ${variable} ${problem}`);
    super(["The settings cannot be used:", ...lines].join("\n"));
    this.name = "SettingsError";
    Object.defineProperty(this, marker, { value: true });
    this.problems = problems;
  }
}

/** Tells a `SettingsError`, also one of another copy of this module. */
export function isSettingsError(error: unknown): error is SettingsError {
  return typeof error === "object" && error !== null && marker in error;
}
