import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { RuntimeResult } from "test-suites/service";
import { expect, it } from "vitest";
import { bundleWorker, startWorker } from "workerd-for-tests";
import { bun, deno, nodeFromNpm, nodeOfWorkspace, startOn } from "./runtimes.fixture.ts";

const isLong = process.env["TEST_LONG"] === "1";
/** The usual run has some tests, on one of the runtimes. Other tests have Workers. */
const of = isLong ? 1 : 40;

/** The tests that failed, and whether the program ended early. */
async function failuresOf(lines: AsyncIterable<string>): Promise<readonly unknown[]> {
  const results: RuntimeResult[] = [];
  let isDone = false;
  for await (const line of lines) {
    isDone ||= line === "done";
    if (!line.startsWith("result ")) continue;
    results.push(JSON.parse(line.slice("result ".length)) as RuntimeResult);
  }
  if (isLong) console.info(`${results.length} tests`);
  const isWhole = isDone && results.length > (isLong ? 400 : 5);
  return [
    ...results.filter(({ problem }) => problem !== null),
    ...(isWhole ? [] : [`The program ended after ${results.length} tests.`]),
  ];
}

it.each([bun, ...(isLong ? [deno, nodeOfWorkspace, nodeFromNpm(22), nodeFromNpm(26)] : [])])(
  "meets the service's requirements over HTTP on $name",
  async (runtime) => {
    const folder = await mkdtemp(join(tmpdir(), "treasury-service-"));
    const program = join(folder, "service.mjs");
    writeFileSync(
      program,
      await bundleWorker(new URL("service-runtime.fixture.ts", import.meta.url)),
    );
    // The suite expects an environment that is not production.
    const env = { ...process.env, NODE_ENV: "test" };
    const child = startOn(runtime, program, ["0", `${of}`], env);
    expect(await failuresOf(createInterface(child.stdout))).toEqual([]);
    await rm(folder, { recursive: true });
  },
);

it.runIf(isLong)("meets the service's requirements over HTTP on workerd", async () => {
  const script = await bundleWorker(new URL("service-worker.fixture.ts", import.meta.url));
  const worker = await startWorker(script, {
    compatibilityFlags: ["nodejs_compat"],
    bindings: { NODE_ENV: "test" },
    durableObjects: { SUITE: { className: "Suite", useSQLite: true } },
  });
  const address = new URL(`/run?at=0&of=${of}`, await worker.ready);
  const { body } = await fetch(address);
  const lines = createInterface(Readable.fromWeb(body as ReadableStream));
  expect(await failuresOf(lines)).toEqual([]);
  await worker.dispose();
});
