import type { Output, ParsedInput } from "@agent-treasury/contract";
import { type Doc, TreasuryError } from "@agent-treasury/provider";
import { fromStored } from "@agent-treasury/provider/helpers";
import { administrativeRequirements, passkeysNeeded } from "@agent-treasury/rules";
import type { ActionType } from "../../kernel/action-type.ts";
import type { Engine } from "../../kernel/engine.ts";
import { changed, changesOn, type Command, unchanged } from "../../kernel/ledger/command.ts";
import type { LedgerState } from "../../kernel/ledger/ledger-state.ts";
import type { Operator } from "../../kernel/ledger/operator.ts";
import { startedAction } from "../administration/index.ts";
import { type RuleSets, ruleSetsTerm } from "../rules/index.ts";
import { passkeyNotFound, passkeyRejected, verifierOf } from "./passkey-errors.ts";
import { holdersIn, passkeyIndexDoc, passkeyIndexIn } from "./passkey-index.ts";
import { passkeyIn, type PasskeyRecord, passkeyToDoc, passkeyToWire } from "./passkey-record.ts";
import { personWithPasskeys } from "./person-with-passkeys.ts";
import { verifySignature } from "./verify-signature.ts";

interface RemovalPayload {
  readonly passkeyId: string;
  readonly personId: string;
  readonly name: string;
}

/** Removes a passkey by a signature of its person, or by two persons. */
export async function removePasskey(
  engine: Engine,
  { workspaceId, passkeyId, passkey: signature }: ParsedInput<"removePasskey">,
  operator: Operator,
): Promise<Output<"removePasskey">> {
  const { committer, policy } = engine;
  const ruleSets = ruleSetsTerm.of(policy);
  verifierOf(engine);
  if (signature !== undefined) {
    const { id: person } = personWithPasskeys(operator);
    const intent = "remove_passkey";
    const terms = { workspaceId, operator, intent, subject: passkeyId } as const;
    const { within } = await verifySignature(engine, signature, terms);
    const removed = await committer.run(workspaceId, within(removal(passkeyId, person, ruleSets)));
    return { passkey: passkeyToWire(workspaceId, removed), action: null };
  }
  const passkey = await committer.preview(workspaceId, reading(passkeyId));
  const { action } = await startedAction(engine, workspaceId, {
    type: "remove_passkey",
    payload: (ledger) => {
      const { person, name } = removable(ledger, passkeyId, ruleSets);
      const payload: RemovalPayload = { passkeyId, personId: person.id, name };
      return { ...payload };
    },
    operator,
  });
  return {
    passkey: passkeyToWire(workspaceId, passkey),
    action: action.status === "done" ? null : action,
  };
}

export function removingAction(ruleSets: RuleSets): ActionType {
  return {
    // Otherwise a stolen session could replace the passkeys of its person.
    requires: () => [{ count: 2, from: null, notProposer: false }],
    apply: (ledger, payload, { now }) => {
      const { passkeyId } = fromStored<RemovalPayload>(payload);
      const { put } = withRemoval(ledger, removable(ledger, passkeyId, ruleSets), now);
      return { changes: changesOn(ledger, { put }), result: passkeyId };
    },
    details: ({ passkeyId = null, personId = null, name = null }) => ({
      passkey: { id: passkeyId, personId, name },
    }),
  };
}

function removal(passkeyId: string, person: string, ruleSets: RuleSets): Command<PasskeyRecord> {
  return {
    name: "remove_passkey",
    reduce: (ledger, now) => {
      const passkey = removable(ledger, passkeyId, ruleSets);
      if (passkey.person.id !== person) {
        throw passkeyRejected("The passkey to remove is of another person.");
      }
      const { answer, put } = withRemoval(ledger, passkey, now);
      return changed(ledger, answer, { put });
    },
  };
}

function reading(id: string): Command<PasskeyRecord> {
  return {
    name: "read_passkey",
    reduce: (ledger) => {
      const answer = passkeyIn(ledger, id);
      if (answer === null) throw passkeyNotFound(id);
      return unchanged(answer);
    },
  };
}

/** @throws TreasuryError `passkey_not_found`, `passkey_needed`. */
function removable(ledger: LedgerState, id: string, ruleSets: RuleSets): PasskeyRecord {
  const passkey = passkeyIn(ledger, id);
  if (passkey === null) throw passkeyNotFound(id);
  const needed = passkeysNeeded(administrativeRequirements(ruleSets.of(ledger)));
  const { passkeys, ...index } = passkeyIndexIn(ledger);
  const rest = passkeys.filter(([other]) => other !== id);
  const holders = holdersIn({ ...index, passkeys: rest });
  if (holders >= needed || holders === holdersIn({ ...index, passkeys })) return passkey;
  const message = `A published rule needs ${needed} ${needed === 1 ? "person" : "persons"} with a passkey, and ${holders} would be left. Register another passkey first, or publish rules that do not require it.`;
  throw new TreasuryError("passkey_needed", message);
}

function withRemoval(
  ledger: LedgerState,
  passkey: PasskeyRecord,
  now: number,
): { readonly answer: PasskeyRecord; readonly put: readonly Doc[] } {
  const { epoch } = ledger.head;
  const index = passkeyIndexIn(ledger);
  const passkeys = index.passkeys.filter(([id]) => id !== passkey.id);
  const answer: PasskeyRecord = { ...passkey, removedAt: now };
  const put = [passkeyToDoc(answer, epoch), passkeyIndexDoc({ ...index, passkeys }, epoch)];
  return { answer, put };
}
