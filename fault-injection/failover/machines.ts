import { execFile, execFileSync, spawn } from "node:child_process";
import { openSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

const execute = promisify(execFile);
const bridge = "treasury0";
const network = "10.77.0";
const lastKillMs = 10_000;

/** A network namespace with an address, in place of a machine. Apps run outside of all of them. */
export interface Machine {
  readonly name: string;
  readonly address: string;
  readonly port: number;
}

/** The machines, by name and port. */
export function machinesOf(ports: Readonly<Record<string, number>>): readonly Machine[] {
  return Object.entries(ports).map(([name, port], index) => ({
    name: `treasury-${name}`,
    address: `${network}.${index + 2}`,
    port,
  }));
}

export function connectMachines(machines: readonly Machine[]): void {
  // An interrupted run leaves its own.
  removeMachines(machines);
  run("ip", ["link", "add", bridge, "type", "bridge"]);
  run("ip", ["addr", "add", `${network}.1/24`, "dev", bridge]);
  run("ip", ["link", "set", bridge, "up"]);
  for (const { name, address, port } of machines) {
    const cable = `treasury${port}`;
    run("ip", ["netns", "add", name]);
    run("ip", ["link", "add", cable, "type", "veth", "peer", "name", "eth0", "netns", name]);
    run("ip", ["link", "set", cable, "master", bridge, "up"]);
    run("ip", ["-n", name, "addr", "add", `${address}/24`, "dev", "eth0"]);
    run("ip", ["-n", name, "link", "set", "eth0", "up"]);
    run("ip", ["-n", name, "link", "set", "lo", "up"]);
  }
}

export function removeMachines(machines: readonly Machine[]): void {
  for (const { name, port } of machines) {
    // The namespace of a killed process exists for some time without its name.
    quietly("ip", ["link", "del", `treasury${port}`]);
    quietly("ip", ["netns", "del", name]);
  }
  quietly("ip", ["link", "del", bridge]);
}

/** Drops packets between a machine and others, so that neither side is notified. */
export function cut({ name }: Machine, others: readonly Machine[]): void {
  for (const { address } of others) {
    for (const [chain, side] of [
      ["INPUT", "-s"],
      ["OUTPUT", "-d"],
    ] as const) {
      inside(name, ["iptables", "--wait", "-A", chain, side, address, "-j", "DROP"]);
    }
  }
}

/** Drops all packets of a machine, like a power failure. */
export function isolate({ name }: Machine): void {
  for (const [chain, side] of [
    ["INPUT", "-i"],
    ["OUTPUT", "-o"],
  ] as const) {
    inside(name, ["iptables", "--wait", "-A", chain, "!", side, "lo", "-j", "DROP"]);
  }
}

export function reconnect({ name }: Machine): void {
  inside(name, ["iptables", "--wait", "-F"]);
}

/** Kills all processes of a machine with SIGKILL. */
export async function killAllOn({ name }: Machine): Promise<void> {
  const patience = AbortSignal.timeout(lastKillMs);
  for (;;) {
    const pids = quietly("ip", ["netns", "pids", name]).split("\n").map(Number);
    const running = pids.filter((one) => one > 1);
    if (running.length === 0) return;
    if (patience.aborted) throw new Error(`Processes of ${name} survive: ${running.join()}`);
    for (const pid of running) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // The process has already exited.
      }
    }
    await sleep(10);
  }
}

/** A program on a machine, as the user `postgres`. */
export interface Program {
  readonly home: string;
  readonly path: string;
  readonly command: readonly string[];
}

/** Starts a program that runs until it is killed. Its output is appended to a file. */
export function startOn(machine: Machine, program: Program, logPath: string): void {
  const log = openSync(logPath, "a");
  spawn("ip", asPostgres(machine, program), { stdio: ["ignore", log, log] }).unref();
}

/** Runs a program to its end. */
export async function runOn(machine: Machine, program: Program): Promise<void> {
  await execute("ip", asPostgres(machine, program));
}

function asPostgres({ name }: Machine, { home, path, command }: Program): string[] {
  const user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"];
  // Without a locale, pg_autoctl creates a database in SQL_ASCII, which the storage rejects.
  const environment = ["env", "-i", `HOME=${home}`, `PATH=${path}`, "LANG=C.UTF-8"];
  return ["netns", "exec", name, ...user, ...environment, ...command];
}

function inside(name: string, command: readonly string[]): void {
  run("ip", ["netns", "exec", name, ...command]);
}

function run(command: string, args: readonly string[]): void {
  execFileSync(command, args, { stdio: "pipe" });
}

function quietly(command: string, args: readonly string[]): string {
  try {
    return execFileSync(command, args, { encoding: "utf8", stdio: "pipe" });
  } catch {
    return "";
  }
}
