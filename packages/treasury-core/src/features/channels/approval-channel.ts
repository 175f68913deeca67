import type { DecisionRequest, Proposal } from "@agent-treasury/contract";
import type { Clock, JsonObject, Logger, WebhookDelivery } from "@agent-treasury/provider";
import type { SignedInOperator } from "../../http/signed-in-operator.ts";

/**
 * Brings approvals to people, for example by Slack. Unlike a plugin, a channel may pass a person's
 * decision on. Unstable: it may change in any release.
 */
export interface ApprovalChannel {
  /** 1 to 32 lower-case letters, digits and hyphens, beginning with a letter. Stored with decisions. */
  readonly id: string;
  /**
   * Persons by the channel's own ids of senders, for example Slack user ids. Their `id` must be the
   * one that `authenticate` returns, so that a person counts once. Decisions of other senders are
   * rejected. Empty for a channel that only sends.
   */
  readonly people: Readonly<Record<string, SignedInOperator>>;
  /**
   * `reminder`: it sends nothing before the reminder of `remindAfterHours`, for a channel that is
   * used if no decision follows in another one. `escalated` likewise. `requested` by default.
   *
   * @example
   * const treasury = createTreasury({
   *   ...options,
   *   remindAfterHours: 0.25,
   *   channels: [{ ...email({ smtpUrl, from, to }), firstMessage: "reminder" }],
   * });
   */
  readonly firstMessage?: "requested" | "reminder" | "escalated";
  /** Called once, by `createTreasury`. */
  register(context: ChannelContext): ChannelParts;
}

export interface ChannelParts {
  /** Receivers in a workspace, each with its own messages. One unnamed receiver by default. */
  readonly targets?: (workspaceId: string) => Promise<readonly string[]>;
  /**
   * Sends a message about a proposal that needs approval. May be called again for the same message
   * after a crash.
   *
   * @returns a reference for `update` and follow-ups: at most 1 KiB as JSON, without secrets. Null if the message
   * cannot be updated.
   */
  send(message: ApprovalMessage, call: ChannelCall): Promise<JsonObject | null>;
  /** Changes a message after an approval, a decision, expiry or payment. May be repeated. */
  readonly update?: (
    reference: JsonObject,
    message: ApprovalMessage,
    call: ChannelCall,
  ) => Promise<void>;
  /** Receives people's decisions. Below `/channels/<id>`. */
  readonly receiver?: ChannelReceiver;
  /** Called after requests and deliveries end. */
  readonly close?: () => Promise<void>;
}

export interface ChannelReceiver {
  /** Name of the header with the signature. Requests without it are rejected unread. */
  readonly signatureHeader: string;
  /**
   * Verifies a signed delivery of at most 256 KiB, and passes its decision to `decide`.
   *
   * @returns the body of the response; text, or an object sent as JSON.
   * @throws TreasuryError `unauthenticated` if the signature is not valid.
   */
  receive(delivery: WebhookDelivery, decide: DecideForSender): Promise<string | JsonObject>;
}

/** Maps the sender to its person, asks `authorize`, and decides. Never throws for a refusal. */
export type DecideForSender = (decision: SenderDecision) => Promise<ChannelOutcome>;

export interface SenderDecision extends Pick<
  DecisionRequest,
  "proposalId" | "decision" | "comment" | "approvedAmountUsd"
> {
  readonly workspaceId: string;
  /** `digest` of the proposal in the message that was decided on. */
  readonly digest: string;
  /** The verified sender, by the channel's own id. */
  readonly sender: string;
  /**
   * Identifies the signed delivery. A repeated one decides nothing for 24 hours, so that a recorded
   * delivery cannot restore a withdrawn approval.
   */
  readonly deliveryId?: string;
  /** What was verified: at most 1 KiB as JSON, without secrets. Stored with the decision. */
  readonly evidence: JsonObject;
}

export interface ChannelOutcome {
  /**
   * `decided`: the proposal is closed or approved. `counted`: more approvals are needed.
   * `rejected`: nothing changed.
   */
  readonly kind: "decided" | "counted" | "rejected";
  /** For the sender: what happened, and what to do. */
  readonly text: string;
  /** The message as it should look now. Null if the sender may not see it. */
  readonly message: ApprovalMessage | null;
}

/** What a message shows. Texts of the agent must be escaped. */
export interface ApprovalMessage {
  /** `requested`, `reminder` and `escalated` need approval. `changed` updates an earlier message. */
  readonly kind: "requested" | "reminder" | "escalated" | "changed";
  readonly workspaceId: string;
  readonly proposal: Proposal;
  /** Why it needs approval: rules with their texts. */
  readonly reasons: readonly ApprovalReason[];
  /** Available balance after the spend, in USD. */
  readonly balanceAfterUsd: number;
  /** The page where a signed-in person can decide. Without a secret. */
  readonly pageUrl: string;
}

export interface ApprovalReason {
  /** Null for screening. */
  readonly ruleId: string | null;
  readonly text: string;
}

export interface ChannelCall {
  /** As returned by `targets`; empty for the unnamed receiver. */
  readonly target: string;
  /** The reference of the first message about the proposal, for replies. Null for the first. */
  readonly first: JsonObject | null;
  /** Aborts when the call times out or the process closes. */
  readonly signal: AbortSignal;
}

export interface ChannelContext {
  readonly clock: Clock;
  /** Redacts secrets. */
  readonly logger: Logger;
}
