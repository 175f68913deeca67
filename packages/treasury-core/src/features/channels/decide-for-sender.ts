import { isTreasuryError, type JsonObject, type TurnName } from "@agent-treasury/provider";
import { type AccessRules, authorize, decidingOperator } from "../../http/access.ts";
import { callerOf, checkRate } from "../../http/rate-limit.ts";
import { parseInput } from "../../http/read-input.ts";
import type { Ask } from "../../http/route-table.ts";
import { isServiceFailure } from "../../http/service-failure.ts";
import type { ServiceRequest } from "../../http/service-request.ts";
import type { ChannelSource } from "../../kernel/approvals/decision-source.ts";
import type { Engine } from "../../kernel/engine.ts";
import { keyedRequest } from "../../kernel/idempotency/keyed-request.ts";
import { outsideJson } from "../../kernel/ledger/outside-json.ts";
import type { SpendProposal } from "../../kernel/proposals/proposal.ts";
import {
  decideDurably,
  decisionIn,
  permissionToDecide,
  type PersonsDecision,
} from "../../kernel/spends/decide.ts";
import type { UnderWay } from "../../kernel/under-way.ts";
import type { LateTurns } from "../agent/index.ts";
import type {
  ApprovalMessage,
  ChannelOutcome,
  DecideForSender,
  SenderDecision,
} from "./approval-channel.ts";
import { outcomeOf, refusalText, unknownSenderText } from "./channel-outcome.ts";
import { type MessageDeps, readMessage } from "./read-message.ts";
import type { ChannelPerson, RegisteredChannel } from "./register-channels.ts";

const longestEvidence = 1_024;

export interface ChannelDecisionDeps extends MessageDeps {
  readonly access: AccessRules;
  readonly turns: LateTurns;
  /** Decisions may outlive the request that delivered them. */
  readonly underWay: UnderWay;
}

/**
 * Returns how the receiver of a channel decides.
 *
 * @param request the delivery, for `authorize` and `rateLimit`.
 */
export function decideForSender(
  deps: ChannelDecisionDeps,
  channel: RegisteredChannel,
  request: ServiceRequest,
): DecideForSender {
  return (decision) => {
    const source = sourceOf(channel, decision);
    const person = channel.people.get(source.sender);
    if (person === undefined) return Promise.resolve(rejected(unknownSenderText(channel.id), null));
    return deps.underWay.follow(decideAs(deps, request, decision, person, source));
  };
}

/** @throws Error if the channel passes what it must not. */
function sourceOf(
  { id }: RegisteredChannel,
  { sender, digest, evidence }: SenderDecision,
): ChannelSource {
  if (typeof sender !== "string" || typeof digest !== "string") {
    throw new TypeError(`Channel ${id} passed a decision without \`sender\` or \`digest\`.`);
  }
  try {
    const what = `The evidence of channel ${id}`;
    const checked = outsideJson(evidence, what, longestEvidence) as JsonObject;
    return { kind: "channel", channel: id, sender, evidence: checked };
  } catch (cause) {
    throw new TypeError(cause instanceof Error ? cause.message : "Invalid evidence.", { cause });
  }
}

async function decideAs(
  deps: ChannelDecisionDeps,
  request: ServiceRequest,
  decision: SenderDecision,
  person: ChannelPerson,
  source: ChannelSource,
): Promise<ChannelOutcome> {
  const { engine, access, page } = deps;
  const { workspaceId, proposalId } = decision;
  const principal = { operator: person };
  const ask: Ask = (question) =>
    authorize(access, request, { ...principal, ...question, channel: source.channel });
  const shown = (): Promise<ApprovalMessage | null> => currentMessage(deps, decision);
  let mayRead = false;
  try {
    const input = inputOf(decision);
    const chosen = decisionIn(input);
    await checkRate(access.rateLimit, request, principal, "decideProposal", input);
    const permission =
      access.authorize === undefined
        ? null
        : await permissionToDecide(engine, workspaceId, proposalId, (proposal) =>
            ask({ action: "decideProposal", workspaceId, ...(proposal && { proposal }) }),
          );
    mayRead = true;
    const { digest } = decision;
    const made = { ...chosen, digest, operator: decidingOperator(person), permission, source };
    const spend = await decideSpend(engine, workspaceId, made, decision.deliveryId);
    resumeTurn(deps, ask, workspaceId, spend, person);
    const outcome = outcomeOf(spend, person.id, page(workspaceId, proposalId));
    return { ...outcome, message: await shown() };
  } catch (error) {
    if (!isRefusal(error)) engine.report(error);
    return rejected(refusalText(error), mayRead ? await shown() : null);
  }
}

/**
 * Decides for the sender of a channel, with the persons who approved a pending proposal.
 *
 * @param deliveryId a repetition decides nothing. Undefined if the channel does not identify its
 *   deliveries.
 */
async function decideSpend(
  engine: Engine,
  workspaceId: string,
  decision: PersonsDecision & { readonly source: ChannelSource },
  deliveryId: string | undefined,
): Promise<SpendProposal> {
  const { channel, sender } = decision.source;
  const scope = { operator: sender, method: "CHANNEL", path: channel, workspaceId };
  const { proposalId } = decision;
  const keyed = deliveryId === undefined ? null : keyedRequest(scope, deliveryId, { proposalId });
  return (await decideDurably(engine, workspaceId, decision, keyed)).spend;
}

function inputOf(decision: SenderDecision) {
  const { workspaceId, proposalId, decision: made, comment, approvedAmountUsd, digest } = decision;
  return parseInput("decideProposal", {
    workspaceId,
    proposalId,
    decision: made,
    digest,
    ...(comment != null && { comment }),
    ...(approvedAmountUsd != null && { approvedAmountUsd }),
  });
}

/** The decision is made, so a failure to read must not hide it. */
async function currentMessage(
  deps: ChannelDecisionDeps,
  { workspaceId, proposalId }: SenderDecision,
): Promise<ApprovalMessage | null> {
  try {
    return await readMessage(deps, { workspaceId, proposalId }, "changed");
  } catch (error) {
    deps.engine.report(error);
    return null;
  }
}

/** Does not wait for the turn. */
function resumeTurn(
  { engine, turns, underWay }: ChannelDecisionDeps,
  ask: Ask,
  workspaceId: string,
  { status, turnId }: SpendProposal,
  person: ChannelPerson,
): void {
  if (status === "pending" || turnId === null) return;
  const turn: TurnName = { workspaceId, turnId };
  const resume = async (): Promise<void> => {
    try {
      await ask({ action: "resumeTurn", ...turn });
      const runner = await turns.runner();
      await runner.resume(turn, { caller: callerOf(person, undefined) });
    } catch (error) {
      if (!isRefusal(error)) engine.report(error);
    }
  };
  void underWay.follow(resume());
}

function isRefusal(error: unknown): boolean {
  return isTreasuryError(error) && !isServiceFailure(error);
}

function rejected(text: string, message: ApprovalMessage | null): ChannelOutcome {
  return { kind: "rejected", text, message };
}
