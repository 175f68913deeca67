// A process that has no file descriptor left at the first use of its host, and then has some.
import { closeSync, openSync } from "node:fs";
import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { dockerMachines } from "./docker-machines.ts";

const host = dockerMachines({ socket: "/missing/docker.sock" });
const { cache } = createRequire(import.meta.url);
const isLoaded = (): boolean =>
  Object.values(cache).some((one) => /dockerode.lib.docker.js$/.test(one?.id ?? "") && one?.loaded);
for (let tries = 0; tries < 1_000 && !isLoaded(); tries += 1) await sleep(10);
const taken: number[] = [];
let code: unknown;
while (code === undefined) {
  try {
    taken.push(openSync("/dev/null", "r"));
  } catch (error) {
    ({ code } = error as NodeJS.ErrnoException);
  }
}

const ask = (): Promise<unknown> => host.list().catch((error: Error) => error.message);
const seen: unknown[] = [code, await ask()];
for (const file of taken) closeSync(file);
seen.push(await ask());
process.stdout.write(JSON.stringify(seen));
process.exit(0);
