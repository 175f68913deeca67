// A process that has no file descriptor left when its first requests arrive, and then has some.
import { closeSync, openSync } from "node:fs";
import { deploymentFromEnvironment } from "./deployment-from-environment.ts";

const { treasury } = deploymentFromEnvironment({
  env: { TREASURY_DATABASE_URL: "memory:", TREASURY_SANDBOX: "on" },
  onFailure: () => {},
});
const taken: number[] = [];
let code: unknown;
while (code === undefined) {
  try {
    taken.push(openSync("/dev/null", "r"));
  } catch (error) {
    ({ code } = error as NodeJS.ErrnoException);
  }
}

const ask = async () =>
  (await treasury.handler(new Request("http://localhost:3000/api/service/treasury"))).status;
const seen: unknown[] = [code, await ask()];
for (const file of taken) closeSync(file);
seen.push(await ask());
process.stdout.write(JSON.stringify(seen));
process.exit(0);
