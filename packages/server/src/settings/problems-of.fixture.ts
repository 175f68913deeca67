import { readSettings } from "./read-settings.ts";
import { type SettingProblem, isSettingsError } from "./settings-error.ts";
import type { Environment } from "./settings.ts";

/** The problems of these settings. */
export function problemsOf(env: Environment): readonly SettingProblem[] {
  try {
    readSettings(env);
  } catch (error) {
    if (isSettingsError(error)) return error.problems;
    throw error;
  }
  return [];
}

/** The problem of one of them. */
export function problemWith(variable: string, env: Environment): string | undefined {
  return problemsOf(env).find((problem) => problem.variable === variable)?.problem;
}
