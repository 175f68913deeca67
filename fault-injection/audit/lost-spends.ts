import type { Storage } from "@agent-treasury/provider";
import { entryFromBody } from "../../packages/treasury-core/src/domain.ts";
import { entriesOf } from "../stores/entries.ts";
import { expectationsFrom } from "./expectations.ts";
import type { Journalled } from "./journal.ts";

/** What one process lost by a failover, and what it did afterwards. */
export interface LostSpends {
  /** Deposits, refunds and spends. */
  readonly confirmed: number;
  readonly lost: number;
  /** Workspaces that it stopped using. */
  readonly stopped: number;
  /**
   * Workspaces that it did not stop using after it had lost a spend there, and changes that it made
   * there afterwards. The expected list is empty.
   */
  readonly flaws: readonly string[];
}

const wentBack = "storage_went_back";
/** Responses to a payment that is already in the ledger. */
const repeats: readonly (string | null)[] = ["credited before", "duplicate"];

export async function lostSpends(
  storage: Storage,
  workspaceIds: readonly string[],
  journal: readonly Journalled[],
): Promise<LostSpends> {
  const counts = { confirmed: 0, lost: 0, stopped: 0 };
  const flaws: string[] = [];
  for (const workspaceId of workspaceIds) {
    const own = journal.filter((one) => one.workspaceId === workspaceId);
    const found = await namesIn(storage, workspaceId);
    const confirmed = [...expectationsFrom(own).certain.keys()];
    const lost = confirmed.filter((name) => !found.has(name));
    const hasStopped = own.some(({ answer }) => answer === wentBack);
    counts.confirmed += confirmed.length;
    counts.lost += lost.length;
    if (hasStopped) counts.stopped += 1;
    else if (lost.length > 0) flaws.push(`It still uses ${workspaceId} and lost ${lost[0]}.`);
    flaws.push(...changesAfterLoss(own, found));
  }
  return { ...counts, flaws };
}

/** Callers act concurrently, so that only each caller's own order is known. */
function changesAfterLoss(own: readonly Journalled[], found: ReadonlySet<string>): string[] {
  const changes: string[] = [];
  for (const operations of Map.groupBy(own, ({ name }) => callerOf(name)).values()) {
    let hasLost = false;
    for (const one of operations) {
      const names = one.answer === null ? [] : [...expectationsFrom([one]).certain.keys()];
      const isChange = !repeats.includes(one.answer);
      if (hasLost && isChange) changes.push(...names.filter((name) => found.has(name)));
      hasLost ||= one.answer === wentBack || names.some((name) => !found.has(name));
    }
  }
  return changes.map((name) => `It made ${name} after a loss.`);
}

async function namesIn(storage: Storage, workspaceId: string): Promise<ReadonlySet<string>> {
  const entries = await entriesOf(storage, workspaceId);
  return new Set(
    entries.map(({ body }) => {
      const { proposalId, reference } = entryFromBody(body);
      return proposalId === null ? `payment ${reference}` : `spend ${proposalId}`;
    }),
  );
}

function callerOf(name: string): string {
  return name.slice(0, name.lastIndexOf("-"));
}
