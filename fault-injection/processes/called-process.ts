import { setTimeout as sleep } from "node:timers/promises";
import type { Call, CallAnswer, CallerTask } from "./caller.process.ts";
import { runScript, type TestProcess } from "./run-process.ts";

/** A process whose treasury the test calls, on the packages of any version. */
export class CalledProcess {
  readonly #process: TestProcess;
  readonly #name: string;

  /** @param script a copy of `caller.process.ts` among the packages of its version. */
  constructor(name: string, script: string, task: CallerTask) {
    this.#name = name;
    this.#process = runScript(name, script, task);
  }

  /** @throws Error with the failure of the method, or if the process ended. */
  async call(method: string, input: unknown): Promise<unknown> {
    const answer = await this.answer({ method, input });
    if (answer === null) throw new Error(`The process of ${this.#name} ended.`);
    if ("failure" in answer) throw new Error(answer.failure);
    return answer.value;
  }

  /** Null if the process ended before it answered. */
  async answer(call: Call): Promise<CallAnswer | null> {
    await this.#process.ready;
    const before = this.#process.lines.length;
    this.#process.child.stdin?.write(`${JSON.stringify(call)}\n`);
    while (this.#process.lines.length === before) {
      if (this.#process.isOver) {
        await this.#process.ended;
        break;
      }
      await sleep(2);
    }
    const line = this.#process.lines[before];
    return line === undefined ? null : (JSON.parse(line) as CallAnswer);
  }

  kill(): void {
    this.#process.child.kill("SIGKILL");
  }

  async end(): Promise<void> {
    this.#process.stop();
    await this.#process.ended;
  }
}
