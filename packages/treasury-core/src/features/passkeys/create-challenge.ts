import type { Output, ParsedInput } from "@agent-treasury/contract";
import { Micros, TreasuryError } from "@agent-treasury/provider";
import { amountFromUsd } from "@agent-treasury/provider/helpers";
import type { Engine } from "../../kernel/engine.ts";
import { invalidRequest } from "../../kernel/errors.ts";
import { changed, type Command } from "../../kernel/ledger/command.ts";
import type { LedgerState } from "../../kernel/ledger/ledger-state.ts";
import type { Operator } from "../../kernel/ledger/operator.ts";
import { timestamp } from "../../kernel/ledger/timestamp.ts";
import {
  asOf,
  expiryError,
  isExpired,
  proposalChanged,
  proposalFromDoc,
  proposalNotFound,
} from "../../kernel/proposals/proposal-record.ts";
import { proposalKey } from "../../kernel/proposals/proposal.ts";
import { actionDigest, actionIn, actionKeys, actionNotFound } from "../administration/index.ts";
import { type ChallengeRecord, challengeDoc, challengeKey } from "./challenge-doc.ts";
import { passkeyNotFound, verifierOf } from "./passkey-errors.ts";
import { passkeysOf } from "./passkey-index.ts";
import { passkeyIn } from "./passkey-record.ts";
import { personWithPasskeys } from "./person-with-passkeys.ts";
import { approverCommitment, challengeOf, type SignedRecord } from "./signed-record.ts";
import { challengeLifeMs, requestOptions } from "./webauthn-options.ts";

type Asked = ParsedInput<"challengePasskey">;

/** Creates a challenge, which the person signs. It is valid for one decision. */
export async function createChallenge(
  engine: Engine,
  asked: Asked,
  operator: Operator,
): Promise<Output<"challengePasskey">> {
  const verifier = verifierOf(engine);
  const { committer, identifiers } = engine;
  const { workspaceId, intent } = asked;
  checkFields(asked);
  const { id: approver } = personWithPasskeys(operator);
  const opening = { salt: identifiers.random(), approver };
  const nonce = identifiers.random();
  const signed = {
    workspaceId,
    rpId: verifier.rpId,
    intent,
    subject: asked.id ?? null,
    approvedAmount: amountIn(asked),
    approver: approverCommitment(opening),
    nonce,
  };
  const command: Command<Output<"challengePasskey">> = {
    name: "create_passkey_challenge",
    creates: [challengeKey(nonce)],
    reduce: (ledger, now) => {
      const own = passkeysOf(ledger, approver);
      if (own.length === 0) throw noPasskey();
      const record: SignedRecord = { ...signed, digest: digestOf(ledger, asked, now) };
      const validUntil = now + challengeLifeMs;
      const challenge: ChallengeRecord = { record, opening, validUntil, usedAt: null };
      const put = [challengeDoc(challenge, ledger.head.epoch)];
      const options = requestOptions(verifier, challengeOf(record), own);
      const answer = { nonce, expiresAt: timestamp(validUntil), options };
      return changed(ledger, answer, { put });
    },
  };
  return committer.run(workspaceId, command);
}

/** @throws TreasuryError if it does not exist or is not pending. */
function digestOf(ledger: LedgerState, asked: Asked, now: number): string | null {
  const { intent, id = "" } = asked;
  if (intent === "add_passkey") return null;
  if (intent === "approve_proposal" || intent === "deny_proposal") {
    return proposalDigest(ledger, id, asked.digest ?? null, now);
  }
  if (intent === "remove_passkey") {
    if (passkeyIn(ledger, id) === null) throw passkeyNotFound(id);
    return null;
  }
  ledger.request(actionKeys(id));
  const action = actionIn(ledger, id);
  if (action === null) throw actionNotFound(id);
  if (action.status === "pending") return actionDigest(ledger.workspaceId, action);
  const message = `The administrative action is already ${action.status}.`;
  throw new TreasuryError("already_decided", message);
}

function proposalDigest(ledger: LedgerState, id: string, seen: string | null, now: number): string {
  const [doc] = ledger.request([proposalKey(id)]);
  if (doc === undefined || doc.epoch !== ledger.head.epoch) {
    throw proposalNotFound(ledger.workspaceId, id);
  }
  const proposal = asOf(proposalFromDoc(doc), now);
  const { status, fixed } = proposal;
  if (isExpired(proposal)) {
    throw expiryError(proposal);
  }
  if (status !== "pending") {
    throw new TreasuryError("already_decided", `The proposal is already ${status}.`);
  }
  if (fixed === null) {
    const message = "The proposal was made by an earlier version, and cannot be signed.";
    throw new TreasuryError("proposal_changed", message);
  }
  if (seen === null || seen === fixed.digest) return fixed.digest;
  throw proposalChanged();
}

function checkFields({ intent, id, digest, approvedAmountUsd }: Asked): void {
  if ((id === undefined) !== (intent === "add_passkey")) {
    throw invalidRequest(`\`id\` is ${id === undefined ? "required" : "not"} for \`${intent}\`.`);
  }
  if (digest !== undefined && !intent.endsWith("_proposal")) {
    throw invalidRequest("`digest` is only for proposals.");
  }
  if (approvedAmountUsd !== undefined && intent !== "approve_proposal") {
    throw invalidRequest("`approvedAmountUsd` is only for approvals of proposals.");
  }
}

function amountIn({ approvedAmountUsd }: Asked): string | null {
  if (approvedAmountUsd === undefined) return null;
  return Micros.toText(amountFromUsd(approvedAmountUsd, "approvedAmountUsd"));
}

function noPasskey(): TreasuryError {
  const message = "You have no passkey in this workspace. Register one with an invitation.";
  return new TreasuryError("passkey_not_found", message);
}
