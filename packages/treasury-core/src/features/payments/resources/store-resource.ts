import type { Key, PaidResource } from "@agent-treasury/provider";
import { changed, type Command, unchanged } from "../../../kernel/ledger/command.ts";
import { proposalOf, proposalToDoc } from "../../../kernel/proposals/proposal-record.ts";
import { proposalKey } from "../../../kernel/proposals/proposal.ts";
import type { PayingDeps } from "../payouts/spending-deps.ts";
import {
  maximumPartBytes,
  maximumParts,
  partKey,
  partToDoc,
  resourceKey,
  resourceToDoc,
  type StoredRest,
} from "./resource-doc.ts";

type StoringDeps = Pick<PayingDeps, "committer" | "identifiers">;

/**
 * Stores what was bought, once. Precedes the record of the payment, so that a process that exits in
 * between does not lose it. A long resource exists with its last commit.
 */
export async function storeResource(
  deps: StoringDeps,
  workspaceId: string,
  proposalId: string,
  resource: PaidResource,
): Promise<void> {
  const rest = await storeParts(deps, workspaceId, proposalId, resource);
  // It is too long, as an invalid resource is not stored either.
  if (rest === undefined) return;
  await deps.committer.run(workspaceId, storeHead(proposalId, resource, rest));
}

/**
 * Stores what follows the beginning of a resource, part by part, under an id of its own, because the
 * spend may have another answer. Null for a short resource, undefined for one that is too long.
 */
export async function storeParts(
  { committer, identifiers }: StoringDeps,
  workspaceId: string,
  proposalId: string,
  { rest }: PaidResource,
): Promise<StoredRest | null | undefined> {
  if (rest === undefined) return null;
  const id = identifiers.random();
  let [parts, bytes] = [0, 0];
  for await (const part of rest) {
    if (parts === maximumParts || part.length > maximumPartBytes) return undefined;
    await committer.run(workspaceId, storePart(proposalId, partKey(id, parts), part));
    parts += 1;
    bytes += part.length;
  }
  return { id, parts, bytes };
}

function storeHead(
  proposalId: string,
  resource: PaidResource,
  rest: StoredRest | null,
): Command<null> {
  return {
    name: "store_resource",
    reads: [proposalKey(proposalId)],
    creates: [resourceKey(proposalId)],
    reduce: (ledger, now) => {
      const spend = proposalOf(ledger, proposalId);
      if (spend.hasResource || ledger.doc(resourceKey(proposalId)) !== undefined) {
        return unchanged(null);
      }
      const doc = resourceToDoc(proposalId, spend.epoch, resource, rest, now);
      return changed(ledger, null, { put: [proposalToDoc({ ...spend, hasResource: true }), doc] });
    },
  };
}

function storePart(proposalId: string, key: Key, body: Uint8Array): Command<null> {
  return {
    name: "store_resource_part",
    reads: [proposalKey(proposalId)],
    creates: [key],
    reduce: (ledger, now) => {
      const spend = proposalOf(ledger, proposalId);
      const put = [partToDoc(key, spend.epoch, body, spend.createdAt, now)];
      return changed(ledger, null, { put });
    },
  };
}
