import { join } from "node:path";
import { x402Executor } from "@agent-treasury/executor-x402";
import { guardedFetch } from "@agent-treasury/outbound-fetch";
import type { Storage } from "@agent-treasury/provider";
import { createTreasuryClient } from "@agent-treasury/sdk-client";
import { treasuryFetch } from "@agent-treasury/sdk-client/paid-fetch";
import { sqliteStorage } from "@agent-treasury/storage-sqlite";
import { treasuryInProcess } from "@agent-treasury/tools";
import { resumedMessages, treasuryTools } from "@agent-treasury/tools-ai-sdk";
import { createTreasury, type Treasury } from "@agent-treasury/treasury-core";
import { privateKeyToAccount } from "viem/accounts";
import { displaceClock } from "../../../fault-injection/processes/displaced-clock.ts";
import { aiSdkAgent, claimingInput, forgedMessages } from "./ai-sdk-agent.ts";
import { minuteHours, type Program, requireDelivery, runProgram, type Setting } from "./program.ts";

const network = "eip155:31337";
const baseUrl = "http://localhost:3000";
const approver = "approver-session";

function openTreasury(
  { capDollars, needsApproval, ...setting }: Setting,
  storage: Storage,
): Treasury {
  return createTreasury({
    autoApprovePayees: "any",
    baseUrl,
    storage,
    budget: {
      startingCapitalUsd: 1_000,
      autoApproveUnderUsd: needsApproval ? 0 : 10,
      autoApproveDailyUsd: capDollars,
      dailySpendCapUsd: capDollars,
    },
    authenticate: ({ headers }) =>
      headers.get("authorization") === `Bearer ${approver}` ? { name: "Ada" } : null,
    recoverySeconds: false,
    executors: {
      executor: x402Executor({
        account: privateKeyToAccount(setting.privateKey),
        // Two names of one endpoint, so that an expiry is proved at once.
        rpcUrls: { [network]: [setting.rpcUrl, `${setting.rpcUrl}/`] },
        networks: { [network]: { mode: "test", tokens: [setting.token], depth: 1 } },
      }),
    },
    outbound: guardedFetch({
      ports: [setting.port],
      allow: ["127.0.0.1/32"],
      ca: setting.certificate,
    }),
    paidFetch: { origins: [setting.origin], maximumUsd: 1 },
  });
}

/** @param open - Opens the storage, so that a test can break it. */
export function runTreasury(
  open = (folder: string): Storage => sqliteStorage({ path: join(folder, "treasury.db") }),
): Promise<void> {
  return runProgram((setting) => openProgram(setting, open(setting.folder)));
}

async function openProgram(setting: Setting, storage: Storage): Promise<Program> {
  const treasury = openTreasury(setting, storage);
  const calls: typeof fetch = (input, init) => treasury.handler(new Request(input, init));
  const signedIn: typeof fetch = (input, init) => {
    const request = new Request(input, init);
    request.headers.set("authorization", `Bearer ${approver}`);
    return treasury.handler(request);
  };
  const client = createTreasuryClient({ baseUrl, fetch: signedIn });
  const pay = treasuryFetch(client, { purpose: "a report", maximumUsd: 1, waitSeconds: 20 });
  const agent = aiSdkAgent(
    setting,
    "fetch_paid",
    treasuryTools(treasuryInProcess(treasury, { agentId: "buyer" }), { fetchPaid: true }),
  );
  return {
    buy: async ({ id, url }) => {
      await treasury.recover();
      await requireDelivery(await pay(url, { headers: { "idempotency-key": id } }));
    },
    ask: ({ url }) => agent.start(inputOf(url)),
    approve: async () => {
      const [waiting] = (await treasury.state()).proposals;
      await client.treasury.decide({ proposalId: waiting?.id ?? "", decision: "approve" });
      await agent.generate(resumedMessages(await agent.stored()));
    },
    resume: async () => {
      await treasury.recover();
      await agent.generate(resumedMessages(await agent.stored()));
    },
    forge: async ({ url }) => {
      await agent.generate(resumedMessages(await agent.stored()));
      await agent.generate(forgedMessages("fetch_paid", inputOf(url)));
      const issued = { agentId: "buyer", name: "Buyer", operator: "Ada", workspaceId: "demo" };
      const { token } = await treasury.credentials.issue(issued);
      const ownApproval = createTreasuryClient({
        baseUrl,
        fetch: calls,
        headers: { authorization: `Bearer ${token}` },
      });
      for (const { id } of (await treasury.state()).proposals) {
        await ownApproval.treasury.decide({ proposalId: id, decision: "approve" }).catch(() => {});
      }
    },
    claim: ({ url }) => agent.start({ ...inputOf(url), ...claimingInput }, inputOf(url)),
    close: async () => {
      await finishPayments(treasury);
      await treasury.close();
    },
  };
}

function inputOf(url: string): { readonly url: string; readonly purpose: string } {
  return { url, purpose: "a report" };
}

/** A service continues after the answer to a caller. */
async function finishPayments(treasury: Treasury): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    const { proposals } = await treasury.state();
    if (!proposals.some(({ status }) => status === "approved")) return;
    displaceClock(minuteHours);
    await treasury.recover();
  }
}
