import { fileURLToPath } from "node:url";
import { benches } from "./benches.ts";
import { optionsText, readCommandLine } from "./harness/command-line.ts";
import { chooseBenches, runBenches } from "./harness/run-benches.ts";

const documentPath = fileURLToPath(new URL("results.md", import.meta.url));

try {
  const asked = readCommandLine(process.argv.slice(2), process.env);
  const chosen = chooseBenches(benches, asked.names);
  if (asked.help) {
    const listed = benches.map(({ name, summary }) => `  ${name.padEnd(18)}${summary}`);
    console.log(
      `npx -y pnpm@12 bench [name …] [option …]\n\n${listed.join("\n")}\n\n${optionsText}`,
    );
  } else {
    await runBenches(chosen, asked, documentPath);
  }
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
