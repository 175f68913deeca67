import type { Json } from "@agent-treasury/provider";
import { requirementToJson } from "@agent-treasury/rules";
import { sha256Hex } from "../../kernel/ledger/hash.ts";
import type { ActionRecord } from "./action-record.ts";
import { committedPayload } from "./action-texts.ts";

const formatVersion = "agent-treasury/action/1";

/** SHA-256 of what approvers of an action decide about. It covers no names. */
export function actionDigest(
  workspaceId: string,
  { id, type, startedAt, payload, requirements }: Omit<ActionRecord, "approvals" | "startedBy">,
): string {
  const required = requirements.map(requirementToJson);
  const committed = committedPayload(type, payload);
  const canonical = [formatVersion, workspaceId, id, type, startedAt, committed, required];
  return sha256Hex(JSON.stringify(sorted(canonical)));
}

/** Storages may return the fields of an object in another order. */
function sorted(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const fields = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(fields.map(([name, field]) => [name, sorted(field)]));
}
