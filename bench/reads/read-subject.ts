import { type Storage, Micros, randomIdentifiers } from "@agent-treasury/provider";
import { orderedIdentifier } from "@agent-treasury/provider/helpers";
import { createTreasury } from "@agent-treasury/treasury-core";
import {
  type SpendingPolicy,
  decideProposal,
  proposeSpend,
} from "../../packages/treasury-core/src/domain.ts";
import { percentile } from "../harness/statistics.ts";
import { committerOn, generousPolicy, spendOneCent } from "../ledger/treasury-engine.ts";
import { filledWorkspace as workspaceId } from "./filled-ledgers.ts";

const baseUrl = "http://localhost:3000";
const address = `${baseUrl}/api/service/treasury`;
const decisionsInRound = 50;
/** Requires approval of every spend, so that there are decisions to measure. */
const askingPolicy: SpendingPolicy = {
  ...generousPolicy,
  limits: { ...generousPolicy.limits, autoApproveUnder: Micros.zero },
};

/** The measured questions, each with its median in milliseconds per round. */
export const questions = {
  state: "`GET treasury`",
  ledger: "`GET treasury/ledger`, a page from somewhere",
  proposals: "`GET treasury/proposals`, a page from somewhere",
  decision: "a decision, durable",
} as const;

export type Question = keyof typeof questions;

/** A ledger of some length. */
export interface ReadSubject {
  /** Repeats one question for this time; returns the median in milliseconds. */
  ask(question: Question, seconds: number): Promise<number>;
  /** Verifies the whole chain; returns microseconds per entry. */
  verify(): Promise<number>;
  /** Makes this number of spends one after another. */
  spend(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Opens a treasury on a storage with a filled ledger. */
export function openSubject(storage: Storage, entries: number): ReadSubject {
  const committer = committerOn(storage);
  const treasury = createTreasury({ baseUrl, storage });
  const get = async (path: string): Promise<number> => {
    const start = performance.now();
    const response = await treasury.handler(new Request(`${address}${path}`));
    const body = await response.text();
    const taken = performance.now() - start;
    if (response.status !== 200)
      throw new Error(`${path} was answered ${response.status}: ${body}`);
    return taken;
  };
  const somewhere = (): number => 101 + Math.floor(Math.random() * (entries - 101));
  const reads: Record<Exclude<Question, "decision">, () => Promise<number>> = {
    state: () => get(`?workspaceId=${workspaceId}`),
    ledger: () => get(`/ledger?workspaceId=${workspaceId}&limit=100&cursor=${somewhere()}`),
    proposals: () => get(`/proposals?workspaceId=${workspaceId}&limit=100&cursor=1.${somewhere()}`),
  };
  return {
    ask: async (question, seconds) => {
      if (question === "decision") return await decide(committer);
      const taken: number[] = [];
      const end = performance.now() + seconds * 1_000;
      do taken.push(await reads[question]());
      while (performance.now() < end);
      return percentile(taken, 0.5);
    },
    verify: async () => {
      const start = performance.now();
      const { valid, entriesChecked } = await treasury.verify(workspaceId);
      if (!valid) throw new Error("The chain does not verify.");
      return ((performance.now() - start) * 1_000) / entriesChecked;
    },
    spend: async (count) => {
      for (let done = 0; done < count; done += 1) await spendOneCent(committer, workspaceId);
    },
    close: async () => {
      await committer.close();
      await treasury.close();
    },
  };
}

/** Measures the approval of pending spends, which executes them and writes entry and proposal. */
async function decide(committer: ReturnType<typeof committerOn>): Promise<number> {
  const ids = await Promise.all(Array.from({ length: decisionsInRound }, () => propose(committer)));
  const taken: number[] = [];
  for (const proposalId of ids) {
    const start = performance.now();
    const command = decideProposal(
      {
        proposalId,
        decision: "approve",
        operator: { name: "Ada", verified: true, id: "ada", groups: [] },
        comment: null,
        payment: null,
        salt: randomIdentifiers.random(),
      },
      askingPolicy,
    );
    const { status } = await committer.run(workspaceId, command);
    taken.push(performance.now() - start);
    if (status !== "executed") throw new Error(`An approved spend was ${status}.`);
  }
  return percentile(taken, 0.5);
}

async function propose(committer: ReturnType<typeof committerOn>): Promise<string> {
  const id = orderedIdentifier(randomIdentifiers, Date.now());
  const request = {
    id,
    agentId: "agent",
    amount: Micros.of(Micros.perCent),
    vendor: "Example Cloud",
    purpose: `A month of storage for job ${Number.parseInt(id.slice(-8), 16)}`,
    category: "hosting",
    payment: null,
    salt: randomIdentifiers.random(),
  };
  const { status } = await committer.run(workspaceId, proposeSpend(request, askingPolicy));
  if (status !== "pending") throw new Error(`A spend was ${status}, not pending.`);
  return id;
}
