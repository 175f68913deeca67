import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { fileURLToPath } from "node:url";
import { openMonitor } from "../database/database-monitor.ts";
import { startDatabase } from "../database/start-database.ts";
import type { Bench, BenchContext } from "../harness/bench.ts";
import { callInParallel } from "../harness/call-in-parallel.ts";
import { type Contestant, figures, interleave } from "../harness/interleave.ts";
import { millisecondsText, ratioText } from "../harness/number-text.ts";
import type { Row } from "../harness/report.ts";
import { median, medianRatio } from "../harness/statistics.ts";
import { paceOf } from "../ledger/compare-ledgers.ts";

const here = fileURLToPath(new URL("../..", import.meta.url));
const calls = { spend: "a spend", approval: "an approval" } as const;
type Call = keyof typeof calls;

/** The latency of one caller on PostgreSQL: a spend by policy, and a decision on a pending one. */
export const httpSpend: Bench = {
  name: "http-spend",
  summary: "a spend and an approval over HTTP on PostgreSQL, one caller",
  comparesPrevious: true,
  run: async (context) => {
    const database = await startDatabase(context);
    const monitor = openMonitor(database);
    const servers: SpendServer[] = [];
    try {
      for (const [name, root] of checkoutsOf(context)) {
        const schema = `http_${servers.length}`;
        await monitor.freshSchema(schema);
        servers.push(await startServer(name, root, database.url, schema));
      }
      const { rounds, seconds } = paceOf(context);
      const turns = Object.keys(calls).flatMap((call) =>
        servers.map((server) => turnOf(server, call as Call, seconds)),
      );
      const samples = await interleave(turns, {
        counted: rounds,
        warmUp: 1,
        settle: () => monitor.settle(),
        progress: context.progress,
      });
      const rows = Object.entries(calls).flatMap(([call, title]) =>
        servers.map(({ name }): Row => {
          const ratio = (figure: string): string =>
            ratioText(
              medianRatio(
                figures(samples, nameOf(servers[0]?.name ?? "", call), figure),
                figures(samples, nameOf(name, call), figure),
              ),
            );
          const ours = name === servers[0]?.name;
          return {
            name: `${name}: ${title}`,
            cells: [
              millisecondsText(median(figures(samples, nameOf(name, call), "p50Ms"))),
              millisecondsText(median(figures(samples, nameOf(name, call), "p99Ms"))),
              ours ? "" : ratio("p50Ms"),
              ours ? "" : ratio("p99Ms"),
            ],
          };
        }),
      );
      return {
        tables: [{ columns: ["", "p50", "p99", "our p50 to this one", "our p99"], rows }],
        settings: {
          load: "one connection, keep-alive; each checkout serves from a process of its own",
          rounds: `${rounds} of ${seconds} s each, after one that does not count`,
          server: await monitor.describe(),
        },
      };
    } finally {
      await Promise.all(servers.map((server) => server.close()));
      await monitor.close();
      await database.close();
    }
  },
};

function checkoutsOf({ previousPath }: BenchContext): readonly (readonly [string, string])[] {
  const ours = ["**Agent Treasury**", here] as const;
  return previousPath === undefined ? [ours] : [ours, ["the previous commit", previousPath]];
}

interface SpendServer {
  readonly name: string;
  send(path: string, body: object): Promise<string>;
  close(): Promise<void>;
}

async function startServer(
  name: string,
  root: string,
  url: string,
  schema: string,
): Promise<SpendServer> {
  const script = fileURLToPath(new URL("spend-server.ts", import.meta.url));
  const child = fork(script, [root, url, schema], {
    execArgv: ["--conditions=@agent-treasury/source"],
  });
  const ended = once(child, "exit");
  const failed = ended.then(() => Promise.reject(new Error(`The server of ${name} exited.`)));
  failed.catch(() => {});
  const [port] = (await Promise.race([once(child, "message"), failed])) as [number];
  const agent = new Agent({ keepAlive: true });
  return {
    name,
    send: (path, body) => post(agent, port, path, JSON.stringify(body)),
    close: async () => {
      agent.destroy();
      child.disconnect();
      await ended;
    },
  };
}

function nameOf(server: string, call: string): string {
  return `${server}: ${call}`;
}

let serial = 0;

function turnOf(server: SpendServer, call: Call, seconds: number): Contestant {
  const pending: string[] = [];
  const propose = async (amountUsd: number): Promise<string> => {
    serial += 1;
    const purpose = `An hour of a small machine for job ${serial}`;
    const spend = { amountUsd, vendor: "Example Cloud", purpose, idempotencyKey: `${serial}` };
    const answer = await server.send("/mcp", spend);
    const { proposalId, status } = JSON.parse(answer) as { proposalId: string; status: string };
    const expected = amountUsd < 1 ? "executed" : "pending";
    if (status !== expected) throw new Error(`A spend was ${status}: ${answer}`);
    return proposalId;
  };
  return {
    name: nameOf(server.name, call),
    round: async () => {
      if (call === "spend") {
        return await callInParallel({ callers: 1, seconds, call: () => propose(0.01) });
      }
      const latenciesMs: number[] = [];
      const end = performance.now() + seconds * 1_000;
      // At most a hundred may be pending, so they are proposed between the decisions, and only the
      // decisions count.
      while (performance.now() < end) {
        while (pending.length < 20) pending.push(await propose(2));
        for (const proposalId of pending.splice(0)) {
          const decision = { workspaceId: "acme", proposalId, decision: "approve" };
          const begun = performance.now();
          const answer = await server.send("/treasury/decide", decision);
          latenciesMs.push(performance.now() - begun);
          if (!answer.includes('"executed"')) throw new Error(`A decision failed: ${answer}`);
        }
      }
      const sorted = latenciesMs.toSorted((left, right) => left - right);
      const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
      return { p50Ms: at(0.5), p99Ms: at(0.99) };
    },
  };
}

function post(agent: Agent, port: number, path: string, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request({
      agent,
      port,
      host: "127.0.0.1",
      path: `/api/service${path}`,
      method: "POST",
      headers: {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        ...(path === "/mcp" && { authorization: "Bearer buyer" }),
      },
    });
    sent.on("error", reject);
    sent.on("response", (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => (text += chunk));
      response.on("error", reject);
      response.on("end", () => {
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`${response.statusCode}: ${text}`));
      });
    });
    sent.end(body);
  });
}
