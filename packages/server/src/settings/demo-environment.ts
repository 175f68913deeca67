import { settingNames } from "./read-settings.ts";
import type { Environment } from "./settings.ts";

const read = [
  "PORT",
  "LISTEN_ADDRESS",
  "BASE_URL",
  "TREASURY_DATABASE_URL",
  "TREASURY_AUTO_APPROVE_PAYEES",
  "NODE_ENV",
];

const dockerSocket = "TREASURY_DOCKER_SOCKET";
const ofMachines = [dockerSocket, "HOST_IMAGE", "HOST_CPUS", "HOST_MEMORY_MB"];

/** Passed on so that validation rejects live payments in the sandbox. */
const liveKey = /^\s*(?:sk|rk)_live_/;

export interface DemoEnvironment {
  readonly env: Environment;
  readonly ignored: readonly string[];
}

/**
 * Returns the environment of a demonstration: the sandbox with default limits, regardless of the
 * shell's other settings. Only the address, the database, which payees policy approves, and machines
 * are taken from it. Omits blank variables.
 *
 * @example
 * const { env, ignored } = demoEnvironment(process.env);
 */
export function demoEnvironment(env: Environment): DemoEnvironment {
  const hasMachines = Boolean(env[dockerSocket]?.trim());
  const used = hasMachines ? [...read, ...ofMachines] : read;
  const taken = Object.entries(env).filter(
    ([name, value = ""]) =>
      (used.includes(name) && value.trim() !== "") ||
      (name === "STRIPE_SECRET_KEY" && liveKey.test(value)),
  );
  return {
    env: { ...Object.fromEntries(taken), TREASURY_SANDBOX: "on" },
    ignored: settingNames.filter((name) => !used.includes(name) && Boolean(env[name]?.trim())),
  };
}
