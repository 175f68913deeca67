import { mppExecutor } from "@agent-treasury/executor-mpp";
import { mppTempoExecutor } from "@agent-treasury/executor-mpp/tempo";
import { x402Executor } from "@agent-treasury/executor-x402";
import { guardedFetch } from "@agent-treasury/outbound-fetch";
import {
  type Clock,
  isTreasuryError,
  type OutboundFetch,
  type PaymentExecutor,
  type PaymentQuote,
  type Storage,
  systemClock,
} from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";
import type { TreasuryOptions } from "@agent-treasury/treasury-core";
import { type LocalAccount, privateKeyToAccount } from "viem/accounts";
import { openEngine } from "../../packages/treasury-core/src/create/open-engine.ts";
import { PluginActions } from "../../packages/treasury-core/src/domain.ts";
import { proposerOf } from "../../packages/treasury-core/src/features/external-agents/index.ts";
import { connectExecutors } from "../../packages/treasury-core/src/features/payments/connect-executors.ts";
import { payFromTab, Tabs } from "../../packages/treasury-core/src/features/tabs/later.ts";
import { replaceDeploymentId } from "../../packages/treasury-core/src/kernel/deployment/deployment-id.ts";
import { propose } from "../../packages/treasury-core/src/kernel/spends/propose.ts";
import { openStore } from "../stores/store.ts";
import { heldIn } from "./buyer-proposals.ts";
import {
  buyerBudget,
  buyerDepth,
  buyerNetwork,
  type BuyerTask,
  buyerWorkspace as workspaceId,
  type KillPoint,
  type Purchase,
} from "./buyer-task.ts";
import { leave, ownTask, print, readyToGo } from "./own-task.ts";

const task = ownTask() as BuyerTask;
let { aheadMs } = task.clock;
const now = (): number => Date.now() + aheadMs;
const clock: Clock = { ...systemClock, now };

let passed = 0;
function reach(point: KillPoint): void {
  if (task.kill?.at !== point) return;
  passed += 1;
  if (passed > task.kill.after) process.kill(process.pid, "SIGKILL");
}

function killedInCommits(storage: Storage): Storage {
  if (task.kill?.at !== "recording" && task.kill?.at !== "recorded") return storage;
  return {
    ...forwardedStorage(storage),
    commit: async (commits) => {
      const records = commits.some(({ entries }) => entries.length > 0);
      if (records) reach("recording");
      const outcomes = await storage.commit(commits);
      if (records) reach("recorded");
      return outcomes;
    },
  };
}

function killedInCalls(executor: PaymentExecutor): PaymentExecutor {
  const { prepare } = executor;
  if (prepare === undefined) throw new Error("The executor prepares nothing.");
  return {
    ...executor,
    prepare: async (order) => {
      reach("held");
      const payload = await prepare(order);
      reach("prepared");
      return payload;
    },
    pay: async (order) => {
      reach("committed");
      const outcome = await executor.pay(order);
      reach("paid");
      return outcome;
    },
  };
}

function killedInSigning(account: LocalAccount): LocalAccount {
  return {
    ...account,
    signTypedData: async (data) => {
      const signature = await account.signTypedData(data);
      reach("signed");
      return signature;
    },
    signTransaction: async (transaction, options) => {
      const signed = await account.signTransaction(transaction, options);
      reach("signed");
      return signed;
    },
  };
}

function killedInRequests(outbound: OutboundFetch): OutboundFetch {
  return async (request) => {
    const { "payment-signature": payment, authorization } = request.headers;
    if (payment === undefined && authorization === undefined) return outbound(request);
    reach("sending");
    const answer = await outbound(request).finally(() => reach("answered"));
    if (answer.status === 200) print(`${request.url} delivered`);
    return answer;
  };
}

const { rail, store } = task;
const outbound = guardedFetch({
  ports: [rail.port],
  allow: ["127.0.0.1/32"],
  ca: rail.certificate,
});
const executorOf = { x402: x402Executor, mpp: mppExecutor, tempo: mppTempoExecutor };
const executor = executorOf[rail.protocol]({
  account: killedInSigning(privateKeyToAccount(rail.privateKey)),
  rpcUrls: { [buyerNetwork]: rail.rpcUrls },
  networks: { [buyerNetwork]: { mode: "test", tokens: [rail.token], depth: buyerDepth } },
  timeoutSeconds: 10,
});
const storage = openStore(store, task.clock.isOfStorage ? now : undefined);
const options: TreasuryOptions = {
  autoApprovePayees: "any",
  baseUrl: "http://localhost:3000",
  storage: killedInCommits(storage),
  budget: buyerBudget,
  clock,
  outbound: killedInRequests(outbound),
  executors: { executor: killedInCalls(executor), timeoutSeconds: 15 },
};
const recording = { hasConsumers: () => false, reports: false };
const committed = (): void => {};
const engine = openEngine(options, () => {}, { recording, committed }, new PluginActions().type);
connectExecutors(engine, options);

const caller = { agentId: null };

/** The same tab in each process. */
async function openedTab({ payee }: PaymentQuote): Promise<string> {
  const opening = { amountUsd: 45, payee, vendor: payee, purpose: "reports", minutes: 44_640 };
  const proposer = proposerOf(workspaceId, null, null);
  const { tab } = await new Tabs(engine).open(proposer, opening, null);
  return tab.id;
}

async function buy({ proposalId, url }: Purchase): Promise<void> {
  const request = { url, method: "GET", contentType: null, body: null } as const;
  const answer = await outbound({
    ...request,
    headers: {},
    timeoutMs: 60_000,
    maximumBytes: 16_384,
    signal: new AbortController().signal,
  });
  const quoted = await executor.quote(answer, request);
  if (quoted.kind !== "quoted") throw new Error(quoted.reason);
  const { quote } = quoted;
  const texts = { vendor: "the seller", purpose: "a report", category: null };
  const spend = { id: proposalId, agentId: "agent", amount: quote.maximum, ...texts, quote };
  try {
    const { proposal } = await (rail.isTab
      ? payFromTab(engine, workspaceId, { tabId: await openedTab(quote), caller }, spend)
      : propose(engine, workspaceId, spend));
    print(`${proposalId} ${proposal.status}`);
  } catch (error) {
    if (!isTreasuryError(error)) throw error;
    print(`${proposalId} ${error.code}`);
  }
}

if (task.recovery?.isRestored === true) await replaceDeploymentId(engine);
await readyToGo();
await Promise.all(task.purchases.map(buy));
if (task.recovery !== null) {
  const { proposalIds, stepMs, untilAheadMs, isReviewing } = task.recovery;
  while (aheadMs < untilAheadMs) {
    await engine.external?.recover();
    if (!isReviewing && (await heldIn(storage, proposalIds)) === 0) break;
    aheadMs += stepMs;
    await clock.sleep(20, new AbortController().signal);
  }
}
await engine.external?.close();
await engine.committer.close();
await storage.close();
leave();
