import type { AgentCredential, CredentialPage, IssuedCredential } from "@agent-treasury/contract";
import { isTreasuryError } from "@agent-treasury/provider";
import type { AgentPrincipal } from "../../http/outside-agent.ts";
import type { Engine } from "../../kernel/engine.ts";
import { sha256Hex } from "../../kernel/ledger/hash.ts";
import type { Operator } from "../../kernel/ledger/operator.ts";
import { listDocs } from "../../kernel/views/doc-page.ts";
import { runAction, actionToWire } from "../administration/index.ts";
import { credentialOf, issuePayload, type NewCredential } from "./credential-action.ts";
import { isUseDue, recordLastUse, revokeCredential } from "./credential-commands.ts";
import {
  agentOf,
  type CredentialActor,
  credentialFromDoc,
  credentialKey,
  credentialKind,
  type CredentialRecord,
  credentialToWire,
  isValid,
} from "./credential-record.ts";
import { type CredentialPlace, credentialToken, placeOf } from "./credential-token.ts";
import { noAgent } from "./no-agent.ts";
import { isSameDigest } from "./same-digest.ts";

export type CredentialIssue = Pick<NewCredential, "agentId" | "name" | "role" | "allocationId"> & {
  readonly workspaceId: string;
  /** Id of the person behind the agent. Null for the operator. */
  readonly owner: string | null;
  readonly lifeMs: number | null;
  readonly operator: Operator;
};

/** Credentials of external agents, stored in their workspaces. */
export class Credentials {
  readonly #engine: Engine;
  /** Credentials whose last use is being written. */
  readonly #used: Set<string> = new Set();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** The token is not valid while the action is pending. Only its digest is stored. */
  async issue(request: CredentialIssue): Promise<IssuedCredential> {
    const { workspaceId, owner, operator, ...given } = request;
    const { identifiers } = this.#engine;
    const credentialId = identifiers.random();
    const secret = `${identifiers.random()}${identifiers.random()}`;
    const token = credentialToken({ workspaceId, credentialId }, secret);
    const issued: NewCredential = {
      ...given,
      id: credentialId,
      digest: sha256Hex(token),
      owner: personCalled(owner, operator),
      issuedBy: actorOf(operator),
    };
    const view = await runAction(this.#engine, workspaceId, {
      type: "issue_credential",
      payload: (ledger, now) => issuePayload(ledger, issued, now),
      operator,
    });
    if (view === null) throw new Error("The issue of a credential is never repeated.");
    const { payload, status } = view.action;
    return {
      credential: credentialToWire(workspaceId, credentialOf(payload)),
      token,
      action: status === "done" ? null : actionToWire(this.#engine, workspaceId, view),
    };
  }

  async revoke(
    { workspaceId, credentialId }: CredentialPlace,
    operator: Operator,
  ): Promise<AgentCredential> {
    const command = revokeCredential(credentialId, actorOf(operator));
    const record = await this.#engine.committer.run(workspaceId, command);
    return credentialToWire(workspaceId, record);
  }

  /** Returns credentials of all epochs, newest first. */
  async list(
    workspaceId: string,
    cursor: string | undefined,
    limit: number,
  ): Promise<CredentialPage> {
    const { storage } = this.#engine;
    const page = await listDocs(storage, workspaceId, credentialKind, cursor, limit);
    return {
      credentials: page.docs.map((doc) => credentialToWire(workspaceId, credentialFromDoc(doc))),
      cursor: page.cursor,
    };
  }

  /** Null if it is unknown, expired or revoked. */
  async find(workspaceId: string, credentialId: string): Promise<AgentCredential | null> {
    const keys = [credentialKey(credentialId)];
    const [snapshot] = await this.#engine.storage.load([{ workspaceId, keys }]);
    const doc = snapshot?.found[0];
    if (snapshot === undefined || doc === undefined) return null;
    const record = credentialFromDoc(doc);
    return isValid(record, snapshot.storageNow) ? credentialToWire(workspaceId, record) : null;
  }

  /**
   * Reads the credential for each request, so that a revocation takes effect at once in every
   * process.
   *
   * @throws TreasuryError `unauthenticated`.
   */
  async authenticate(token: string | null): Promise<AgentPrincipal> {
    const place = token === null ? null : placeOf(token);
    if (token === null || place === null) throw invalid();
    const { workspaceId, credentialId } = place;
    const keys = [credentialKey(credentialId)];
    const [snapshot] = await this.#engine.storage.load([{ workspaceId, keys }]);
    const doc = snapshot?.found[0];
    if (snapshot === undefined || doc === undefined) throw invalid();
    const record = credentialFromDoc(doc);
    const now = snapshot.storageNow;
    if (!isSameDigest(record.digest, sha256Hex(token)) || !isValid(record, now)) throw invalid();
    if (isUseDue(record, now)) this.#recordUse(workspaceId, record);
    return agentOf(workspaceId, record);
  }

  /** The request does not wait for it. */
  #recordUse(workspaceId: string, { id }: CredentialRecord): void {
    if (this.#used.has(id)) return;
    this.#used.add(id);
    const { committer, report } = this.#engine;
    void committer
      .run(workspaceId, recordLastUse(id))
      .catch((error: unknown) => {
        if (!isTreasuryError(error) || error.code !== "shutting_down") report(error);
      })
      .finally(() => this.#used.delete(id));
  }
}

function personCalled(owner: string | null, { id, name }: Operator): NewCredential["owner"] {
  if (owner !== null && owner !== id) return { id: owner, name: owner };
  return id === null ? null : { id, name: name ?? id };
}

function actorOf({ id, name, verified }: Operator): CredentialActor {
  return { id, name, verified };
}

/** The same for every cause, so that nothing about other credentials is revealed. */
function invalid(): Error {
  return noAgent("The agent's credential is unknown, expired or revoked.", { isInvalid: true });
}
