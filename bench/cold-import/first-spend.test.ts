import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { bundleScript } from "../../tools/build/bundle-script.ts";

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

it("is made in UTC without Intl, whose data take a new process up to 40 ms to load", () => {
  const script = pathOf("./first-spend.fixture.ts");
  const bundle = bundleScript(script, pathOf("../node_modules/.cache/fixtures"));
  const output = execFileSync(process.execPath, [bundle], { encoding: "utf8" });
  expect(JSON.parse(output)).toEqual({ status: "executed", used: [] });
});
