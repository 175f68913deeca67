import { once } from "node:events";
import { request } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { runProgram } from "./run-program.fixture.ts";

const betweenProbesMs = 5;
const paths = ["/api/service/health", "/api/service/treasury", "/command"];

/** The answer to one request. */
export interface ProbeAnswer {
  readonly path: string;
  /** The status, and the code of a failure: `200`, `503 starting`. */
  readonly outcome: string;
  readonly milliseconds: number;
}

/** The requests on connections that the server accepted. */
export interface ProbedStart {
  readonly answers: readonly ProbeAnswer[];
  /** What happened to each request that has no answer. */
  readonly unanswered: readonly string[];
}

/**
 * Starts the server on a database, sends it a request every 5 ms from the first moment on, each on a
 * connection of its own, and stops it when every request was answered.
 */
export async function probeStart(
  database: string,
  directory: string,
  longestWaitMs: number,
): Promise<ProbedStart> {
  const port = await unusedPort();
  const program = runProgram(
    "start.ts",
    { PORT: String(port), TREASURY_DATABASE_URL: database, TREASURY_SANDBOX: "on" },
    directory,
  );
  const started = new AbortController();
  const ready = program.waitFor(/Ready/).finally(() => started.abort());
  const answers: ProbeAnswer[] = [];
  const unanswered: string[] = [];
  const probes: Promise<void>[] = [];
  for (let count = 0; !started.signal.aborted; count += 1) {
    const path = paths[count % paths.length] ?? "/";
    const sent = probe(port, path, longestWaitMs).then(
      (answer) => void (answer === null || answers.push(answer)),
      (error: unknown) =>
        void unanswered.push(
          `${path}, request ${count}, ${answers.length} answered: ${String(error)}`,
        ),
    );
    probes.push(sent);
    await sleep(betweenProbesMs);
  }
  await ready;
  await Promise.all(probes);
  program.stop("SIGTERM");
  await program.exitCode;
  return { answers, unanswered };
}

/** Null when the server does not listen yet. */
async function probe(
  port: number,
  path: string,
  longestWaitMs: number,
): Promise<ProbeAnswer | null> {
  const from = performance.now();
  const signal = AbortSignal.timeout(longestWaitMs);
  const options = {
    port,
    path,
    host: "127.0.0.1",
    agent: false,
    signal,
    headers: { host: `localhost:${port}` },
  };
  const sent = request(options).end();
  try {
    const [response] = await once(sent, "response");
    let text = "";
    for await (const piece of response) text += String(piece);
    const isFailure = response.statusCode >= 400 && text.startsWith("{");
    const code = isFailure ? ` ${(JSON.parse(text) as { code: string }).code}` : "";
    const milliseconds = performance.now() - from;
    return { path, outcome: `${response.statusCode}${code}`, milliseconds };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ECONNREFUSED") return null;
    throw error;
  }
}

async function unusedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
