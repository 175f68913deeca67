import { createServer } from "node:net";
import type { AgentTask } from "./agent.process.ts";
import { type TestProcess, runProcess } from "./run-process.ts";
import { until } from "./until.ts";

/** A little longer than a lease. */
const secondsBetweenLives = 20;

/** A service at one address whose processes are killed one after another. */
export class AgentService {
  readonly #task: Omit<AgentTask, "hoursLater">;
  #lives = 0;
  #process: TestProcess | null = null;
  /** The next process, with its modules already loaded. */
  #spare: TestProcess;
  #isUp: PromiseWithResolvers<void> = Promise.withResolvers();

  private constructor(task: Omit<AgentTask, "hoursLater">) {
    this.#task = task;
    this.#spare = this.#prepare();
  }

  /** Starts the first process. */
  static async start(task: Omit<AgentTask, "hoursLater" | "port">): Promise<AgentService> {
    const service = new AgentService({ ...task, port: await freePort() });
    await service.restart();
    return service;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#task.port}`;
  }

  /** Calls the current process, or waits for the next one. */
  readonly fetch: typeof fetch = async (input, init) => {
    await this.#isUp.promise;
    return fetch(input, init);
  };

  /** Starts the next process after {@link kill}; resolves when it listens. */
  async restart(): Promise<void> {
    const next = this.#spare;
    this.#process = next;
    await next.ready;
    next.go();
    await until("the agent to listen", () => next.isOver || next.lines.includes("listens"));
    if (next.isOver) throw new Error("The agent's process exited by itself.");
    this.#isUp.resolve();
    this.#spare = this.#prepare();
  }

  /** Kills the current process. */
  async kill(): Promise<string | null> {
    this.#isUp = Promise.withResolvers();
    this.#process?.child.kill("SIGKILL");
    return (await this.#process?.ended)?.signal ?? null;
  }

  /** Stops the remaining processes. */
  async stop(): Promise<void> {
    await this.#spare.ready.catch(() => {});
    this.#spare.child.kill("SIGKILL");
    this.#process?.stop();
    await Promise.all([this.#spare.ended, this.#process?.ended]);
  }

  #prepare(): TestProcess {
    const hoursLater = (this.#lives * secondsBetweenLives) / 3_600;
    this.#lives += 1;
    return runProcess("agent", { ...this.#task, hoursLater } satisfies AgentTask);
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("There is no port.");
  return address.port;
}
