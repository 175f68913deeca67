import { execFile, execFileSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import {
  type Machine,
  type Program,
  connectMachines,
  cut,
  isolate,
  killAllOn,
  machinesOf,
  reconnect,
  removeMachines,
  runOn,
  startOn,
} from "./machines.ts";

const execute = promisify(execFile);
const installed = "/usr/lib/postgresql/15/bin";
const patienceMs = 180_000;
/** Milliseconds, shorter than the defaults so that twenty failovers take minutes. */
const monitorSettings = {
  "pgautofailover.health_check_period": 1_000,
  "pgautofailover.node_considered_unhealthy_timeout": 5_000,
  "pgautofailover.primary_demote_timeout": 10_000,
};
const partitionTimeoutSeconds = 5;
const checkpointPauseMs = 3_000;

/** Why the cluster cannot run here, or null. */
export function missingForCluster(): string | null {
  if (process.getuid?.() !== 0) return "requires root for network namespaces";
  const isInstalled = ["/usr/bin/pg_autoctl", "/usr/sbin/iptables"].every((one) => existsSync(one));
  return isInstalled ? null : "requires fault-injection/failover/install-debian.sh";
}

/**
 * `kill` kills all processes of the primary, `stop` stops them, `cut` cuts it from the monitor and
 * the standby but not from apps, and `isolate` cuts it from everything.
 */
export type Fault = "kill" | "stop" | "cut" | "isolate";

/** A monitor and two nodes of pg_auto_failover, each in a network namespace. */
export interface AutoFailoverCluster {
  readonly url: string;
  /** Ends the replication of the primary, whose standby is then behind. */
  cutReplication(): Promise<void>;
  /** Makes the primary fail, and resolves when the other node is the primary. */
  failover(fault: Fault): Promise<void>;
  /** Brings the failed node back, and resolves when it is a standby that can become the primary. */
  repair(): Promise<void>;
  close(): Promise<void>;
}

type States = ReadonlyMap<string, string>;

export async function startCluster(isSynchronous: boolean): Promise<AutoFailoverCluster> {
  const directory = mkdtempSync(join(tmpdir(), "treasury-cluster-"));
  const owner = Number(execFileSync("id", ["-u", "postgres"], { encoding: "utf8" }));
  chownSync(directory, owner, -1);
  const machines = machinesOf({ monitor: 5502, one: 5503, two: 5504 });
  const [monitor, one, two] = machines as [Machine, Machine, Machine];
  const dataOf = ({ name }: Machine): string => join(directory, name);
  const logOf = (machine: Machine): string => `${dataOf(machine)}.log`;
  const autoctl = (machine: Machine, args: readonly string[]): Program => {
    const home = `${dataOf(machine)}-home`;
    mkdirSync(home, { recursive: true });
    chownSync(home, owner, -1);
    const command = ["pg_autoctl", ...args, "--pgdata", dataOf(machine)];
    return { home, path: `${installed}:/usr/bin:/bin`, command };
  };
  const start = (machine: Machine, args: readonly string[]): void =>
    startOn(machine, autoctl(machine, args), logOf(machine));
  const create = (machine: Machine, kind: string, args: readonly string[]): void => {
    const place = ["--hostname", machine.address, "--pgport", String(machine.port)];
    start(machine, ["create", kind, ...place, ...args, "--auth", "trust", "--no-ssl", "--run"]);
  };
  const monitorUrl = `postgres://autoctl_node@${monitor.address}:${monitor.port}/pg_auto_failover`;

  const until = async (what: string, isSo: (found: States) => boolean): Promise<void> => {
    const patience = AbortSignal.timeout(patienceMs);
    for (;;) {
      const found = await statesOf(monitorUrl).catch((): States => new Map());
      if (isSo(found)) return;
      if (patience.aborted) {
        const logs = machines.map((machine) => endOf(logOf(machine))).join("\n\n");
        throw new Error(`Waited for ${what}: ${JSON.stringify([...found])}\n${logs}`);
      }
      await sleep(100);
    }
  };
  const untilHealthy = (): Promise<void> =>
    until("a primary and a secondary", (found) => {
      return [...found.values()].toSorted().join() === "primary,secondary";
    });
  const primaryNow = async (): Promise<Machine> => {
    const found = await statesOf(monitorUrl);
    const machine = [one, two].find(({ address }) => isPrimary(found.get(address)));
    if (machine === undefined) throw new Error(`No primary: ${JSON.stringify([...found])}`);
    return machine;
  };
  const otherThan = (machine: Machine): Machine => (machine === one ? two : one);

  const close = async (): Promise<void> => {
    for (const machine of machines) await killAllOn(machine);
    removeMachines(machines);
    rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    for (const machine of machines) await killAllOn(machine);
    connectMachines(machines);
    create(monitor, "monitor", []);
    await until("the monitor", () => endOf(logOf(monitor)).includes("Managing the monitor"));
    await configureMonitor(monitor);
    for (const node of [one, two]) {
      const database = ["--username", "treasury", "--dbname", "treasury", "--pg-hba-lan"];
      create(node, "postgres", ["--name", node.name, ...database, "--monitor", monitorUrl]);
      if (node === two) break;
      await until("the first node", (found) => found.get(one.address) === "single");
    }
    await until("the second node", (found) => found.has(two.address));
    await psql(one, "postgres", ["CHECKPOINT"]);
    await untilHealthy();
    for (const node of [one, two]) {
      const timeout = `${partitionTimeoutSeconds}`;
      const name = "timeout.network_partition_timeout";
      await runOn(node, autoctl(node, ["config", "set", name, timeout]));
      if (isSynchronous) continue;
      await runOn(node, autoctl(node, ["set", "node", "replication-quorum", "false"]));
    }
    await untilHealthy();
  } catch (error) {
    await close();
    throw error;
  }
  let failed: { readonly machine: Machine; readonly fault: Fault } | null = null;
  const hosts = [one, two].map(({ address, port }) => `${address}:${port}`).join(",");
  return {
    url: `postgres://treasury@${hosts}/treasury?target_session_attrs=read-write`,
    cutReplication: async () => {
      const primary = await primaryNow();
      cut(primary, [otherThan(primary)]);
    },
    failover: async (fault) => {
      const machine = await primaryNow();
      const next = otherThan(machine);
      failed = { machine, fault };
      if (fault === "kill") await killAllOn(machine);
      if (fault === "stop") await runOn(machine, autoctl(machine, ["stop", "--fast"]));
      if (fault === "cut") cut(machine, [next, monitor]);
      if (fault === "isolate") isolate(machine);
      await until(`${next.name} to be the primary`, (found) => isPrimary(found.get(next.address)));
    },
    repair: async () => {
      if (failed === null) return;
      const { machine, fault } = failed;
      failed = null;
      reconnect(machine);
      if (fault === "kill" || fault === "stop") start(machine, ["run"]);
      const end = new AbortController();
      const checkpoints = checkpointUntil(otherThan(machine), end.signal);
      await untilHealthy().finally(() => end.abort());
      await checkpoints;
    },
    close,
  };
}

/** The state of each node by its address, once the node has reported that it reached it. */
async function statesOf(monitorUrl: string): Promise<States> {
  const rows = await query(
    monitorUrl,
    "SELECT nodehost, reportedstate::text AS reported, goalstate::text AS goal FROM pgautofailover.node",
  );
  return new Map(
    rows.map(({ nodehost, reported, goal }) => [
      String(nodehost),
      reported === goal ? String(goal) : "changing",
    ]),
  );
}

function isPrimary(state: string | undefined): boolean {
  return ["primary", "wait_primary", "single"].includes(state ?? "");
}

/** A node that copies the primary waits for a checkpoint, which would otherwise take minutes. */
async function checkpointUntil(primary: Machine, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await psql(primary, "postgres", ["CHECKPOINT"]);
    await sleep(checkpointPauseMs);
  }
}

async function configureMonitor(monitor: Machine): Promise<void> {
  const changes = Object.entries(monitorSettings).map(
    ([name, value]) => `ALTER SYSTEM SET ${name} = ${value}`,
  );
  await psql(monitor, "pg_auto_failover", [...changes, "SELECT pg_reload_conf()"]);
}

/** Runs statements as the superuser, whom only the socket admits. */
async function psql({ port }: Machine, database: string, texts: readonly string[]): Promise<void> {
  const user = ["--reuid=postgres", "--regid=postgres", "--clear-groups"];
  const place = ["-h", "/var/run/postgresql", "-p", `${port}`, "-d", database];
  const commands = texts.flatMap((text) => ["-c", text]);
  await execute("setpriv", [...user, `${installed}/psql`, ...place, ...commands]);
}

function endOf(logPath: string): string {
  if (!existsSync(logPath)) return "";
  return readFileSync(logPath, "utf8").split("\n").slice(-40).join("\n");
}

async function query(url: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const limits = { connectionTimeoutMillis: 2_000, query_timeout: 2_000 };
  const client = new pg.Client({ connectionString: url, ...limits });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<Record<string, unknown>>(text);
    return rows;
  } finally {
    client.end().catch(() => {});
  }
}
