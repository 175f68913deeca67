import type { JsonObject } from "@agent-treasury/provider";
import { liveGroups } from "@agent-treasury/rules";
import {
  accountFromRecord,
  entryFromBody,
  type SpendProposal,
  ruleState,
} from "../../../packages/treasury-core/src/domain.ts";
import { allEntries } from "../../histories/all-entries.ts";
import type { RuleWorld } from "../table/rule-world.ts";

/** The persons who approved the newest entry. */
export async function approversIn({ process, workspaceId }: RuleWorld): Promise<readonly string[]> {
  let approvers: readonly string[] = [];
  for await (const { body } of allEntries(process.storage, workspaceId)) {
    const texts = entryFromBody(body).decision?.ruled?.approvers ?? [];
    approvers = texts.map(({ text }) => (JSON.parse(text ?? "[]") as [string])[0]);
  }
  return approvers;
}

/** Bytes of the open document without the texts of the spend. */
export async function sizeOf(
  { process, workspaceId }: RuleWorld,
  { id }: SpendProposal,
): Promise<number> {
  const [snapshot] = await process.storage.load([{ workspaceId, keys: [] }]);
  const doc = snapshot?.open.find((one) => one.id === id);
  if (doc === undefined) throw new Error("The spend is not open.");
  const { vendor, purpose, category, reason, ...beside } = doc.body as JsonObject;
  const texts = [vendor, purpose, category, reason].map((text) => (text === null ? null : ""));
  return new TextEncoder().encode(JSON.stringify([beside, texts])).length;
}

async function accountIn({ process, workspaceId }: RuleWorld) {
  const [snapshot] = await process.storage.load([{ workspaceId, keys: [] }]);
  return accountFromRecord(snapshot?.head?.account);
}

export async function liveGroupsIn(world: RuleWorld): Promise<number> {
  const { groups } = ruleState.of(await accountIn(world));
  return [...groups.values()].reduce((sum, ends) => sum + liveGroups(ends), 0);
}

export async function headCounters(world: RuleWorld): Promise<number> {
  return ruleState.of(await accountIn(world)).counters.size;
}
