import { openDeployment } from "./open-deployment.ts";

/** A process of its own: asks for the body of a workspace, as often at once as it is told. */
const { treasury } = await openDeployment();
process.stdout.write("begun\n");
const asked = Array.from({ length: Number(process.argv[2]) }, () =>
  treasury.ensureAgentBody("acme"),
);
const ids = new Set((await Promise.all(asked)).map(({ id }) => id));
process.stdout.write(`${JSON.stringify([...ids])}\n`);
await treasury.close();
