import { sandboxPayments } from "@agent-treasury/sandbox";
import { sandboxSessionFiles } from "@agent-treasury/sandbox/node";
import { createTreasury } from "@agent-treasury/treasury-core";
import { type StoreAddress, openStore } from "../stores/store.ts";
import { leave, ownTask, print, readyToGo } from "./own-task.ts";

/** A paid checkout, and the number of concurrent confirmations per process. */
export interface DepositorTask {
  readonly store: StoreAddress;
  readonly sessionsPath: string;
  readonly sessionId: string;
  readonly callers: number;
}

const { store, sessionsPath, sessionId, callers } = ownTask() as DepositorTask;
const baseUrl = "http://localhost:3000";
const payments = sandboxPayments({ baseUrl, store: sandboxSessionFiles(sessionsPath) });
const treasury = createTreasury({
  baseUrl,
  storage: openStore(store),
  payments: { processor: payments },
});
await treasury.state("acme");
await readyToGo();
const confirmed = await Promise.all(
  Array.from({ length: callers }, () =>
    treasury.confirmDeposit({ workspaceId: "acme", sessionId }),
  ),
);
for (const { paid, duplicate, depositedUsd, state } of confirmed) {
  print(JSON.stringify({ paid, duplicate, depositedUsd, balanceUsd: state.balanceUsd }));
}
await treasury.close();
leave();
