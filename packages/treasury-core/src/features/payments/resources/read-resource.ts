import { type PaidResource, TreasuryError } from "@agent-treasury/provider";
import { concatBytes } from "@noble/hashes/utils.js";
import type { Engine } from "../../../kernel/engine.ts";
import { proposalFromDoc, proposalNotFound } from "../../../kernel/proposals/proposal-record.ts";
import { proposalKey } from "../../../kernel/proposals/proposal.ts";
import type { ExplainedQuestion } from "../../../kernel/views/read-explained.ts";
import {
  partFrom,
  partKey,
  type ResourceHead,
  resourceFrom,
  resourceKey,
  resourceKind,
  type StoredRest,
} from "./resource-doc.ts";

export interface StoredResource extends PaidResource {
  /** Of `body` and `rest`. */
  readonly bytes: number;
}

/**
 * Reads what a spend bought. Each part of its `rest` is loaded when it is taken.
 *
 * @throws TreasuryError `proposal_not_found`, `resource_not_found`.
 */
export async function readResource(
  engine: Pick<Engine, "storage">,
  question: ExplainedQuestion,
): Promise<StoredResource> {
  const { stored, ...head } = await readResourceHead(engine, question);
  if (stored === null) return { ...head, bytes: head.body.length };
  const bytes = head.body.length + stored.bytes;
  return { ...head, bytes, rest: restOf(engine, question.workspaceId, stored) };
}

/** @throws TreasuryError `resource_not_found` if it was erased meanwhile. */
async function* restOf(
  { storage }: Pick<Engine, "storage">,
  workspaceId: string,
  { id, parts }: StoredRest,
): AsyncGenerator<Uint8Array, void, undefined> {
  for (let part = 0; part < parts; part += 1) {
    const [snapshot] = await storage.load([{ workspaceId, keys: [partKey(id, part)] }]);
    const body = partFrom(snapshot?.found[0]);
    if (body === null) throw nothingStored();
    yield body;
  }
}

/** Loads all of it, at most 8 MiB. */
export async function wholeOf(resource: StoredResource): Promise<PaidResource> {
  const { rest, bytes: _, ...head } = resource;
  if (rest === undefined) return head;
  const parts = [head.body];
  for await (const part of rest) parts.push(part);
  return { ...head, body: concatBytes(...parts) };
}

/**
 * Reads the beginning of what a spend bought, at most 256 KiB.
 *
 * @throws TreasuryError `proposal_not_found`, `resource_not_found`.
 */
export async function readResourceHead(
  { storage }: Pick<Engine, "storage">,
  { workspaceId, proposalId, agentId }: ExplainedQuestion,
): Promise<ResourceHead> {
  const keys = [proposalKey(proposalId), resourceKey(proposalId)];
  const [snapshot] = await storage.load([{ workspaceId, keys }]);
  const { found = [], storageNow = 0 } = snapshot ?? {};
  const doc = found.find(({ kind }) => kind === keys[0]?.kind);
  // An agent cannot find out whether another agent's proposal exists.
  if (doc === undefined || (agentId !== null && proposalFromDoc(doc).agentId !== agentId)) {
    throw proposalNotFound(workspaceId, proposalId);
  }
  const stored = found.find(({ kind }) => kind === resourceKind);
  const resource = resourceFrom(stored, storageNow);
  if (resource !== null) return resource;
  throw nothingStored();
}

function nothingStored(): TreasuryError {
  return new TreasuryError("resource_not_found", "Nothing is stored that the spend bought.");
}
