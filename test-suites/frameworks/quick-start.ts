import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type * as Vitest from "vitest";
import { databaseFile, openService } from "./framework-world.ts";

/**
 * Runs the agent of a quick start with a scripted model that proposes the spend and then answers.
 *
 * @param load - Loads the module that the quick start describes.
 * @returns the results that the model read from its tools, each as JSON.
 */
export type RunQuickStart = (
  load: () => Promise<unknown>,
  spend: object,
) => Promise<readonly string[]>;

const mostLines = 10;
/** An agent as users have one, over several lines. */
const ownAgent = /^export const \w+ = new Agent\(\{\n.*?^\}\);$/ms;

/**
 * Tests the first code of a package's README.
 *
 * @param packageUrl - The address of the package's folder.
 */
export function quickStartTest(
  { it, expect }: Pick<typeof Vitest, "it" | "expect">,
  packageUrl: URL,
  runQuickStart: RunQuickStart,
): void {
  const folder = fileURLToPath(packageUrl);
  const readme = readFileSync(join(folder, "README.md"), "utf8");
  const code = /```ts\n(.*?)```/s.exec(readme)?.[1] ?? "";

  it(`has a quick start of at most ${mostLines} lines beside the agent`, () => {
    expect(linesOf(code).length).toBeGreaterThan(0);
    expect(linesOf(code.replace(ownAgent, treasuryLines)).length).toBeLessThanOrEqual(mostLines);
  });

  it("has a quick start that makes a spend", async () => {
    const { url, token, treasury, close } = await openService(databaseFile());
    Object.assign(process.env, { TREASURY_URL: url, TREASURY_TOKEN: token });
    // In the package's folder, so that it imports the package by its name.
    const codeFolder = join(folder, "code-of-quick-start");
    const file = join(codeFolder, "buyer.ts");
    mkdirSync(codeFolder, { recursive: true });
    writeFileSync(file, code);
    try {
      const spend = { amountUsd: 4, vendor: "Acme", purpose: "paper" };
      const read = await runQuickStart(() => import(file), spend);
      expect(read.map((text) => JSON.parse(text) as unknown)).toMatchObject([
        { status: "executed", ...spend },
      ]);
      expect(await treasury.state()).toMatchObject({ expenseUsd: 4 });
    } finally {
      rmSync(codeFolder, { recursive: true });
      delete process.env["TREASURY_URL"];
      delete process.env["TREASURY_TOKEN"];
      await close();
    }
  });
}

function linesOf(code: string): readonly string[] {
  return code.split("\n").filter((line) => line.trim() !== "");
}

/** The lines that the treasury adds to an agent. */
function treasuryLines(agent: string): string {
  return linesOf(agent)
    .filter((line) => line.includes("treasury"))
    .join("\n");
}
