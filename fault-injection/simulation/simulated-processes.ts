import type { Storage } from "@agent-treasury/provider";
import {
  type History,
  type Move,
  type Processes,
  type Round,
  type Stage,
  type TakenStep,
  openEngine,
  performStep,
  recorderOf,
  seededIdentifiers,
} from "test-suites/histories";
import type { Engine, EventRecorder } from "../../packages/treasury-core/src/domain.ts";
import { CountedFaults, type FaultCounts } from "./counts.ts";
import type { Faults } from "./faults.ts";
import { type Choose, type Life, Schedule, type ScheduledEvent } from "./schedule.ts";
import { scheduledStorage } from "./scheduled-storage.ts";

/** The result for a caller without a response: the process crashed, or the storage failed. */
const unknownToCaller = "storage_error";

/** Processes that advance only when the schedule allows it. */
export interface SimulatedProcesses extends Processes {
  readonly counts: FaultCounts;
  readonly steps: number;
}

interface Running {
  readonly life: Life;
  readonly engine: Engine;
}

interface Waiting {
  readonly process: number;
  tell(answer: string): void;
}

/** The processes of a history, which crash, restart and lose calls as `faults` determines. */
export function simulatedProcesses(
  history: History,
  stage: Stage,
  choose: Choose,
  faults: Faults,
): SimulatedProcesses {
  return new Simulation(history, stage, choose, faults);
}

class Simulation implements SimulatedProcesses {
  readonly #settings: History["settings"];
  readonly #seed: number;
  readonly #stage: Stage;
  readonly #schedule: Schedule;
  readonly #faults: CountedFaults;
  readonly #recorder: EventRecorder;
  readonly #running: Running[];
  readonly #waiting: Set<Waiting> = new Set();
  #lives = 0;

  constructor(history: History, stage: Stage, choose: Choose, faults: Faults) {
    const { settings, seed } = history;
    this.#settings = settings;
    this.#seed = seed;
    this.#stage = stage;
    this.#schedule = new Schedule(choose);
    this.#faults = new CountedFaults(faults);
    this.#recorder = recorderOf(history);
    this.#running = settings.payments.map((_, index) => this.#start(index));
  }

  get counts(): FaultCounts {
    return this.#faults.counts;
  }

  get steps(): number {
    return this.#schedule.steps;
  }

  async take({ moves }: Round): Promise<readonly TakenStep[]> {
    const answers = Promise.all(moves.map((move) => this.#take(move)));
    // The test reports the error after the run.
    answers.catch(() => {});
    await this.#schedule.run(
      (event) => this.#survives(event),
      () => this.#waiting.size === 0,
    );
    return answers;
  }

  /** A reader's calls are not scheduled. */
  reader(index: number): Engine {
    return this.#open(this.#storageOf(index), this.#seed);
  }

  faultsMet(): number {
    const { deaths, failedReads, commits } = this.counts;
    const { refused, beaten, lost, unseen, late } = commits;
    return deaths + failedReads + refused + beaten + lost + unseen + late;
  }

  async close(): Promise<void> {
    await Promise.all(this.#running.map(({ engine }) => engine.committer.close()));
  }

  #start(index: number): Running {
    this.#lives += 1;
    const life: Life = { index, isOver: false };
    const storage = scheduledStorage(this.#storageOf(index), this.#schedule, life, this.#faults);
    return { life, engine: this.#open(storage, this.#seed + this.#lives) };
  }

  #open(storage: Storage, seed: number): Engine {
    const { clock } = this.#stage;
    const identifiers = seededIdentifiers(seed);
    return openEngine(storage, this.#settings, clock, identifiers, this.#recorder);
  }

  #storageOf(index: number): Storage {
    const { storages } = this.#stage;
    const storage = storages[index % storages.length];
    if (storage === undefined) throw new Error("A history needs a storage.");
    return storage;
  }

  #survives(event: ScheduledEvent): boolean {
    if (event.kind === "stray" || !this.#faults.isDeath(this.#schedule.steps)) return true;
    // The waiting events with this call are lost in a crash.
    this.#schedule.add(event);
    this.#die(event.process);
    return false;
  }

  #die(life: Life): void {
    life.isOver = true;
    this.#schedule.bury(life, () => this.#faults.isStray());
    for (const step of this.#waiting) {
      if (step.process === life.index) step.tell(unknownToCaller);
    }
    this.#running[life.index] = this.#start(life.index);
  }

  #take({ committer, step }: Move): Promise<TakenStep> {
    return new Promise((resolve, reject) => {
      const process = this.#running[committer];
      if (process === undefined) throw new Error(`There is no process ${committer}.`);
      const caller: Waiting = {
        process: committer,
        tell: (answer) => {
          this.#waiting.delete(caller);
          resolve({ answer, now });
        },
      };
      this.#waiting.add(caller);
      const payment = this.#settings.payments[committer] ?? null;
      let now = this.#stage.clock.now();
      const decided = (at: number): void => {
        now = at;
      };
      performStep(process.engine, payment, this.#stage.workspaceId, step, decided).then(
        (answer) => caller.tell(answer),
        (error: unknown) => {
          this.#waiting.delete(caller);
          reject(error);
        },
      );
    });
  }
}
