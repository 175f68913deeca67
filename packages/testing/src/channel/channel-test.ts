import type { SignedInOperator, TreasuryOptions } from "@agent-treasury/treasury-core";
import type { ApprovalChannel } from "@agent-treasury/treasury-core/channel";
import type { TestFramework } from "../conformance/test-framework.ts";

/** The channel under test. */
export interface ChannelConformanceOptions {
  /** Returns a new channel with the same secrets, and a new stand-in of its service, each time. */
  readonly create: (setup: ChannelSetup) => ChannelStandIn | Promise<ChannelStandIn>;
  /** The service's ids of two persons and of a stranger; `U0ADA`, `U0BEN` and `U0EVE` by default. */
  readonly senders?: readonly [ada: string, ben: string, stranger: string];
  /** Options that the channel needs. */
  readonly options?: Partial<TreasuryOptions>;
}

export interface ChannelSetup {
  readonly people: Readonly<Record<string, SignedInOperator>>;
  /** The time, in milliseconds since 1970. Tests advance it. */
  readonly now: () => number;
}

/** A channel beside a stand-in of its service. */
export interface ChannelStandIn {
  readonly channel: ApprovalChannel;
  /** The messages as the service shows them now, oldest first. */
  messages(): readonly ShownMessage[];
  /** Makes the service fail for a number of requests. Without it, failures are not tested. */
  readonly fail?: (requests: number) => void;
  /**
   * Returns the delivery of the service after a person's action. Omit it for a channel that only
   * sends.
   */
  readonly press?: (press: ChannelPress) => SignedDelivery;
  readonly close?: () => Promise<void>;
}

export interface ShownMessage {
  /** Everything that a person can read, with addresses of links. */
  readonly text: string;
  /** Whether it has buttons for a decision. False for a channel that only sends. */
  readonly isOpen: boolean;
}

export interface ChannelPress {
  /** Index in `messages()`. */
  readonly message: number;
  readonly sender: string;
  readonly decision: "approve" | "deny";
  /** Time of the signature, in milliseconds since 1970. */
  readonly at: number;
}

export interface SignedDelivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A test of any channel. Throws the reason if the channel does not satisfy it. */
export interface ChannelTest {
  readonly name: string;
  readonly run: (
    channel: ChannelConformanceOptions,
    expect: TestFramework["expect"],
  ) => Promise<void>;
}
