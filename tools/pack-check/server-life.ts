import type { SpawnOptions } from "node:child_process";

/** The time limit of a server that answers one request. */
export const serverLife = {
  timeout: 120_000,
  killSignal: "SIGKILL",
} as const satisfies SpawnOptions;
