import { setTimeout as sleep } from "node:timers/promises";
import { isTreasuryError } from "@agent-treasury/provider";
import type { Command, Engine, SpendProposal } from "../../packages/treasury-core/src/domain.ts";
import { leave, readyToGo } from "./own-task.ts";
import { workspaceId } from "./ruled-house.ts";

interface Callers<Item> {
  readonly engine: Engine;
  /** Each caller takes the next item when it has completed one. */
  readonly items: readonly Item[];
  readonly callers: number;
  readonly call: (item: Item) => Promise<void>;
}

/** Distributes the items over concurrent callers once the process may begin, then closes it. */
export async function runCallers<Item>(of: Callers<Item>): Promise<void> {
  const { engine, callers, call } = of;
  await engine.storage.load([{ workspaceId, keys: [] }]);
  await readyToGo();
  const items = of.items.values();
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (const item of items) await call(item);
    }),
  );
  await engine.committer.close();
  await engine.storage.close();
  leave();
}

/**
 * Runs a command until the storage responds. Returns the status of the proposal, or the code of the
 * error.
 */
export async function statusAfter(
  { committer }: Engine,
  command: Command<SpendProposal>,
): Promise<string> {
  for (;;) {
    try {
      return (await committer.run(workspaceId, command)).status;
    } catch (error) {
      if (!isTreasuryError(error)) throw error;
      if (error.code !== "storage_error" && error.code !== "service_busy") return error.code;
      process.stderr.write(`${error.code}: ${String(error.cause)}\n`);
      await sleep(20);
    }
  }
}
