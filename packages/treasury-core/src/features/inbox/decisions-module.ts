import type {
  ParsedInput,
  PasskeySignature,
  Proposal,
  TreasuryState,
} from "@agent-treasury/contract";
import { decidingOperator } from "../../http/access.ts";
import { inBound, vouchedFor } from "../../http/in-process-calls.ts";
import { parseInput } from "../../http/read-input.ts";
import type { SignedDecision } from "../../kernel/approvals/signed-decision.ts";
import type { Engine } from "../../kernel/engine.ts";
import type { KeyedRequest } from "../../kernel/idempotency/keyed-request.ts";
import { readAfterSpend } from "../../kernel/judgement/payment-unconfirmed.ts";
import type { Operator } from "../../kernel/ledger/operator.ts";
import {
  decideDurably,
  decisionIn,
  permissionToDecide,
  type PersonsDecision,
} from "../../kernel/spends/decide.ts";
import { readTreasury, stateOf } from "../../kernel/views/read-treasury.ts";
import { viewAfter, viewShown } from "../../kernel/views/shown-proposals.ts";
import { proposalToWire } from "../../kernel/views/wire.ts";
import type { ModuleWith } from "../../treasury.ts";
import { decideAndResume, type LateTurns } from "../agent/index.ts";
import { verifyDecision } from "../passkeys/index.ts";

export function decisionsModule(engine: Engine, turns: LateTurns): ModuleWith<"decide"> {
  return {
    routes: {
      decideProposal: {
        authorize: ({ workspaceId, proposalId, decision, resume }, ask) => {
          // Beside the proposal. The decision reports a failure.
          if (decision === "approve") {
            for (const one of engine.policy.observed) one.refresh().catch(() => undefined);
          }
          return permissionToDecide(engine, workspaceId, proposalId, async (proposal) => {
            const action = "decideProposal";
            await ask({ action, workspaceId, ...(proposal !== null && { proposal }) });
            const turnId = proposal?.turnId ?? null;
            // The response includes the result of the resumed turn.
            if (resume === true && turnId !== null) {
              await ask({ action: "resumeTurn", workspaceId, turnId });
            }
          });
        },
        run: async (input, { operator, keyed, caller, permission }) => {
          const { workspaceId, passkey } = input;
          const decider = decidingOperator(operator, input.operator);
          const chosen = decisionIn(input);
          const signed = passkey ? await signatureIn(engine, input, passkey, decider) : null;
          const made = { ...chosen, operator: decider, permission, signed };
          if (input.resume !== true) return decideAndShow(engine, workspaceId, made, keyed);
          const context = { operator: decider, keyed, caller, permission, signed };
          const decided = await decideAndResume({ engine, turns }, input, context);
          // The result of a turn contains the state after it.
          const state =
            decided.turn?.state ??
            (await readAfterSpend(decided.proposal, () => readTreasury(engine, workspaceId)));
          return { ...decided, state };
        },
      },
    },
    methods: {
      decide: (request) =>
        inBound("decideProposal", async () => {
          const input = parseInput("decideProposal", request);
          const operator = vouchedFor(input.operator);
          const { passkey } = input;
          const signed = passkey ? await signatureIn(engine, input, passkey, operator) : null;
          return (await decideAndResume({ engine, turns }, input, { operator, signed })).proposal;
        }),
    },
  };
}

export async function decideAndShow(
  engine: Engine,
  workspaceId: string,
  decision: PersonsDecision,
  keyed: KeyedRequest | null,
): Promise<{ readonly proposal: Proposal; readonly state: TreasuryState }> {
  const { committer, storage, shown } = engine;
  const { spend, group } = await decideDurably(engine, workspaceId, decision, keyed);
  const known = group && committer.seen(workspaceId, viewAfter);
  const view = known
    ? { ...known(), storageNow: group.at }
    : await readAfterSpend(spend, () =>
        committer.see(workspaceId, () => viewShown(storage, workspaceId)),
      );
  return shown.prepare({
    proposal: proposalToWire(workspaceId, spend),
    state: stateOf(engine, workspaceId, view, shown.show),
  });
}

function signatureIn(
  engine: Engine,
  input: ParsedInput<"decideProposal">,
  signature: PasskeySignature,
  operator: Operator,
): Promise<SignedDecision> {
  const { proposalId, decision, digest, approvedAmount } = decisionIn(input);
  return verifyDecision(engine, signature, {
    workspaceId: input.workspaceId,
    operator,
    intent: `${decision}_proposal`,
    subject: proposalId,
    approvedAmount,
    digest,
  });
}
