// Checks the language of documents, comments, messages and the page, or of the given paths. With `--count`, prints how often each habit
// and term occurs in 10,000 words.
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadLinterFormatter } from "textlint";
import { linter } from "./linter.ts";
import { patterns } from "./patterns.ts";
import { readSource } from "./read-source.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Data, generated files, and the patterns themselves. */
const exempt =
  /^(?:packages\/screening\/src\/(?:terms|table)\/|packages\/machines-fly\/src\/api\/|packages\/treasury-core\/src\/features\/payees\/common-words|test-suites\/five-limits\/version-0\.1\/|tools\/prose\/)|openapi-types\.fixture|CHANGELOG/;

const chosen = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const paths = execFileSync("git", ["ls-files", "--", ...chosen], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((path) => /\.(?:md|tsx?|mjs)$/.test(path) && !exempt.test(path));
const files = await Promise.all(
  paths.map(async (path) => ({ path, text: await readFile(join(root, path), "utf8") })),
);
const results = await Promise.all(
  files.map(({ path, text }) => linter.lintText(text, join(root, path))),
);

if (process.argv.includes("--count")) {
  const words = files.reduce((sum, { path, text }) => sum + wordsIn(path, text), 0);
  console.log(`${words} words in ${files.length} files; count, and count in 10,000 words:`);
  for (const pattern of patterns) {
    const found = results
      .flatMap(({ messages }) => messages)
      .filter(({ message }) => message === pattern.message);
    const rate = ((found.length / words) * 10_000).toFixed(2);
    console.log(`${String(found.length).padStart(6)} ${rate.padStart(6)}  ${pattern.message}`);
  }
} else {
  const found = results.filter(({ messages }) => messages.length > 0);
  const formatter = await loadLinterFormatter({ formatterName: "unix", color: false });
  if (found.length > 0) console.log(formatter.format(found));
  process.exitCode = found.length > 0 ? 1 : 0;
}

function wordsIn(path: string, text: string): number {
  const read =
    extname(path) === ".md"
      ? text.replaceAll(/```.*?```/gs, "")
      : readSource(path, text)
          .map(({ start, end }) => text.slice(start, end))
          .join(" ");
  return read.match(/[a-z]['’a-z]*/gi)?.length ?? 0;
}
