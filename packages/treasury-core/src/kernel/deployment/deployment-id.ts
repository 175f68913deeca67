import type { Doc, Key } from "@agent-treasury/provider";
import type { Engine } from "../engine.ts";
import { changed, type Command } from "../ledger/command.ts";
import { keptDoc } from "../ledger/kept-doc.ts";
import { timestamp } from "../ledger/timestamp.ts";
import { deploymentWorkspaceId } from "./deployment-workspace.ts";

const idKey: Key = { kind: "deployment_id", id: "current" };

type Deps = Pick<Engine, "storage" | "committer" | "identifiers">;

/** Returns the stored id of the deployment, or null before its first use. */
export async function readDeploymentId({ storage }: Pick<Deps, "storage">): Promise<string | null> {
  const [snapshot] = await storage.load([{ workspaceId: deploymentWorkspaceId, keys: [idKey] }]);
  const doc = snapshot?.found[0];
  return doc === undefined ? null : idIn(doc);
}

/** Returns the id of the deployment. The first call of the deployment creates it. */
export async function ensureDeploymentId(deps: Deps): Promise<string> {
  const { committer, identifiers } = deps;
  const known = await readDeploymentId(deps);
  return known ?? committer.run(deploymentWorkspaceId, createId(identifiers.random()));
}

/** Replaces the id of a deployment whose database is a copy. Returns the new one. */
export function replaceDeploymentId({ committer, identifiers }: Deps): Promise<string> {
  return committer.run(deploymentWorkspaceId, writeId(identifiers.random()));
}

function createId(id: string): Command<string> {
  const { reduce, ...command } = writeId(id);
  return {
    ...command,
    reduce: (ledger, now) => {
      const known = ledger.doc(idKey);
      return known === undefined ? reduce(ledger, now) : { kind: "unchanged", answer: idIn(known) };
    },
  };
}

function writeId(id: string): Command<string> {
  return {
    name: "write_deployment_id",
    reads: [idKey],
    reduce: (ledger, now) => {
      const put = [keptDoc(idKey, ledger.head.epoch, { id, writtenAt: timestamp(now) })];
      return changed(ledger, id, { put });
    },
  };
}

function idIn({ body }: Doc): string {
  return (body as { readonly id: string }).id;
}
