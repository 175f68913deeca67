import { setTimeout as sleep } from "node:timers/promises";
import { performStep } from "test-suites/histories";
import type { Engine } from "../../packages/treasury-core/src/domain.ts";
import type { Journalled, Operation } from "../audit/journal.ts";
import { housePayment } from "./house.ts";
import { type OperatorTask, operationsOf } from "./operations.ts";

/** Where it is written down what callers are about to do and what they are told. */
export interface OperationLog {
  begin(operation: Operation): void;
  end(operation: Operation, answer: string): void;
}

/** None of these says that nothing was done: the same operation again finds out. */
const unknown: ReadonlySet<string> = new Set(["storage_error", "service_busy", "too_many_pending"]);

/** Longer than any server takes to come back. */
const patienceMs = 120_000;

/** The callers of one process. */
export class Operators {
  readonly #engine: Engine;
  readonly #log: OperationLog;
  /** How often a caller had to ask again. */
  retried = 0;

  constructor(engine: Engine, log: OperationLog) {
    this.#engine = engine;
    this.#log = log;
  }

  /** Finishes what was under way when the process before this one was killed. */
  async finish(journal: readonly Journalled[]): Promise<void> {
    const open = journal.filter(({ answer }) => answer === null);
    await Promise.all(open.map((operation) => this.#perform(operation)));
  }

  /** All callers of a task do one operation after another, as long as `goOn` says so before each. */
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
        throw new Error(`For two minutes ${operation.name} was told ${answer}.`);
      }
      this.retried += 1;
      await sleep(10 + Math.random() * 40);
    }
  }
}
