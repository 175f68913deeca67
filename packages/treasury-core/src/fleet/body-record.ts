import type { Doc } from "@agent-treasury/provider";
import type { Books } from "../ledger/books.ts";
import { sha256Hex } from "../ledger/hash.ts";

/** Documents of this kind live in the fleet's workspace, one for each workspace that has a body. */
export const bodyKind = "agent_body";

/** The name of a workspace's body at the host. */
export function bodyName(workspaceId: string): string {
  return `body-${sha256Hex(workspaceId).slice(0, 24)}`;
}

/** A workspace's body as the store remembers it. */
export interface BodyRecord {
  /** The name at the host, which follows from the workspace. */
  readonly name: string;
  readonly workspaceId: string;
  /** The host's id of it. */
  readonly machineId: string;
  /** Who uses it, or the one who suspends it. */
  readonly holders: readonly BodyHolder[];
  /** Whether it is being suspended: then nobody may begin to use it. */
  readonly suspending: boolean;
  /** Milliseconds since 1970 at which it is idle for long enough, or its last holder is lost; null when it sleeps. */
  readonly dueAt: number | null;
}

/** Somebody who uses a body: an agent's command, an operator's. */
export interface BodyHolder {
  /** 128 random bits. */
  readonly id: string;
  /** Milliseconds since 1970 at which a holder that died loses it. */
  readonly until: number;
}

/** Reads what `bodyToDoc` wrote. */
export function bodyFromDoc({ id, body, dueAt }: Doc): BodyRecord {
  return { ...(body as unknown as Omit<BodyRecord, "name" | "dueAt">), name: id, dueAt };
}

/** Writes a body for a storage. */
export function bodyToDoc(record: BodyRecord, { tip }: Books): Doc {
  // The rest of the body also has the fields that this version does not know.
  const { name, dueAt, ...body } = record;
  return {
    kind: bodyKind,
    id: name,
    epoch: tip.epoch,
    ordinal: null,
    open: true,
    dueAt,
    expiresAt: null,
    body: { ...body, holders: body.holders.map((holder) => ({ ...holder })) },
  };
}
