import type { LanguageModel, PaymentExecutor, Storage, TurnLog } from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";
import type { AgentTool } from "@agent-treasury/treasury-core";

/**
 * The life of a process in a test. It crashes at one of its steps, the moments before and after
 * each external effect. From then on its calls never settle.
 */
export class Life {
  readonly died: Promise<void>;
  #steps = 0;
  #dead = false;
  readonly #sent = new Set<Promise<unknown>>();
  readonly #lastStep: number;
  readonly #die: () => void;

  constructor(lastStep: number) {
    this.#lastStep = lastStep;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.died = promise;
    this.#die = resolve;
  }

  get hasCrashed(): boolean {
    return this.#dead;
  }

  /** Performs an external effect, unless it crashes before or after it. */
  async through<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    await this.#step();
    const sent = work();
    this.#sent.add(sent);
    try {
      return await sent;
    } finally {
      this.#sent.delete(sent);
      await this.#step();
    }
  }

  /** Resolves when everything that it sent before its crash has arrived. */
  async arrived(): Promise<void> {
    await Promise.allSettled(this.#sent);
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

/** A process that does not crash. */
export function neverCrashing(): Life {
  return new Life(Number.POSITIVE_INFINITY);
}

/** A storage in a process that can crash. */
export function crashableStorage(storage: Storage, life: Life): Storage {
  return {
    ...forwardedStorage(storage),
    ...(storage.turnLog && { turnLog: crashableTurnLog(storage.turnLog, life) }),
    load: (requests) => life.through(() => storage.load(requests)),
    commit: (commits) => life.through(() => storage.commit(commits)),
    ...(storage.exclusive && {
      exclusive: (...asked: Parameters<Required<Storage>["exclusive"]>) =>
        life.through(async () => (await storage.exclusive?.(...asked)) ?? null),
    }),
    view: (workspaceId, docPage, entryPage) =>
      life.through(() => storage.view(workspaceId, docPage, entryPage)),
    due: (...asked) => life.through(() => storage.due(...asked)),
    workspaces: (after, limit) => life.through(() => storage.workspaces(after, limit)),
  };
}

/** A turn log in a process that can crash. */
export function crashableTurnLog(log: TurnLog, life: Life): TurnLog {
  return {
    specificationVersion: log.specificationVersion,
    name: log.name,
    append: (records) => life.through(() => log.append(records)),
    read: (turn, after, limit) => life.through(() => log.read(turn, after, limit)),
    erase: (workspaceId, before) => log.erase(workspaceId, before),
    purge: (now, limit) => log.purge(now, limit),
  };
}

/** An executor in a process that can crash, whose payee does not. */
export function crashableExecutor(executor: PaymentExecutor, life: Life): PaymentExecutor {
  return {
    ...executor,
    ...(executor.prepare && {
      prepare: (order) => life.through(async () => (await executor.prepare?.(order)) ?? {}),
    }),
    pay: (order) => life.through(() => executor.pay(order)),
    find: (order) => life.through(() => executor.find(order)),
  };
}

/** A model in a process that can crash at every piece of the answer. */
export function crashableModel(model: LanguageModel, life: Life): LanguageModel {
  return {
    ...model,
    async *stream(request) {
      for await (const part of model.stream(request)) {
        yield await life.through(() => Promise.resolve(part));
      }
    },
  };
}

/** A tool in a process that can crash; its external effects persist. */
export function crashableTool(tool: AgentTool, life: Life): AgentTool {
  return {
    ...tool,
    execute: (input, context) => life.through(async () => tool.execute(input, context)),
  };
}
