import { openDeployment } from "./open-deployment.ts";

/**
 * A separate process that ensures a workspace's machine, with the requested number of concurrent
 * calls.
 */
const { treasury } = await openDeployment();
process.stdout.write("begun\n");
const asked = Array.from({ length: Number(process.argv[2]) }, () =>
  treasury.ensureAgentBody("acme"),
);
const ids = new Set((await Promise.all(asked)).map(({ id }) => id));
process.stdout.write(`${JSON.stringify([...ids])}\n`);
await treasury.close();
