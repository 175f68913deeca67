import { type Proposal, requestLimits } from "@agent-treasury/contract";
import type { LoadRequest, TreasuryError } from "@agent-treasury/provider";
import { linkSignals } from "../../kernel/abort-signals.ts";
import { CallerPermits } from "../../kernel/caller-permits.ts";
import { ChangeNotifier } from "../../kernel/change-notifier.ts";
import type { Engine } from "../../kernel/engine.ts";
import { retryLater } from "../../kernel/errors.ts";
import type { CommitListener } from "../../kernel/ledger/commit/committed-change.ts";
import { outsideRequests } from "../../kernel/ledger/commit/request-effects.ts";
import { asOf, proposalFromDoc } from "../../kernel/proposals/proposal-record.ts";
import { proposalKey } from "../../kernel/proposals/proposal.ts";
import {
  type ExplainedProposal,
  type ExplainedQuestion,
  readExplained,
} from "../../kernel/views/read-explained.ts";

export const maximumWaits = 500;
export const maximumWaitsOfCaller = 4;
const pollMs = 1_000;

export interface ProposalWait {
  readonly seconds: number;
  /** Whose waiting requests are counted together. Null for trusted code. */
  readonly caller: string | null;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal | null;
}

/** Proposals that are watched until `release` is called. */
export interface ProposalWatch {
  /** Aborts when the service closes. */
  readonly closing: AbortSignal;
  /** Resolves at the next change of one of them, and when the signal aborts. */
  next(signal: AbortSignal): Promise<void>;
  /** Stops watching one. */
  drop(proposalId: string): void;
  release(): void;
}

interface WatchedProposal {
  readonly workspaceId: string;
  readonly proposalId: string;
  readonly notifier: ChangeNotifier;
  waiting: number;
}

/**
 * Requests that wait for the outcome of proposals. Commits of this process wake them at once. One
 * read per second finds the commits of other processes.
 */
export class ProposalWaits {
  readonly #watched: Map<string, WatchedProposal> = new Map();
  readonly #permits: CallerPermits = new CallerPermits();
  readonly #closing: AbortController = new AbortController();
  #isPolling = false;

  readonly committed: CommitListener = ({ workspaceId, docs }) => {
    if (this.#watched.size === 0) return;
    for (const { after } of docs) {
      if (after.kind !== proposalKey(after.id).kind) continue;
      this.#watched.get(watchKey(workspaceId, after.id))?.notifier.notify();
    }
  };

  get isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  /** Ends all waits. Their requests answer with the present status. */
  close(): void {
    this.#closing.abort("closing");
  }

  /**
   * Returns the proposal once it is denied, executed or failed, and at the latest after the wait.
   *
   * @throws TreasuryError `proposal_not_found`; `rate_limited` if too many requests wait.
   */
  async read(
    engine: Engine,
    question: ExplainedQuestion,
    wait: ProposalWait,
  ): Promise<ExplainedProposal> {
    const read = await readExplained(engine, question);
    if (isFinal(read.proposal) || wait.seconds === 0) return read;
    const release = this.#acquire(wait.caller);
    try {
      return await this.#untilFinal(engine, question, wait);
    } finally {
      release();
    }
  }

  /**
   * Watches proposals. Changes that other processes make are found once they are final.
   *
   * @throws TreasuryError `rate_limited` if too many requests wait.
   */
  watch(
    engine: Engine,
    workspaceId: string,
    proposalIds: readonly string[],
    caller: string,
  ): ProposalWatch {
    const returnPermit = this.#acquire(caller);
    const watched = new Map(
      proposalIds.map((id) => [id, this.#watch(engine, { workspaceId, proposalId: id })]),
    );
    const drop = (proposalId: string): void => {
      const dropped = watched.get(proposalId);
      if (dropped !== undefined && watched.delete(proposalId)) this.#unwatch(dropped);
    };
    return {
      closing: this.#closing.signal,
      next: async (signal) => {
        const over = new AbortController();
        const stop = linkSignals(signal, over.signal);
        const changes = [...watched.values()].map(({ notifier }) => notifier.next(stop.signal));
        await Promise.race(changes);
        over.abort("changed");
        stop.unlink();
      },
      drop,
      release: () => {
        for (const proposalId of watched.keys()) drop(proposalId);
        returnPermit();
      },
    };
  }

  async #untilFinal(
    engine: Engine,
    question: ExplainedQuestion,
    { seconds, signal }: ProposalWait,
  ): Promise<ExplainedProposal> {
    const { clock } = engine;
    const watched = this.#watch(engine, question);
    const over = new AbortController();
    const sources = [over.signal, this.#closing.signal, ...(signal === null ? [] : [signal])];
    const stop = linkSignals(...sources);
    const elapsed = clock.sleep(seconds * 1_000, stop.signal).catch(() => undefined);
    void elapsed.then(() => over.abort("elapsed"));
    try {
      for (;;) {
        // Before the read, so that no change between them is missed.
        const change = watched.notifier.next(stop.signal);
        const read = await readExplained(engine, question);
        if (isFinal(read.proposal) || stop.signal.aborted) return read;
        await change;
      }
    } finally {
      over.abort("answered");
      stop.unlink();
      this.#unwatch(watched);
    }
  }

  #watch(
    engine: Engine,
    { workspaceId, proposalId }: Omit<ExplainedQuestion, "agentId">,
  ): WatchedProposal {
    const key = watchKey(workspaceId, proposalId);
    const notifier = new ChangeNotifier();
    const watched = this.#watched.get(key) ?? { workspaceId, proposalId, notifier, waiting: 0 };
    watched.waiting += 1;
    this.#watched.set(key, watched);
    if (!this.#isPolling) void outsideRequests(() => this.#poll(engine));
    return watched;
  }

  #unwatch(watched: WatchedProposal): void {
    watched.waiting -= 1;
    if (watched.waiting > 0) return;
    this.#watched.delete(watchKey(watched.workspaceId, watched.proposalId));
  }

  async #poll(engine: Engine): Promise<void> {
    this.#isPolling = true;
    try {
      while (this.#watched.size > 0 && !this.#closing.signal.aborted) {
        await engine.clock.sleep(pollMs, this.#closing.signal).catch(() => undefined);
        if (this.#closing.signal.aborted) return;
        await this.#look(engine).catch(engine.report);
      }
    } finally {
      this.#isPolling = false;
    }
  }

  /** One call of the storage reads all awaited proposals. */
  async #look({ storage }: Engine): Promise<void> {
    const byWorkspace = Map.groupBy(this.#watched.values(), ({ workspaceId }) => workspaceId);
    const requests = [...byWorkspace].map(([workspaceId, watched]): LoadRequest => ({
      workspaceId,
      keys: watched.map(({ proposalId }) => proposalKey(proposalId)),
    }));
    if (requests.length === 0) return;
    const snapshots = await storage.load(requests);
    for (const [index, { workspaceId }] of requests.entries()) {
      const { found = [], storageNow = 0 } = snapshots[index] ?? {};
      for (const doc of found) {
        if (!isFinal(asOf(proposalFromDoc(doc), storageNow))) continue;
        this.#watched.get(watchKey(workspaceId, doc.id))?.notifier.notify();
      }
    }
  }

  #acquire(caller: string | null): () => void {
    const isShareUsed = this.#permits.countOf(caller) >= maximumWaitsOfCaller;
    if (isShareUsed) throw tooMany(`${maximumWaitsOfCaller} of this caller`);
    if (this.#permits.count >= maximumWaits) throw tooMany(`${maximumWaits} of this process`);
    return this.#permits.take(caller);
  }
}

/** Whether the proposal has its outcome. */
export function isFinal({ status }: Pick<Proposal, "status">): boolean {
  return status !== "pending" && status !== "approved";
}

function watchKey(workspaceId: string, proposalId: string): string {
  return `${workspaceId}\n${proposalId}`;
}

function tooMany(which: string): TreasuryError {
  const message = `Too many requests wait for proposals: ${which}. The limit of a request's wait is ${requestLimits.waitSeconds} seconds.`;
  return retryLater("rate_limited", message, 5);
}
