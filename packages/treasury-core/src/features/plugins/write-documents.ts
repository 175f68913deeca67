import { type Doc, type Json, type Key, TreasuryError } from "@agent-treasury/provider";
import { fromStored } from "@agent-treasury/provider/helpers";
import { invalidRequest } from "../../kernel/errors.ts";
import { keptDoc } from "../../kernel/ledger/kept-doc.ts";
import type { LedgerState } from "../../kernel/ledger/ledger-state.ts";
import { outsideJson } from "../../kernel/ledger/outside-json.ts";
import type { PluginDocument } from "./treasury-plugin.ts";

/** In one workspace, for one plugin. */
const maximumDocuments = 10_000;
const maximumBytes = 65_536;
/** A page can be continued after a removed document, and versions do not begin again. */
const removalKeptMs = 86_400_000;

export interface StoredDocument {
  readonly version: number;
  /** Increases with each creation, so that documents can be listed. */
  readonly ordinal: number;
  /** Absent after a removal. */
  readonly body?: Json;
}

interface DocumentIndex {
  readonly count: number;
  readonly newest: number;
}

/** The documents of one plugin. Core has no kinds with this prefix. */
export function documentKind(pluginId: string): string {
  return `x-${pluginId}`;
}

/** @throws TreasuryError `invalid_request`. */
export function documentKey(pluginId: string, id: string): Key {
  if (typeof id !== "string" || !/^[\w.:-]{1,128}$/.test(id)) {
    throw invalidRequest(
      `The id of a document of plugin ${pluginId} must be 1 to 128 letters, digits and . _ : -`,
    );
  }
  return { kind: documentKind(pluginId), id };
}

/** Not the id of a document. */
export function documentIndexKey(pluginId: string): Key {
  return { kind: documentKind(pluginId), id: "~index" };
}

/** Returns null for a missing or removed document. Its body is a copy. */
export function documentIn(doc: Doc | undefined): PluginDocument | null {
  const { version, body } = fromStored<Partial<StoredDocument>>(doc?.body ?? {});
  if (doc === undefined || version === undefined || body === undefined) return null;
  return { id: doc.id, version, body: structuredClone(body) };
}

/** Returns a copy. @throws TreasuryError `invalid_request`. */
export function documentBody(pluginId: string, id: string, body: Json): Json {
  return outsideJson(
    body,
    `The document ${JSON.stringify(id)} of plugin ${pluginId}`,
    maximumBytes,
  );
}

/**
 * Returns the documents to put, with the index that counts them. The index and the documents must
 * be loaded.
 *
 * @param writes bodies by id; null removes a document.
 * @throws TreasuryError `document_limit_reached`, `invalid_request`.
 */
export function writeDocuments(
  ledger: LedgerState,
  pluginId: string,
  writes: Readonly<Record<string, Json | null>>,
  now: number,
): readonly Doc[] {
  const indexKey = documentIndexKey(pluginId);
  const index = fromStored<DocumentIndex>(ledger.doc(indexKey)?.body ?? { count: 0, newest: 0 });
  const put: Doc[] = [];
  let { count, newest } = index;
  for (const [id, body] of Object.entries(writes)) {
    const known = ledger.doc(documentKey(pluginId, id));
    const isLive = documentIn(known) !== null;
    if (body === null) {
      if (known === undefined || !isLive) continue;
      put.push(removed(known, now));
      count -= 1;
      continue;
    }
    const stored = documentBody(pluginId, id, body);
    if (known !== undefined && isLive) {
      put.push(changed(known, stored));
      continue;
    }
    count += 1;
    newest += 1;
    put.push(created(ledger, documentKey(pluginId, id), known, newest, stored));
  }
  if (count > maximumDocuments) throw limitReached(ledger, pluginId);
  const isCounted = newest !== index.newest || count !== index.count;
  return isCounted ? [...put, keptDoc(indexKey, ledger.head.epoch, { count, newest })] : put;
}

function created(
  ledger: LedgerState,
  key: Key,
  removedBefore: Doc | undefined,
  ordinal: number,
  body: Json,
): Doc {
  const version = (removedBefore === undefined ? 0 : storedIn(removedBefore).version) + 1;
  const doc = keptDoc(key, ledger.head.epoch, { version, ordinal, body });
  return { ...doc, ordinal: BigInt(ordinal) };
}

/** Keeps the epoch, and with it the place in lists. */
function changed(doc: Doc, body: Json): Doc {
  const { version, ordinal } = storedIn(doc);
  return { ...doc, body: { version: version + 1, ordinal, body } };
}

function removed(doc: Doc, now: number): Doc {
  const { version, ordinal } = storedIn(doc);
  const expiresAt = now + removalKeptMs;
  return { ...doc, ordinal: null, expiresAt, body: { version, ordinal } };
}

export function storedIn({ body }: Doc): StoredDocument {
  return fromStored<StoredDocument>(body);
}

function limitReached({ workspaceId }: LedgerState, pluginId: string): TreasuryError {
  const message = `Plugin ${pluginId} has ${maximumDocuments} documents in workspace ${workspaceId}.`;
  return new TreasuryError("document_limit_reached", message);
}
