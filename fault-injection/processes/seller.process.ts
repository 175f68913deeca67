import {
  type Clock,
  type Commit,
  type Doc,
  isTreasuryError,
  type Storage,
  systemClock,
} from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";
import { paidEndpoint, x402Seller } from "@agent-treasury/seller-x402";
import { createTreasury } from "@agent-treasury/treasury-core";
import { openStore } from "../stores/store.ts";
import { leave, ownTask, print, readyToGo } from "./own-task.ts";
import {
  saleUsd,
  type SellerKillPoint,
  sellerNetwork,
  type SellerTask,
  sellerWorkspace,
  type SignedPayment,
} from "./seller-task.ts";

const task = ownTask() as SellerTask;
let { aheadMs } = task;
const now = (): number => Date.now() + aheadMs;
const clock: Clock = { ...systemClock, now };

let passed = 0;
function reach(point: SellerKillPoint): void {
  if (task.kill?.at !== point) return;
  passed += 1;
  if (passed > task.kill.after) process.kill(process.pid, "SIGKILL");
}

function killedInCommits(storage: Storage): Storage {
  return {
    ...forwardedStorage(storage),
    commit: async (commits) => {
      const [credits, announces] = [commits.some(isCredit), commits.some(isAnnouncement)];
      if (credits) reach("crediting");
      if (announces) reach("announcing");
      const outcomes = await storage.commit(commits);
      if (credits) reach("credited");
      if (announces) reach("announced");
      if (commits.some((commit) => stores(commit, "x402/sale/"))) reach("sold");
      if (commits.some((commit) => stores(commit, "x402/delivered/"))) reach("delivered");
      return outcomes;
    },
  };
}

function isCredit({ entries }: Commit): boolean {
  return entries.length > 0;
}

function isAnnouncement(commit: Commit): boolean {
  return !isCredit(commit) && docsOf(commit).some(({ kind }) => kind === "incoming_payment");
}

function stores(commit: Commit, prefix: string): boolean {
  return docsOf(commit).some(({ kind, id }) => kind === "executor_value" && id.startsWith(prefix));
}

function docsOf({ put, create }: Commit): readonly Doc[] {
  return [...put, ...create];
}

const { rail, store, recovery } = task;
const storage = openStore(store, now);
const seller = x402Seller({
  rpcUrls: { [sellerNetwork]: rail.rpcUrls },
  networks: { [sellerNetwork]: { mode: "test", tokens: [rail.token], depth: 1 } },
  facilitator: rail.facilitator,
  timeoutSeconds: 10,
});
const treasury = createTreasury({
  autoApprovePayees: "any",
  baseUrl: "http://localhost:3000",
  storage: killedInCommits(storage),
  clock,
  incoming: [seller],
  recoverySeconds: false,
});
const sell = paidEndpoint(
  {
    treasury,
    seller,
    workspaceId: sellerWorkspace,
    network: sellerNetwork,
    payTo: rail.payTo,
    priceUsd: saleUsd,
    description: "A report",
  },
  (_request, { id }) => {
    print(`${id} handled`);
    reach("verified");
    return new Response("Sunny");
  },
);

async function present({ nonce, header }: SignedPayment): Promise<void> {
  const request = new Request("https://seller.example/report", {
    headers: { "payment-signature": header },
  });
  try {
    print(`${nonce} ${(await sell(request)).status}`);
  } catch (error) {
    if (!isTreasuryError(error)) throw error;
    print(`${nonce} ${error.code}`);
  }
}

await readyToGo();
await Promise.all(task.payments.map(present));
while (aheadMs < recovery.untilAheadMs) {
  aheadMs += recovery.stepMs;
  await treasury.recover();
}
await treasury.close();
await storage.close();
leave();
