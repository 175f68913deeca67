/**
 * What a channel for approvals needs. Unstable: it may change in any release.
 *
 * @module
 */
export type {
  ApprovalChannel,
  ApprovalMessage,
  ApprovalReason,
  ChannelCall,
  ChannelContext,
  ChannelOutcome,
  ChannelParts,
  ChannelReceiver,
  DecideForSender,
  SenderDecision,
} from "./features/channels/approval-channel.ts";
