import { isAbsolute } from "node:path";
import { type MachineSpec, TreasuryError } from "@agent-treasury/provider";
import {
  type MachinePrices,
  computeCost,
  checkOptions,
  type NamesOf,
} from "@agent-treasury/provider/helpers";
import type { DockerMachinesOptions } from "./docker-machines-options.ts";

export interface DockerSettings {
  /** Empty when no socket is set. */
  readonly socketPath: () => string;
  readonly spec: MachineSpec;
  readonly maximumProcesses: number;
  readonly network: string;
  readonly prices: MachinePrices;
  readonly now: () => number;
}

const leastMemoryMb = 16;

const optionNames: NamesOf<DockerMachinesOptions> = {
  socket: true,
  image: true,
  cpus: true,
  memoryMb: true,
  maximumProcesses: true,
  network: true,
  app: true,
  prices: true,
  now: true,
};

export function dockerSettingsOf(options: DockerMachinesOptions): DockerSettings {
  checkOptions("dockerMachines", options, optionNames);
  const { image = "debian:12-slim", cpus = 1, memoryMb = 1024, app = "agent-treasury" } = options;
  const { maximumProcesses = 512, network = "none", prices = {}, now = Date.now } = options;
  check("image", image.trim() !== "", "the name of an image");
  check("cpus", cpus >= 0.01 && cpus <= 1_024, "a number from 0.01 to 1024");
  const isMemory = Number.isSafeInteger(memoryMb) && memoryMb >= leastMemoryMb;
  check("memoryMb", isMemory, `a whole number, at least ${leastMemoryMb}`);
  const isCount = Number.isSafeInteger(maximumProcesses) && maximumProcesses >= 8;
  check("maximumProcesses", isCount, "a whole number, at least 8");
  // Another container's network, or the host's own, would give access to more than a network.
  const isNetwork = /^[A-Za-z0-9][\w.-]*$/.test(network) && network !== "host";
  check("network", isNetwork, "the name of a network, and not `host`");
  check("app", /^[A-Za-z0-9][\w.-]{0,63}$/.test(app), "1 to 64 letters, digits and `_ . -`");
  const spec = { image, cpuKind: "container", cpus, memoryMb, region: "local", app };
  computeCost(prices, spec, 0);
  return {
    socketPath: () => pathOf(options.socket ?? process.env["TREASURY_DOCKER_SOCKET"] ?? ""),
    spec,
    maximumProcesses,
    network,
    prices,
    now,
  };
}

function pathOf(socket: string): string {
  const path = socket.trim().replace(/^unix:\/\//, "");
  check("socket", path === "" || isAbsolute(path), "the absolute path of a socket");
  return path;
}

function check(name: string, isRight: boolean, what: string): void {
  if (!isRight) throw new TreasuryError("invalid_request", `\`${name}\` must be ${what}.`);
}
