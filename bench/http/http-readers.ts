import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import autocannon from "autocannon";
import type { Bench, BenchContext } from "../harness/bench.ts";
import { type Contestant, type Sample, figures, interleave } from "../harness/interleave.ts";
import { figureText, millisecondsText } from "../harness/number-text.ts";
import type { Report, Row } from "../harness/report.ts";
import { median, percentile } from "../harness/statistics.ts";
import type { Ready } from "./server-process.ts";

const thisCheckout = fileURLToPath(new URL("../..", import.meta.url));
const readers = [50, 100] as const;
const stateBytes = 260 * 1_024;
const pauseMs = 50;
/** The time until every reader is connected, and before the load ends. */
const leadSeconds = 0.5;

/** Measures the responses to new connections while many clients read a large state. */
export const httpReaders: Bench = {
  name: "http-readers",
  summary: "GET health on new connections while 50 and 100 clients read a large state on SQLite",
  comparesPrevious: true,
  run: async (context) => {
    const directory = await mkdtemp(join(tmpdir(), "treasury-bench-"));
    const checkouts = Object.entries({
      "**this version**": thisCheckout,
      ...(context.previousPath !== undefined && { "the previous version": context.previousPath }),
    });
    const servers: Server[] = [];
    try {
      for (const [name, checkout] of checkouts) {
        servers.push(
          await startServer(name, checkout, join(directory, `${servers.length}.db`), context),
        );
      }
      return await measure(servers, context);
    } finally {
      for (const { close } of servers) await close();
      await rm(directory, { recursive: true, force: true });
    }
  },
};

interface Server {
  readonly name: string;
  readonly url: string;
  readonly bytes: number;
  close(): Promise<void>;
}

async function startServer(
  name: string,
  checkout: string,
  path: string,
  { size }: BenchContext,
): Promise<Server> {
  const script = fileURLToPath(new URL("readers-server.ts", import.meta.url));
  const bytes = size === "tiny" ? 10_000 : stateBytes;
  const child = fork(script, [checkout, path, String(bytes)], {
    execArgv: ["--conditions=@agent-treasury/source", "--disable-warning=ExperimentalWarning"],
  });
  const exited = once(child, "exit");
  const failed = exited.then(() => Promise.reject(new Error(`The server of ${name} exited.`)));
  const [ready] = (await Promise.race([once(child, "message"), failed])) as [Ready];
  failed.catch(() => {});
  return {
    name,
    url: `http://127.0.0.1:${ready.port}/api/service`,
    bytes: Number(ready.proposalId),
    close: async () => {
      child.disconnect();
      await exited;
    },
  };
}

async function measure(servers: readonly Server[], context: BenchContext): Promise<Report> {
  const isTiny = context.size === "tiny";
  const contestants = readers.flatMap((connections) =>
    servers.map((server): Contestant => ({
      name: rowName(server, connections),
      round: () => loadAndProbe(server, connections, isTiny),
    })),
  );
  const rounds = { counted: isTiny ? 1 : 5, warmUp: isTiny ? 0 : 1 };
  const samples = await interleave(contestants, { ...rounds, progress: context.progress });
  const rows = contestants.map(({ name }): Row => {
    const of = (figure: string) => figures(samples, name, figure);
    const cells = [
      millisecondsText(median(of("healthMs"))),
      millisecondsText(Math.max(...of("worstMs"))),
      figureText(median(of("perSecond"))),
    ];
    return { name, cells };
  });
  if (servers.length === 1) {
    rows.push({ name: "the previous version", notRun: "`--previous` and a checkout of it" });
  }
  return {
    tables: [{ columns: ["", "health, median", "health, worst", "reads a second"], rows }],
    settings: {
      load: `${readers.join(" and ")} keep-alive connections that read states of ${servers
        .map(({ bytes }) => figureText(bytes))
        .join(" and ")} bytes; one new connection every ${pauseMs} ms`,
    },
  };
}

function rowName({ name }: Server, connections: number): string {
  return `${name}, ${connections} readers`;
}

async function loadAndProbe(server: Server, connections: number, isTiny: boolean): Promise<Sample> {
  const seconds = isTiny ? 1 : 3;
  const url = `${server.url}/treasury`;
  // In its own thread, so that reading the responses does not delay the probes.
  const load = autocannon({ url, connections, workers: 1, duration: seconds });
  const end = performance.now() + (seconds - leadSeconds) * 1_000;
  await sleep(leadSeconds * 1_000);
  const probes: Promise<number>[] = [];
  // At a fixed rate, because slow responses would otherwise be underrepresented.
  do {
    probes.push(probe(server));
    await sleep(pauseMs);
  } while (performance.now() < end);
  const taken = await Promise.all(probes);
  const { errors, non2xx, duration, ...answered } = await load;
  if (errors + non2xx > 0) throw new Error(`${errors} errors and ${non2xx} rejections.`);
  return {
    healthMs: percentile(taken, 0.5),
    worstMs: Math.max(...taken),
    perSecond: answered["2xx"] / duration,
  };
}

/** Milliseconds until `/health` responds on a new connection. */
async function probe({ url, name }: Server): Promise<number> {
  const start = performance.now();
  const request = get(`${url}/health`, { agent: false });
  const [response] = (await once(request, "response")) as [
    NodeJS.ReadableStream & { statusCode: number },
  ];
  response.resume();
  await once(response, "end");
  if (response.statusCode !== 200) throw new Error(`/health of ${name}: ${response.statusCode}.`);
  return performance.now() - start;
}
