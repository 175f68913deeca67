import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type * as Vitest from "vitest";
import { databaseFile, openService, removeDatabase } from "./framework-world.ts";

/** Loads the files that a quick start describes. */
export interface QuickStart {
  buyer(): Promise<unknown>;
  resume(): Promise<unknown>;
}

/**
 * Runs the agent of a quick start with a scripted model that proposes the spend and then answers. A
 * run that stops is resumed as the quick start describes, after `decide`.
 *
 * @returns the results that the model read from its tools, each as JSON.
 */
export type RunQuickStart = (
  quickStart: QuickStart,
  spend: object,
  decide: () => Promise<void>,
) => Promise<readonly string[]>;

const mostLines = 10;
/** An agent as users have one, over several lines. */
const ownAgent = /^export const \w+ = new Agent\(\{\n.*?^\}\);$/ms;

/**
 * Tests the files `buyer.ts` and `resume.ts` of a package's README.
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
  const code = { buyer: fileIn(readme, "buyer.ts"), resume: fileIn(readme, "resume.ts") };

  it(`has a quick start of at most ${mostLines} lines beside the agent`, () => {
    for (const file of [code.buyer.replace(ownAgent, treasuryLines), code.resume]) {
      expect(linesOf(file).length).toBeGreaterThan(0);
      expect(linesOf(file).length).toBeLessThanOrEqual(mostLines);
    }
  });

  it.each([
    ["small", 4],
    ["approved", 40],
  ] as const)("has a quick start that makes a spend (%s)", async (_kind, amountUsd) => {
    const file = databaseFile();
    const { url, token, treasury, close } = await openService(file);
    Object.assign(process.env, { TREASURY_URL: url, TREASURY_TOKEN: token });
    // In the package's folder, so that it imports the package by its name.
    const folders = join(folder, "code-of-quick-start");
    mkdirSync(folders, { recursive: true });
    const codeFolder = mkdtempSync(join(folders, "at-"));
    const at = (name: keyof QuickStart): string => join(codeFolder, `${name}.ts`);
    for (const name of ["buyer", "resume"] as const) writeFileSync(at(name), code[name]);
    let decisions = 0;
    const decide = async (): Promise<void> => {
      decisions += 1;
      const [waiting] = (await treasury.state()).proposals;
      const proposalId = waiting?.id ?? "";
      await treasury.decide({ proposalId, decision: "approve", operator: "Ada" });
    };
    try {
      const spend = { amountUsd, vendor: "Acme", purpose: "paper" };
      const files = { buyer: () => import(at("buyer")), resume: () => import(at("resume")) };
      const read = await runQuickStart(files, spend, decide);
      expect(read.map((text) => JSON.parse(text) as unknown)).toMatchObject([
        { status: "executed", ...spend },
      ]);
      expect(decisions).toBe(amountUsd === 4 ? 0 : 1);
      expect(await treasury.state()).toMatchObject({ expenseUsd: amountUsd });
    } finally {
      rmSync(codeFolder, { recursive: true });
      delete process.env["TREASURY_URL"];
      delete process.env["TREASURY_TOKEN"];
      await close();
      removeDatabase(file);
    }
  });
}

/** Returns the block after a sentence that ends with the file's name. */
function fileIn(readme: string, name: string): string {
  const [, code = ""] = readme.split(`\`${name}\`:\n\n\`\`\`ts\n`);
  return code.split("```")[0] ?? "";
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
