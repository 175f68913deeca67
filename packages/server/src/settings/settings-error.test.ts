import { inspect } from "node:util";
import { expect, it } from "vitest";
import { SettingsError } from "./settings-error.ts";

it("prints its list once and no stack, also where nothing catches it", () => {
  const problems = [{ variable: "PORT", problem: 'is "x". Set it to a number.' }];
  const error = new SettingsError(problems);
  expect(inspect(error)).toBe(
    '[SettingsError: Invalid settings:\n  PORT is "x". Set it to a number.]',
  );
  expect(error.problems).toEqual(problems);
});
