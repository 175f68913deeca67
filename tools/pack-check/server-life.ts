import type { SpawnOptions } from "node:child_process";

/** How long a server may take from its start to its end, when it answers one request. */
export const serverLife = {
  timeout: 120_000,
  killSignal: "SIGKILL",
} as const satisfies SpawnOptions;
