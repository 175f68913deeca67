import { type DocPage, type Json, TreasuryError } from "@agent-treasury/provider";
import { isWorkspaceId } from "../../http/workspace-id.ts";
import type { Engine } from "../../kernel/engine.ts";
import { invalidRequest } from "../../kernel/errors.ts";
import { changed, type Command, unchanged } from "../../kernel/ledger/command.ts";
import { viewDocs } from "../../kernel/views/doc-page.ts";
import type { PluginDocument, PluginDocuments } from "./treasury-plugin.ts";
import {
  documentBody,
  documentIn,
  documentIndexKey,
  documentKey,
  documentKind,
  storedIn,
  writeDocuments,
} from "./write-documents.ts";

const longestPage = 100;

/** @throws TreasuryError `invalid_request` unless a request could name the workspace. */
export function checkWorkspaceId(workspaceId: string): void {
  if (typeof workspaceId === "string" && isWorkspaceId(workspaceId)) return;
  throw invalidRequest("The workspace id of a plugin's call is invalid.");
}

/** The documents of one plugin in one workspace. */
export function pluginDocuments(
  { storage, committer }: Pick<Engine, "storage" | "committer">,
  pluginId: string,
  workspaceId: string,
): PluginDocuments {
  checkWorkspaceId(workspaceId);
  const load = async (id: string) => {
    const keys = [documentKey(pluginId, id)];
    const [snapshot] = await storage.load([{ workspaceId, keys }]);
    return snapshot?.found[0];
  };
  const placeOf = async (id: string): Promise<DocPage["before"]> => {
    const doc = await load(id);
    if (doc !== undefined) return { epoch: doc.epoch, ordinal: BigInt(storedIn(doc).ordinal) };
    throw invalidRequest(`\`after\` is not the id of a document.`);
  };
  return Object.freeze<PluginDocuments>({
    get: async (id) => documentIn(await load(id)),
    list: async ({ after, limit = longestPage } = {}) => {
      checkLimit(limit);
      const page = {
        kind: documentKind(pluginId),
        before: after === undefined ? null : await placeOf(after),
        limit,
      };
      const { docs } = await viewDocs(storage, workspaceId, page);
      return docs.flatMap((doc) => documentIn(doc) ?? []);
    },
    put: async (id, body, expected) =>
      committer.run(workspaceId, putDocument(pluginId, id, body, expected)),
    remove: async (id) => {
      await committer.run(workspaceId, removeDocument(pluginId, id));
    },
  });
}

function checkLimit(limit: number): void {
  if (Number.isInteger(limit) && limit >= 1 && limit <= longestPage) return;
  throw invalidRequest(`\`limit\` must be 1 to ${longestPage}.`);
}

function putDocument(
  pluginId: string,
  id: string,
  body: Json,
  expected: number | null,
): Command<PluginDocument> {
  const key = documentKey(pluginId, id);
  // The plugin may change its object before the command runs.
  const stored = documentBody(pluginId, id, body);
  return {
    name: "put_plugin_document",
    reads: [key, documentIndexKey(pluginId)],
    reduce: (ledger, now) => {
      const known = documentIn(ledger.doc(key));
      if ((known?.version ?? null) !== expected) throw documentChanged(pluginId, id);
      const put = writeDocuments(ledger, pluginId, { [id]: stored }, now);
      const answer = documentIn(put.find((doc) => doc.id === id));
      if (answer === null) throw new Error("A document that was put is missing.");
      return changed(ledger, answer, { put });
    },
  };
}

function removeDocument(pluginId: string, id: string): Command<null> {
  const key = documentKey(pluginId, id);
  return {
    name: "remove_plugin_document",
    reads: [key, documentIndexKey(pluginId)],
    reduce: (ledger, now) => {
      const put = writeDocuments(ledger, pluginId, { [id]: null }, now);
      if (put.length === 0) return unchanged(null);
      return changed(ledger, null, { put });
    },
  };
}

function documentChanged(pluginId: string, id: string): TreasuryError {
  const message = `The document ${JSON.stringify(id)} of plugin ${pluginId} has another version.`;
  return new TreasuryError("document_changed", message);
}
