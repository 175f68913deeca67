import {
  type CopiedPart,
  type Doc,
  type Entry,
  Micros,
  type VerifyStoredAssertion,
} from "@agent-treasury/provider";
import { completedBy, evidenceKind } from "../../kernel/approvals/approval-evidence.ts";
import type { ApprovalRecord } from "../../kernel/approvals/approval-record.ts";
import { isSummary } from "../../kernel/approvals/approval-summary.ts";
import { entryFromBody } from "../../kernel/ledger/chain.ts";
import type { CopyWalk } from "../../kernel/ledger/copy-walk.ts";
import { erasedText } from "../../kernel/proposals/erased-marker.ts";
import { isDigestValid } from "../../kernel/proposals/proposal-digest.ts";
import { proposalFromDoc } from "../../kernel/proposals/proposal-record.ts";
import { proposalKind, type SpendProposal } from "../../kernel/proposals/proposal.ts";
import {
  actionDigest,
  actionFromDocs,
  actionKind,
  actionPayloadKind,
} from "../administration/index.ts";
import { passkeyFromDoc, passkeyKind } from "./passkey-record.ts";
import { signatureFromDoc, signatureKind } from "./signature-evidence.ts";
import { type SignatureClaim, SignedClaims } from "./signed-claims.ts";
import { SignedStanding } from "./signed-standing.ts";

/**
 * Verifies the signatures with passkeys in a copy of a workspace: each signature itself, and that it
 * is of the proposal or action, the person and the amount whose approval or ledger entry names it.
 */
export class PasskeyWalk implements CopyWalk {
  readonly #workspaceId: string;
  readonly #claims: SignedClaims;
  readonly #standing: SignedStanding = new SignedStanding();
  /** Approvals of proposals that store only a summary of them, and the reverse. */
  readonly #summaries: Map<string, SpendProposal> = new Map();
  readonly #approvals: Map<string, Doc> = new Map();
  readonly #actions: Map<string, Doc> = new Map();
  readonly #payloads: Map<string, Doc> = new Map();
  #problem: string | null = null;

  /** @param verify null to verify all but the signatures themselves. */
  constructor(workspaceId: string, verify: VerifyStoredAssertion | null) {
    this.#workspaceId = workspaceId;
    this.#claims = new SignedClaims(workspaceId, verify);
  }

  async see(part: CopiedPart): Promise<void> {
    if (this.#problem !== null || part.kind === "head") return;
    const what =
      part.kind === "entry" ? `Entry ${part.entry.sequence}` : `The document ${part.doc.id}`;
    try {
      if (part.kind === "entry") this.#seeEntry(part.entry);
      else await this.#seeDoc(part.doc);
    } catch (error) {
      // An edited database may contain records of any shape.
      if (!isShapeError(error)) throw error;
      this.#problem ??= `${what} cannot be read.`;
    }
  }

  problem(): string | null {
    for (const [id] of this.#summaries) this.#problem ??= `The approvals of ${id} are missing.`;
    for (const [id] of this.#actions)
      this.#problem ??= `The payload of the action ${id} is missing.`;
    this.#problem ??= this.#standing.addClaims(this.#claims);
    return this.#problem ?? this.#claims.problem();
  }

  async #seeDoc(doc: Doc): Promise<void> {
    const { kind, id } = doc;
    if (kind === signatureKind) {
      this.#problem ??= await this.#claims.addSignature(id, signatureFromDoc(doc));
    } else if (kind === passkeyKind) this.#claims.addPasskey(passkeyFromDoc(doc));
    else if (kind === proposalKind) this.#seeProposal(proposalFromDoc(doc));
    else if (kind === evidenceKind) {
      const proposal = this.#summaries.get(id);
      this.#summaries.delete(id);
      if (proposal === undefined) this.#approvals.set(id, doc);
      else this.#seeProposal(completedBy(proposal, doc));
    } else if (kind === actionKind) {
      const payload = this.#payloads.get(id);
      if (!hasSignature(actionFromDocs(doc, undefined).approvals)) this.#payloads.delete(id);
      else if (payload === undefined) this.#actions.set(id, doc);
      else this.#seeAction(doc, payload);
    } else if (kind === actionPayloadKind) {
      const action = this.#actions.get(id);
      if (action === undefined) this.#payloads.set(id, doc);
      else this.#seeAction(action, doc);
    }
  }

  #seeProposal(proposal: SpendProposal): void {
    const { id, ruling, fixed, amount } = proposal;
    const { approvals } = ruling;
    if (isSummary(approvals)) {
      const doc = this.#approvals.get(id);
      this.#approvals.delete(id);
      if (doc === undefined) this.#summaries.set(id, proposal);
      else this.#seeProposal(completedBy(proposal, doc));
      return;
    }
    this.#claims.addProposal(id, approvals);
    if (!hasSignature(approvals)) return;
    if (!isDigestValid(this.#workspaceId, proposal)) {
      this.#problem ??= `The proposal ${id} is not the one that was signed: it does not match its digest.`;
    }
    const where = `The proposal ${id}`;
    for (const { id: person, passkey, approvedAmount, source } of approvals) {
      if (passkey === undefined) continue;
      if (source?.kind === "standing") {
        const approver = person === erasedText ? null : person;
        this.#standing.add({ where, standing: source.id, evidence: passkey, approver, proposal });
        continue;
      }
      this.#claims.add({
        where,
        evidence: passkey,
        intent: "approve_proposal",
        subject: id,
        digest: fixed?.digest ?? null,
        approver: person === erasedText ? null : person,
        amount: approvedAmount === undefined ? amount : Micros.of(approvedAmount),
        proposed: amount,
      });
    }
  }

  #seeAction(doc: Doc, payload: Doc): void {
    this.#actions.delete(doc.id);
    this.#payloads.delete(doc.id);
    const action = actionFromDocs(doc, payload);
    const digest = actionDigest(this.#workspaceId, action);
    this.#standing.addAction(action, digest);
    for (const { id: person, passkey } of action.approvals) {
      if (passkey === undefined) continue;
      this.#claims.add({
        where: `The administrative action ${doc.id}`,
        evidence: passkey,
        intent: "approve_action",
        subject: doc.id,
        digest,
        approver: person === erasedText ? null : person,
      });
    }
  }

  #seeEntry({ sequence, body }: Entry): void {
    const { type, proposalId, reversalOf, decision } = entryFromBody(body);
    if (type !== "expense" || proposalId === null || reversalOf !== null) return;
    const texts = decision?.ruled?.approvers.map(({ text }) => text) ?? [];
    // Erased texts leave only their digests, which the hash chain covers.
    const approvers = texts.flatMap((text) => (text === null ? [] : [approverIn(text)]));
    if (approvers.length < texts.length) return;
    const where = `Entry ${sequence}`;
    for (const { id: approver, passkey, standing } of approvers) {
      if (passkey === null) continue;
      if (standing !== null) {
        this.#standing.add({ where, standing, evidence: passkey, approver });
        continue;
      }
      const claim: SignatureClaim = {
        where,
        evidence: passkey,
        intent: "approve_proposal",
        subject: proposalId,
        approver,
      };
      this.#claims.add(claim);
    }
    this.#problem ??= this.#claims.flawOfEntry(
      where,
      proposalId,
      approvers.flatMap(({ passkey }) => passkey ?? []),
    );
  }
}

interface EntryApprover {
  readonly id: string | null;
  readonly passkey: string | null;
  /** Id of the standing approval that gave it. */
  readonly standing: string | null;
}

/** @see approverText */
function approverIn(text: string): EntryApprover {
  const [id, , means] = JSON.parse(text) as [
    id: string | null,
    name: string | null,
    means?: { readonly passkey?: string; readonly from?: readonly [kind: string, id: string] },
  ];
  const { from, passkey = null } = means ?? {};
  return { id, passkey, standing: from?.[0] === "standing" ? from[1] : null };
}

function hasSignature(approvals: readonly ApprovalRecord[]): boolean {
  return approvals.some(({ passkey }) => passkey !== undefined);
}

function isShapeError(error: unknown): boolean {
  return error instanceof TypeError || error instanceof SyntaxError || error instanceof RangeError;
}
