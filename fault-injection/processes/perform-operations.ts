import { setTimeout as sleep } from "node:timers/promises";
import { performStep } from "test-suites/histories";
import type { Engine } from "../../packages/treasury-core/src/domain.ts";
import type { Journalled, Operation } from "../audit/journal.ts";
import { housePayment } from "./house.ts";
import { type OperatorTask, operationsOf } from "./operations.ts";

export interface OperationLog {
  begin(operation: Operation): void;
  end(operation: Operation, answer: string): void;
}

/** Errors with an unknown outcome: repeating the operation determines it. */
const unknown: ReadonlySet<string> = new Set(["storage_error", "service_busy", "too_many_pending"]);

const pauseMs = 50;

/** Longer than any server takes to recover. */
const patienceMs = 120_000;

export class Operators {
  readonly #engine: Engine;
  readonly #log: OperationLog;
  retried = 0;

  constructor(engine: Engine, log: OperationLog) {
    this.#engine = engine;
    this.#log = log;
  }

  /** Completes operations that were in flight when the previous process was killed. */
  async finish(journal: readonly Journalled[]): Promise<void> {
    const open = journal.filter(({ answer }) => answer === null);
    await Promise.all(open.map((operation) => this.#perform(operation)));
  }

  /** Runs a task's callers until `goOn` returns false. */
  async run(task: OperatorTask, goOn: () => boolean): Promise<void> {
    await Promise.all(
      Array.from({ length: task.callers }, async (_, caller) => {
        const operations = operationsOf(task, caller);
        let answer = "";
        while (goOn()) {
          const { value } = operations.next(answer);
          if (value === undefined) return;
          this.#log.begin(value);
          answer = await this.#perform(value);
          // It needs no input or output, so that without a pause the process would never stop.
          if (answer === "storage_went_back") await sleep(pauseMs);
        }
      }),
    );
  }

  async #perform(operation: Operation): Promise<string> {
    const { workspaceId, step } = operation;
    const givenUpAt = performance.now() + patienceMs;
    for (;;) {
      const answer = await performStep(this.#engine, housePayment, workspaceId, step);
      if (!unknown.has(answer)) {
        this.#log.end(operation, answer);
        return answer;
      }
      if (performance.now() > givenUpAt) {
        throw new Error(`${operation.name} received ${answer} for two minutes.`);
      }
      this.retried += 1;
      await sleep(10 + Math.random() * 40);
    }
  }
}
