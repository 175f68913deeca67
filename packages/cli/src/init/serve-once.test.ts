import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { serveOnce } from "./serve-once.fixture.ts";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "treasury-"));
  await writeFile(join(directory, ".env"), "");
});
afterEach(() => rm(directory, { recursive: true, force: true }));

it("reports a server that exited before it printed its port", async () => {
  // A child process holds the output open longer, so that the exit event comes first.
  const server = `console.log("no");
  require("node:child_process").spawn("sleep", ["0.3"], { stdio: "inherit" }).unref();`;
  await writeFile(join(directory, "server.js"), server);
  await expect(serveOnce(directory, "server.js", "/")).rejects.toThrow(/exited before .*\nno/);
});
