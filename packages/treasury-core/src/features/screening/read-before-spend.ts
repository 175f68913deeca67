import { type JudgedPayee, type Doc, Micros } from "@agent-treasury/provider";
import type { Engine } from "../../kernel/engine.ts";
import { ledgerRail } from "../../kernel/judgement/hold-terms.ts";
import { limitsOf } from "../../kernel/judgement/spending-terms.ts";
import { type Account, accountFromRecord } from "../../kernel/ledger/account.ts";
import { hashOf } from "../../kernel/ledger/hash.ts";
import { exactPayeeId, vendorIdOf } from "../../kernel/payees/payee-identity.ts";
import { proposalKey } from "../../kernel/proposals/proposal.ts";
import type { AskedProposal } from "../../kernel/spends/spend-request.ts";
import {
  isAfterOutside,
  isListed,
  isUnknownPayee,
  knownPayeeIn,
  knownPayeeKey,
  payeeFactsOf,
} from "../payees/index.ts";
import { ruleSetsTerm, ruleState } from "../rules/index.ts";
import { standingIn, standingKey } from "../standing-approvals/index.ts";

/** What the judge is asked with, and whether it has to be asked. */
export interface BeforeSpend {
  readonly isProposed: boolean;
  /** Whether the limits, a rule or a standing approval may approve the spend at once. */
  readonly mayBeAutomatic: boolean;
  readonly payee: JudgedPayee;
}

/** Reads it in one load. The commit decides on the state that it changes. */
export async function readBeforeSpend(
  { storage, policy, external }: Engine,
  workspaceId: string,
  request: AskedProposal,
): Promise<BeforeSpend> {
  const { id, agentId, vendor, amount, quote = null, namedAmount = null } = request;
  const keys = [
    proposalKey(id),
    knownPayeeKey(hashOf(exactPayeeId(vendor, quote === null))),
    standingKey(agentId, vendorIdOf(vendor)),
  ] as const;
  const [snapshot] = await storage.load([{ workspaceId, keys: [...keys] }]);
  const { head = null, found = [], storageNow: now = 0 } = snapshot ?? {};
  const epoch = head?.epoch ?? 0;
  const account = head === null ? null : accountFromRecord(head.account);
  const [proposed, known, approvals] = keys.map(({ kind }) => docIn(found, kind, epoch));
  const knownPayee = knownPayeeIn(known, epoch, now);
  const standing = standingIn(approvals, epoch);
  const rail = external?.railOf(quote) ?? ledgerRail;
  const spend = { ...request, quote };
  const facts = payeeFactsOf(spend, knownPayee, rail, isListed(spend, policy));
  const isPaidIfUnknown = ruleSetsTerm.of(policy).mayAllowPayee(publishedIn(account));
  const mayBePaid = isPaidIfUnknown || !isUnknownPayee(facts, policy);
  const approvedBefore = standing.some(
    ({ maximum, revoked }) => revoked === null && amount <= maximum,
  );
  return {
    isProposed: proposed !== undefined,
    mayBeAutomatic: approvedBefore || (mayBePaid && mayApprove(account, amount, policy)),
    payee: {
      isKnown: facts.isKnown,
      isNamed: facts.isNamed,
      isAfterOutsideContent: isAfterOutside(request, account, now),
      namedAmountUsd: namedAmount === null ? null : Micros.toUsd(namedAmount),
    },
  };
}

function docIn(found: readonly Doc[], kind: string, epoch: number): Doc | undefined {
  return found.find((doc) => doc.kind === kind && doc.epoch === epoch);
}

function mayApprove(account: Account | null, amount: Micros, policy: Engine["policy"]): boolean {
  const { autoApproveUnder } = account === null ? policy.limits : limitsOf(account, policy);
  return amount < autoApproveUnder || ruleSetsTerm.of(policy).mayApprove(publishedIn(account));
}

function publishedIn(account: Account | null): string | null {
  return account === null ? null : ruleState.of(account).published;
}
