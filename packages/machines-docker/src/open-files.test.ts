import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

it("loads its client before its first use, which may find no free file descriptor", async () => {
  const script = fileURLToPath(new URL("./open-files.fixture.ts", import.meta.url));
  const node = `exec "$0" --conditions=@agent-treasury/source --disable-warning=ExperimentalWarning --experimental-strip-types "$1"`;
  const { stdout } = await promisify(execFile)("sh", [
    "-c",
    `ulimit -n 256; ${node}`,
    process.execPath,
    script,
  ]);
  const unreached = "The container host does not respond.";
  expect(JSON.parse(stdout)).toEqual(["EMFILE", unreached, unreached]);
});
