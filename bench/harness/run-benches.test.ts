import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Bench } from "./bench.ts";
import { readCommandLine } from "./command-line.ts";
import { chooseBenches, runBenches } from "./run-benches.ts";

const counting: Bench = {
  name: "counting",
  summary: "counts to three",
  run: async () => ({
    tables: [{ columns: ["", "n"], rows: [{ name: "count", cells: ["3"] }] }],
    settings: { numbers: "small" },
  }),
};

let directory = "";
let document = "";

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "treasury-bench-"));
  document = join(directory, "results.md");
  await writeFile(document, "# Figures\n\n<!-- bench counting -->\n<!-- end counting -->\n");
});
afterEach(() => rm(directory, { recursive: true }));

it("writes a report into its section, with the machine, the day and the command", async () => {
  await runBenches([counting], readCommandLine(["--pgledger", "x"], {}), document);
  const written = await readFile(document, "utf8");
  expect(written).toMatch(/# Figures\n\n<!-- bench counting -->\n\n\| {7}\|   n \|/);
  expect(written).toMatch(/- machine: \d+ × .*, Node \d+.*, a flush of 8 KiB takes [\d,.]+ µs\n/);
  expect(written).toMatch(/Run on \d{4}-\d\d-\d\d by `npx -y pnpm@12 bench --pgledger PATH`\./);
});

it.each(["--dry", "counting"])("does not change the document with %s", async (word) => {
  const before = await readFile(document, "utf8");
  await runBenches([counting], readCommandLine([word], {}), document);
  expect(await readFile(document, "utf8")).toBe(before);
});

it("prints each line of progress with the seconds since the start of its bench", async () => {
  const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const printed = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const slow: Bench = {
    ...counting,
    run: async (context) => {
      vi.advanceTimersByTime(2_000);
      context.progress("counts");
      // A report is printed before the next bench begins.
      expect(printed).not.toHaveBeenCalled();
      vi.advanceTimersByTime(5_000);
      return await counting.run(context);
    },
  };
  const next: Bench = {
    ...counting,
    name: "next",
    run: async (context) => {
      expect(printed).toHaveBeenCalledOnce();
      return await counting.run(context);
    },
  };
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    await runBenches([slow, next], readCommandLine(["--dry"], {}), document);
    expect(written.mock.calls.map(([text]) => text)).toEqual([
      "counting 0 s  counts to three\n",
      "counting 2 s  counts\n",
      "counting 7 s  done\n",
      "next 0 s  counts to three\n",
      "next 0 s  done\n",
    ]);
  } finally {
    vi.useRealTimers();
    vi.restoreAllMocks();
  }
});

it("runs and writes the others if one fails, and names it", async () => {
  const failing: Bench = {
    name: "failing",
    summary: "fails",
    run: () => Promise.reject(new Error("no database")),
  };
  const before = await readFile(document, "utf8");
  const written = `${before}<!-- bench failing -->\nolder figures\n<!-- end failing -->\n`;
  await writeFile(document, written);
  const running = runBenches([failing, counting], readCommandLine([], {}), document);
  await expect(running).rejects.toThrow("Failed: failing.");
  const after = await readFile(document, "utf8");
  expect(after).toContain("| count |");
  expect(after).toContain("older figures");
});

it("finds benches by name, and lists them for an unknown name", () => {
  expect(chooseBenches([counting], [])).toEqual([counting]);
  expect(chooseBenches([counting], ["counting"])).toEqual([counting]);
  expect(() => chooseBenches([counting], ["guessing"])).toThrow("Use one of: counting");
});

it("rejects --previous if no chosen bench compares with it", async () => {
  const asked = readCommandLine(["counting", "--previous", "/src/before"], {});
  await expect(runBenches([counting], asked, document)).rejects.toThrow(
    "counting does not compare with --previous.",
  );
  const comparing: Bench = { ...counting, name: "comparing", comparesPrevious: true };
  await runBenches([counting, comparing], asked, document);
});
