import { systemClock } from "@agent-treasury/provider";
import type {
  ChannelCall,
  ChannelOutcome,
  ChannelParts,
  DecideForSender,
  SenderDecision,
} from "@agent-treasury/treasury-core/channel";
import { type SignedDelivery, signingSecret } from "./slack-deliveries.fixture.ts";
import { botToken } from "./slack-methods.fixture.ts";
import { type SlackStandIn, openSlack } from "./slack-stand-in.fixture.ts";
import { type SlackOptions, slack } from "./slack.ts";

export interface TestChannel extends SlackStandIn {
  readonly parts: ChannelParts;
  /** What the channel passed on. */
  readonly decisions: SenderDecision[];
  /** What was logged, as JSON. */
  readonly logged: string[];
  /** What `decide` returns. */
  outcome: ChannelOutcome;
  /** Gives a delivery to the channel. */
  receive(delivery: SignedDelivery, decide?: DecideForSender): Promise<unknown>;
}

/** The channel without a treasury, connected to a stand-in of Slack. */
export async function openChannel(options: Partial<SlackOptions> = {}): Promise<TestChannel> {
  const standIn = await openSlack();
  const logged: string[] = [];
  const log = (...given: unknown[]) => void logged.push(JSON.stringify(given));
  const people = { U0ADA: { id: "ada", name: "Ada" } };
  const { apiUrl } = standIn;
  const channel = slack({
    botToken,
    signingSecret,
    channel: "C0MONEY",
    people,
    apiUrl,
    ...options,
  });
  const logger = { debug: log, info: log, warn: log, error: log };
  const parts = channel.register({ clock: systemClock, logger });
  const decisions: SenderDecision[] = [];
  const pass: DecideForSender = async (decision) => {
    decisions.push(decision);
    return test.outcome;
  };
  const test: TestChannel = {
    ...standIn,
    parts,
    decisions,
    logged,
    outcome: { kind: "decided", text: "Approved.", message: null },
    receive: async ({ body, headers }, decide = pass) =>
      parts.receiver?.receive({ body: new TextEncoder().encode(body), headers }, decide),
  };
  return test;
}

export function aCall(fields: Partial<ChannelCall> = {}): ChannelCall {
  return { target: "C0MONEY", first: null, signal: new AbortController().signal, ...fields };
}
