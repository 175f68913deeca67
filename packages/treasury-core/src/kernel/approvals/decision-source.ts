import type { Json, JsonObject } from "@agent-treasury/provider";

/** How a decision was given, if not on the page or by the API. */
export type DecisionSource = ChannelSource | StandingSource;

/** A channel verified its sender, and mapped it to the person. */
export interface ChannelSource {
  readonly kind: "channel";
  /** Id of the channel, for example `slack`. */
  readonly channel: string;
  /** The sender by the channel's own name. */
  readonly sender: string;
  /** What the channel verified: at most 1 KiB as JSON, without secrets. */
  readonly evidence: JsonObject;
}

/** The approval was given in advance. */
export interface StandingSource {
  readonly kind: "standing";
  /** Id of the standing approval. */
  readonly id: string;
}

/** For display: the channel, or `standing`. Null for the page and the API. */
export function sourceName(source: DecisionSource | undefined): string | null {
  if (source === undefined) return null;
  return source.kind === "channel" ? source.channel : source.kind;
}

/** The part of a decision that its ledger entry commits to. Undefined for the page and the API. */
export function sourceToRecord(source: DecisionSource | undefined): Json | undefined {
  if (source === undefined) return undefined;
  return source.kind === "channel" ? [source.channel, source.sender] : [source.kind, source.id];
}
