import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";

/** A plausible mistake for mutation tests, stored as a patch. */
export interface Mutation {
  /** The patch file's name without its extension. */
  readonly name: string;
  /** The effect of the mutation, one sentence. */
  readonly sentence: string;
  /** Test files, one of which must fail: the ends of their paths. */
  readonly tests: readonly string[];
  readonly edits: readonly Edit[];
}

/** Consecutive lines that become others. */
export interface Edit {
  /** The name of the source file, without its folder. */
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

/** Reads all mutations of a folder, or the named ones. */
export function readMutations(directory: string, names: readonly string[] = []): Mutation[] {
  const mutations = readdirSync(directory)
    .filter((file) => file.endsWith(".patch"))
    .toSorted()
    .map((file) => readMutation(join(directory, file)));
  const unknown = names.find((name) => mutations.every((mutation) => mutation.name !== name));
  if (unknown !== undefined) throw new Error(`There is no mutation named ${unknown}.`);
  return names.length === 0 ? mutations : mutations.filter(({ name }) => names.includes(name));
}

/** The text before the first `---` describes the mutation and names its tests. */
function readMutation(path: string): Mutation {
  const text = readFileSync(path, "utf8");
  const start = text.search(/^--- /m);
  const header = text.slice(0, start);
  const [sentence = ""] = header.split("\n");
  const tests = [...header.matchAll(/^Test: (.+)$/gm)].map(([, test = ""]) => test);
  if (start === -1 || sentence === "" || tests.length === 0) {
    throw new Error(`${path} lacks the mutation's description, its patch or its tests.`);
  }
  return { name: basename(path, ".patch"), sentence, tests, edits: readEdits(text.slice(start)) };
}

/** Reads the parts after `@@` below each `--- file`. The rest that `git diff` writes has no effect. */
function readEdits(patch: string): Edit[] {
  return patch.split(/^--- /m).flatMap((ofFile) => {
    const [head = "", ...hunks] = ofFile.split(/^@@.*\n/m);
    return hunks.map((hunk) => ({
      file: basename(head.split("\n")[0] ?? ""),
      before: linesOf(hunk, " -"),
      after: linesOf(hunk, " +"),
    }));
  });
}

/** The lines of one side. Editors remove the space of an empty line. */
function linesOf(hunk: string, marks: string): string {
  return hunk
    .replace(/\n$/, "")
    .split("\n")
    .filter((line) => line === "" || marks.includes(line.charAt(0)))
    .map((line) => `${line.slice(1)}\n`)
    .join("");
}
