import { settingNames } from "./read-settings.ts";
import type { Environment } from "./settings.ts";

/** What the demo reads: where it runs and what it keeps. */
const read = ["PORT", "LISTEN_ADDRESS", "BASE_URL", "TREASURY_DATABASE_URL", "NODE_ENV"];

/** The machine host that may stand beside play money, and what goes with it. */
const dockerSocket = "TREASURY_DOCKER_SOCKET";
const ofMachines = [dockerSocket, "HOST_IMAGE", "HOST_CPUS", "HOST_MEMORY_MB"];

/** A live key is passed on to be refused: play money must not stand beside it. */
const liveKey = /^\s*(?:sk|rk)_live_/;

/** What the demo runs on, and what is set but not used by it. */
export interface DemoEnvironment {
  readonly env: Environment;
  readonly ignored: readonly string[];
}

/**
 * The environment of a demonstration: the stand-ins, the default limits, and no key. What it tells of
 * a spend is then true of what it does, whatever else is set in the shell.
 *
 * @example
 * const { env, ignored } = demoEnvironment(process.env);
 */
export function demoEnvironment(env: Environment): DemoEnvironment {
  const hasMachines = Boolean(env[dockerSocket]?.trim());
  const used = hasMachines ? [...read, ...ofMachines] : read;
  const taken = Object.entries(env).filter(
    ([name, value]) =>
      used.includes(name) || (name === "STRIPE_SECRET_KEY" && liveKey.test(value ?? "")),
  );
  return {
    env: { ...Object.fromEntries(taken), TREASURY_SANDBOX: "on" },
    ignored: settingNames.filter((name) => !used.includes(name) && Boolean(env[name]?.trim())),
  };
}
