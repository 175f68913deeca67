import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { styleText } from "node:util";

const script = fileURLToPath(new URL("buy-report.ts", import.meta.url));

/** Runs the script that buys with test money, and prints it with its output. */
export async function showPurchase(
  env: Readonly<Record<"TREASURY_URL" | "TREASURY_TOKEN", string>>,
): Promise<void> {
  const output = await run(env);
  const source = (await readFile(script, "utf8")).trimEnd().replaceAll(/^/gm, "    ");
  console.log("");
  const title = "The demo ran this program, which buys with test money";
  console.log(styleText("bold", `${title} (examples/next/demo/buy-report.ts):`));
  console.log(styleText("dim", source));
  console.log(`  ${output.trim()}`);
  console.log("  It used the token of your agent, which your own programs can use now:");
  console.log(`  TREASURY_URL=${env.TREASURY_URL} TREASURY_TOKEN=${env.TREASURY_TOKEN}`);
}

function run(env: Readonly<Record<string, string>>): Promise<string> {
  const options = { env: { ...process.env, ...env }, timeout: 90_000 };
  return new Promise((resolve) => {
    execFile(process.execPath, [...process.execArgv, script], options, (error, stdout, stderr) => {
      resolve(error === null ? stdout : `It could not buy: ${stderr}`);
    });
  });
}
