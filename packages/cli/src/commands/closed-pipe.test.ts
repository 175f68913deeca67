import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const program = fileURLToPath(new URL("./closed-pipe.fixture.ts", import.meta.url));

it("ends quietly if the reader of its output closes the pipe, as head does", () => {
  const command = `"$1" --conditions=@agent-treasury/source "$2"; echo "exit $?" >&2`;
  const { stdout, stderr } = spawnSync(
    "sh",
    ["-c", `{ ${command}; } | head -1`, "sh", process.execPath, program],
    { encoding: "utf8" },
  );
  expect([stdout, stderr]).toEqual(["A line.\n", "exit 141\n"]);
});
