import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

// Node keeps a failed import, so that one made by a request would fail until the restart.
it("answers the first requests of a process without free file descriptors", async () => {
  const script = fileURLToPath(new URL("./open-files.fixture.ts", import.meta.url));
  const node = `exec "$0" --conditions=@agent-treasury/source --disable-warning=ExperimentalWarning --experimental-strip-types "$1"`;
  const { stdout } = await promisify(execFile)("sh", [
    "-c",
    `ulimit -n 256; ${node}`,
    process.execPath,
    script,
  ]);
  expect(JSON.parse(stdout)).toEqual(["EMFILE", 200, 200]);
});
