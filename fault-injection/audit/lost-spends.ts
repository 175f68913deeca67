import type { Storage } from "@agent-treasury/provider";
import { entryFromBody } from "../../packages/treasury-core/src/domain.ts";
import { entriesOf } from "../stores/entries.ts";
import { expectationsFrom } from "./expectations.ts";
import type { Journalled } from "./journal.ts";

/** What one process lost by a failover, and what it did afterwards. */
export interface LostSpends {
  readonly confirmed: number;
  readonly lost: number;
  /** Workspaces that it stopped using. */
  readonly stopped: number;
  /** Changes that it made to a workspace after it had lost one there. The expected list is empty. */
  readonly afterwards: readonly string[];
}

const wentBack = "storage_went_back";

export async function lostSpends(
  storage: Storage,
  workspaceIds: readonly string[],
  journal: readonly Journalled[],
): Promise<LostSpends> {
  const counts = { confirmed: 0, lost: 0, stopped: 0 };
  const afterwards: string[] = [];
  for (const workspaceId of workspaceIds) {
    const own = journal.filter((one) => one.workspaceId === workspaceId);
    const found = new Set<string>();
    for (const { body } of await entriesOf(storage, workspaceId)) {
      const { proposalId, reference } = entryFromBody(body);
      found.add(proposalId === null ? `payment ${reference}` : `spend ${proposalId}`);
    }
    let hasLost = false;
    for (const one of own) {
      for (const name of expectationsFrom([one]).certain.keys()) {
        counts.confirmed += 1;
        if (!found.has(name)) counts.lost += 1;
      }
    }
    // Callers act concurrently, so that only the callers' own order is known.
    for (const caller of new Set(own.map(({ name }) => callerOf(name)))) {
      hasLost = false;
      for (const one of own.filter(({ name }) => callerOf(name) === caller)) {
        const answered = one.answer === null ? [] : [...namesOf(one)];
        if (hasLost) afterwards.push(...answered.filter((name) => found.has(name)));
        if (answered.some((name) => !found.has(name)) || one.answer === wentBack) hasLost = true;
      }
    }
    if (own.some(({ answer }) => answer === wentBack)) counts.stopped += 1;
  }
  return { ...counts, afterwards };
}

function callerOf(name: string): string {
  return name.slice(0, name.lastIndexOf("-"));
}

/** A decision names its proposal, whose amount is not needed here. */
function namesOf(operation: Journalled): Iterable<string> {
  return expectationsFrom([operation]).certain.keys();
}
