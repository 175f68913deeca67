import { type PaidResource, TreasuryError } from "@agent-treasury/provider";
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
} from "./resource-doc.ts";

/**
 * Reads what a spend bought.
 *
 * @throws TreasuryError `proposal_not_found`, `resource_not_found`.
 */
export async function readResource(
  engine: Pick<Engine, "storage">,
  question: ExplainedQuestion,
): Promise<PaidResource> {
  const { stored, ...head } = await readResourceHead(engine, question);
  if (stored === null) return head;
  const { workspaceId } = question;
  const bodies = [head.body];
  for (let part = 0; part < stored.parts; part += 1) {
    const keys = [partKey(stored.id, part)];
    const [snapshot] = await engine.storage.load([{ workspaceId, keys }]);
    const body = partFrom(snapshot?.found[0]);
    if (body === null) throw nothingStored();
    bodies.push(body);
  }
  return { ...head, body: joined(bodies) };
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const body = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    body.set(part, at);
    at += part.length;
  }
  return body;
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
