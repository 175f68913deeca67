import type { Key } from "@agent-treasury/provider";
import { sha256Hex } from "../ledger/hash.ts";

/** Where a key means the same request. The same key elsewhere is another key. */
export interface KeyScope {
  /** Null for a guest. */
  readonly operator: string | null;
  readonly method: string;
  /** With what it names filled in, without the base path. */
  readonly path: string;
  readonly workspaceId: string;
}

/** A request that its sender may repeat under one key. */
export interface KeyedRequest {
  /** Where its record lives. */
  readonly workspaceId: string;
  /** The record's id: a digest of scope and key, so that a key is nowhere to be read. */
  readonly recordId: string;
  /** SHA-256 of the input, as the schema read it: what must not differ from one repetition to the next. */
  readonly inputDigest: string;
}

/** Names a request by its key, and fixes what it asks for. */
export function keyedRequest(scope: KeyScope, key: string, input: object): KeyedRequest {
  const { operator, method, path, workspaceId } = scope;
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  return {
    workspaceId,
    recordId: sha256Hex(JSON.stringify([1, operator, method, path, workspaceId, key])),
    inputDigest: sha256Hex(JSON.stringify(given.toSorted(byName))),
  };
}

/** The document that keeps what became of the request. */
export function recordKeyOf({ recordId }: Pick<KeyedRequest, "recordId">): Key {
  return { kind: "idempotency_key", id: recordId };
}

function byName([left]: [string, unknown], [right]: [string, unknown]): number {
  return left < right ? -1 : 1;
}
