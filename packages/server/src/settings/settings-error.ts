const marker = Symbol.for("agent-treasury.settings-error");

export interface SettingProblem {
  readonly variable: string;
  readonly problem: string;
}

/** The settings are invalid. The message lists every problem and contains no secrets. */
export class SettingsError extends Error {
  declare readonly problems: readonly SettingProblem[];

  constructor(problems: readonly SettingProblem[]) {
    const lines = problems.map(({ variable, problem }) => `  ${variable} ${problem}`);
    super(["Invalid settings:", ...lines].join("\n"));
    this.name = "SettingsError";
    Object.defineProperty(this, marker, { value: true });
    // Node prints enumerable properties of an uncaught error, and the message lists them already.
    Object.defineProperty(this, "problems", { value: problems });
    // The settings are at fault, not the code that reads them.
    this.stack = `${this.name}: ${this.message}`;
  }
}

/** Returns whether an error is a `SettingsError`, including one from another copy of this module. */
export function isSettingsError(error: unknown): error is SettingsError {
  return typeof error === "object" && error !== null && marker in error;
}
