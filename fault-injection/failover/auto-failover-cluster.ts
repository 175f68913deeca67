import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

const installed = "/usr/lib/postgresql/15/bin";
const bridge = "treasury0";
const network = "10.77.0";
const patienceMs = 180_000;
/** Seconds, shorter than the defaults so that twenty failovers take minutes. */
const monitorSettings = {
  "pgautofailover.health_check_period": "1000",
  "pgautofailover.node_considered_unhealthy_timeout": "5000",
  "pgautofailover.primary_demote_timeout": "10000",
};

/** Why the cluster cannot run here, or null. */
export function missingForCluster(): string | null {
  if (process.getuid?.() !== 0) return "requires root for network namespaces";
  if (!existsSync("/usr/bin/pg_autoctl"))
    return "requires fault-injection/failover/install-debian.sh";
  return null;
}

type Fault = "kill" | "stop" | "cut";

/** A monitor and two nodes of pg_auto_failover, each in a network namespace. */
export interface AutoFailoverCluster {
  readonly url: string;
  /** Resolves when one node is the primary and the other one a secondary. */
  untilHealthy(): Promise<void>;
  /** Ends the replication of the primary, whose standby is then behind. */
  cutReplication(): Promise<void>;
  /**
   * Makes the primary fail and resolves when the other node is one: `kill` kills all processes of
   * the node, `stop` stops it, and `cut` cuts it from the monitor and the standby, not from apps.
   */
  failover(fault: Fault): Promise<void>;
  /** Brings the failed node back. */
  repair(): Promise<void>;
  close(): void;
}

interface Machine {
  readonly name: string;
  readonly address: string;
  readonly port: number;
  readonly data: string;
}

export async function startCluster(isSynchronous: boolean): Promise<AutoFailoverCluster> {
  const directory = mkdtempSync("/tmp/treasury-cluster-");
  const owner = Number(execFileSync("id", ["-u", "postgres"], { encoding: "utf8" }));
  chownSync(directory, owner, -1);
  const [monitor, one, two] = ["monitor", "one", "two"].map((name, index): Machine => {
    const port = 5502 + index;
    return {
      name: `treasury-${name}`,
      address: `${network}.${index + 2}`,
      port,
      data: join(directory, name),
    };
  }) as [Machine, Machine, Machine];
  const machines = [monitor, one, two];
  const running = new Set<ChildProcess>();
  connectMachines(machines);

  const inside = ({ name, data }: Machine, args: readonly string[]): string[] => {
    const home = `${data}-home`;
    mkdirSync(home, { recursive: true });
    chownSync(home, owner, -1);
    const path = `PATH=${installed}:/usr/bin:/bin`;
    const user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"];
    return [
      "netns",
      "exec",
      name,
      ...user,
      "env",
      "-i",
      `HOME=${home}`,
      path,
      "PGCONNECT_TIMEOUT=2",
      "pg_autoctl",
      ...args,
      "--pgdata",
      data,
    ];
  };
  const start = (machine: Machine, args: readonly string[]): void => {
    const log = openSync(`${machine.data}.log`, "a");
    const child = spawn("ip", inside(machine, args), { stdio: ["ignore", log, log] });
    running.add(child);
  };
  const run = (machine: Machine, args: readonly string[]): void =>
    void execFileSync("ip", inside(machine, args), { stdio: "pipe" });
  const monitorUrl = `postgres://autoctl_node@${monitor.address}:${monitor.port}/pg_auto_failover`;
  const place = (machine: Machine): string[] => [
    "--hostname",
    machine.address,
    "--pgport",
    String(machine.port),
  ];
  const open = ["--auth", "trust", "--no-ssl", "--run"];

  const states = async (): Promise<ReadonlyMap<string, string>> => {
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
  };
  const until = async (
    what: string,
    isSo: (found: ReadonlyMap<string, string>) => boolean,
  ): Promise<void> => {
    const patience = AbortSignal.timeout(patienceMs);
    for (;;) {
      const found = await states().catch(() => new Map<string, string>());
      if (isSo(found)) return;
      if (patience.aborted)
        throw new Error(`Waited for ${what}: ${JSON.stringify([...found])}\n${logsOf(machines)}`);
      await sleep(200);
    }
  };
  const isPrimary = (state: string | undefined): boolean =>
    ["primary", "wait_primary", "single"].includes(state ?? "");
  const primaryNow = async (): Promise<Machine> => {
    const found = await states();
    const machine = [one, two].find(({ address }) => isPrimary(found.get(address)));
    if (machine === undefined)
      throw new Error(`There is no primary: ${JSON.stringify([...found])}`);
    return machine;
  };
  const otherThan = (machine: Machine): Machine => (machine === one ? two : one);
  let failed: { readonly machine: Machine; readonly fault: Fault } | null = null;

  const close = (): void => {
    for (const machine of machines) killIn(machine);
    for (const child of running) child.kill("SIGKILL");
    for (const { name } of machines) quietly("ip", ["netns", "del", name]);
    quietly("ip", ["link", "del", bridge]);
    rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  const untilHealthy = (): Promise<void> =>
    until("a primary and a secondary", (found) => {
      const both = [...found.values()].toSorted().join();
      return both === "primary,secondary";
    });
  try {
    start(monitor, ["create", "monitor", ...place(monitor), ...open]);
    await until(
      "the monitor",
      () =>
        existsSync(`${monitor.data}.log`) &&
        readFileSync(`${monitor.data}.log`, "utf8").includes("Managing the monitor"),
    );
    await sleep(2_000);
    for (const [name, value] of Object.entries(monitorSettings)) {
      const psql = [
        "-h",
        "/var/run/postgresql",
        "-p",
        String(monitor.port),
        "-d",
        "pg_auto_failover",
        "-U",
        "postgres",
        "-c",
        `ALTER SYSTEM SET ${name} = ${value}`,
        "-c",
        "SELECT pg_reload_conf()",
      ];
      execFileSync(
        "setpriv",
        ["--reuid=postgres", "--regid=postgres", "--clear-groups", `${installed}/psql`, ...psql],
        { stdio: "pipe" },
      );
    }
    for (const node of [one, two]) {
      const own = [
        "--name",
        node.name,
        "--username",
        "treasury",
        "--dbname",
        "treasury",
        "--pg-hba-lan",
      ];
      start(node, [
        "create",
        "postgres",
        ...place(node),
        ...own,
        "--monitor",
        `${monitorUrl}?sslmode=disable`,
        ...open,
      ]);
      if (node === one)
        await until("the first node", (found) => found.get(one.address) === "single");
    }
    await untilHealthy();
    for (const node of [one, two]) {
      run(node, ["config", "set", "timeout.network_partition_timeout", "5"]);
      if (!isSynchronous) run(node, ["set", "node", "replication-quorum", "false"]);
    }
    await untilHealthy();
  } catch (error) {
    close();
    throw error;
  }
  const hosts = [one, two].map(({ address, port }) => `${address}:${port}`).join(",");
  return {
    url: `postgres://treasury@${hosts}/treasury?target_session_attrs=read-write`,
    untilHealthy,
    cutReplication: async () => {
      const primary = await primaryNow();
      cut(primary, [otherThan(primary)]);
    },
    failover: async (fault) => {
      const primary = await primaryNow();
      const next = otherThan(primary);
      failed = { machine: primary, fault };
      if (fault === "kill") killIn(primary);
      if (fault === "stop") run(primary, ["stop", "--fast"]);
      if (fault === "cut") cut(primary, [next, monitor]);
      await until(`${next.name} to be the primary`, (found) => isPrimary(found.get(next.address)));
    },
    repair: async () => {
      if (failed === null) return;
      const { machine, fault } = failed;
      failed = null;
      quietly("ip", ["netns", "exec", machine.name, "iptables", "-F"]);
      if (fault !== "cut") start(machine, ["run"]);
      await untilHealthy();
    },
    close,
  };
}

function connectMachines(machines: readonly Machine[]): void {
  const ip = (...args: string[]): void => void execFileSync("ip", args, { stdio: "pipe" });
  ip("link", "add", bridge, "type", "bridge");
  ip("addr", "add", `${network}.1/24`, "dev", bridge);
  ip("link", "set", bridge, "up");
  for (const { name, address, port } of machines) {
    const cable = `treasury${port}`;
    ip("netns", "add", name);
    ip("link", "add", cable, "type", "veth", "peer", "name", "eth0", "netns", name);
    ip("link", "set", cable, "master", bridge, "up");
    ip("-n", name, "addr", "add", `${address}/24`, "dev", "eth0");
    ip("-n", name, "link", "set", "eth0", "up");
    ip("-n", name, "link", "set", "lo", "up");
  }
}

/** Drops packets, so that neither side is notified. */
function cut({ name }: Machine, others: readonly Machine[]): void {
  for (const { address } of others) {
    for (const rule of [
      ["INPUT", "-s"],
      ["OUTPUT", "-d"],
    ] as const) {
      execFileSync("ip", [
        "netns",
        "exec",
        name,
        "iptables",
        "-A",
        rule[0],
        rule[1],
        address,
        "-j",
        "DROP",
      ]);
    }
  }
}

function killIn({ name }: Machine): void {
  const pids = quietly("ip", ["netns", "pids", name]).split("\n").map(Number);
  for (const pid of pids.filter((one) => one > 1)) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // The process has already exited.
    }
  }
}

function quietly(command: string, args: readonly string[]): string {
  try {
    return execFileSync(command, args, { encoding: "utf8", stdio: "pipe" });
  } catch {
    return "";
  }
}

function logsOf(machines: readonly Machine[]): string {
  return machines
    .map(({ data }) => readFileSync(`${data}.log`, "utf8").split("\n").slice(-15).join("\n"))
    .join("\n\n");
}

async function query(url: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 2_000,
    query_timeout: 2_000,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<Record<string, unknown>>(text);
    return rows;
  } finally {
    client.end().catch(() => {});
  }
}
