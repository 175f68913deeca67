import type { LanguageModel, SpendExecutor, Storage, TurnLog } from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";
import type { AgentTool } from "@agent-treasury/treasury-core";

/**
 * The life of a process in a test. It dies at one of its steps, a step being the moment before or
 * after anything that leaves the process: from then on nothing of it ever goes on.
 */
export class Life {
  readonly died: Promise<void>;
  #steps = 0;
  #dead = false;
  readonly #lastStep: number;
  readonly #die: () => void;

  constructor(lastStep: number) {
    this.#lastStep = lastStep;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.died = promise;
    this.#die = resolve;
  }

  get isDead(): boolean {
    return this.#dead;
  }

  /** Does something outside of the process, unless it dies before or after it. */
  async through<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    await this.#step();
    try {
      return await work();
    } finally {
      await this.#step();
    }
  }

  #step(): Promise<void> {
    this.#steps += 1;
    if (this.#steps === this.#lastStep) {
      this.#dead = true;
      this.#die();
    }
    return this.#dead ? new Promise(() => {}) : Promise.resolve();
  }
}

/** The life of a process that does not die. */
export function immortal(): Life {
  return new Life(Number.POSITIVE_INFINITY);
}

/** A storage as a process that may die uses it. */
export function mortalStorage(storage: Storage, life: Life): Storage {
  return {
    ...forwardedStorage(storage),
    ...(storage.turnLog && { turnLog: mortalTurnLog(storage.turnLog, life) }),
    load: (requests) => life.through(() => storage.load(requests)),
    commit: (commits) => life.through(() => storage.commit(commits)),
    view: (workspaceId, docPage, entryPage) =>
      life.through(() => storage.view(workspaceId, docPage, entryPage)),
    due: (now, after, limit) => life.through(() => storage.due(now, after, limit)),
    workspaces: (after, limit) => life.through(() => storage.workspaces(after, limit)),
  };
}

/** A turn log as a process that may die uses it. */
export function mortalTurnLog(log: TurnLog, life: Life): TurnLog {
  return {
    specificationVersion: log.specificationVersion,
    name: log.name,
    append: (records) => life.through(() => log.append(records)),
    read: (turn, after, limit) => life.through(() => log.read(turn, after, limit)),
    erase: (workspaceId, before) => log.erase(workspaceId, before),
    sweep: (now, limit) => log.sweep(now, limit),
  };
}

/** An executor as a process that may die uses it: who pays lives on. */
export function mortalExecutor(executor: SpendExecutor, life: Life): SpendExecutor {
  return {
    ...executor,
    pay: (order) => life.through(() => executor.pay(order)),
    find: (order) => life.through(() => executor.find(order)),
  };
}

/** A model as a process that may die asks it: it may die at every piece of the answer. */
export function mortalModel(model: LanguageModel, life: Life): LanguageModel {
  return {
    ...model,
    async *stream(request) {
      for await (const part of model.stream(request)) {
        yield await life.through(() => Promise.resolve(part));
      }
    },
  };
}

/** A tool as a process that may die runs it: what it did outside stays done. */
export function mortalTool(tool: AgentTool, life: Life): AgentTool {
  return {
    ...tool,
    execute: (input, context) => life.through(async () => tool.execute(input, context)),
  };
}
