import type { PasskeyInvitation } from "@agent-treasury/contract";
import { fromStored } from "@agent-treasury/provider/helpers";
import type { ActionType } from "../../kernel/action-type.ts";
import type { Engine } from "../../kernel/engine.ts";
import { changesOn } from "../../kernel/ledger/command.ts";
import { sha256Hex } from "../../kernel/ledger/hash.ts";
import type { Operator } from "../../kernel/ledger/operator.ts";
import { startedAction } from "../administration/index.ts";
import { verifierOf } from "./passkey-errors.ts";
import {
  checkRoom,
  hasPasskey,
  invitationLifeMs,
  passkeyIndexDoc,
  passkeyIndexIn,
  withoutInvitation,
} from "./passkey-index.ts";

interface InvitationPayload {
  readonly personId: string;
  /** SHA-256 of the token. */
  readonly digest: string;
}

/** Invites a person to register a passkey. Only the digest of the token is stored. */
export async function invitePasskey(
  engine: Engine,
  { workspaceId, personId }: { readonly workspaceId: string; readonly personId: string },
  operator: Operator,
): Promise<PasskeyInvitation> {
  verifierOf(engine);
  const { identifiers } = engine;
  const token = `pki_${identifiers.random()}${identifiers.random()}`;
  const payload: InvitationPayload = { personId, digest: invitationDigest(token) };
  const { action } = await startedAction(engine, workspaceId, {
    type: "invite_passkey",
    payload: (ledger) => {
      checkRoom(passkeyIndexIn(ledger), personId);
      return { ...payload };
    },
    operator,
  });
  return { personId, token, action };
}

export function invitationDigest(token: string): string {
  return sha256Hex(token);
}

export const invitingAction: ActionType = {
  // Otherwise a stolen session could add a passkey to those of its person.
  requires: (ledger, payload, startedBy) => {
    const { personId } = fromStored<InvitationPayload>(payload);
    const isOwn = startedBy.id === null || startedBy.id === personId;
    const needsOther = isOwn && hasPasskey(passkeyIndexIn(ledger), personId);
    return needsOther ? [{ count: 1, from: null, notProposer: true }] : [];
  },
  apply: (ledger, payload, { now, actionId }) => {
    const { personId, digest } = fromStored<InvitationPayload>(payload);
    const index = withoutInvitation(passkeyIndexIn(ledger), personId, now);
    checkRoom(index, personId);
    const invitation = { personId, digest, expiresAt: now + invitationLifeMs, action: actionId };
    const invitations = [...index.invitations, invitation];
    const put = [passkeyIndexDoc({ ...index, invitations }, ledger.head.epoch)];
    return { changes: changesOn(ledger, { put }), result: null };
  },
  details: ({ personId = null }) => ({ personId }),
};
