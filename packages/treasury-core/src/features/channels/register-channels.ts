import type { Logger } from "@agent-treasury/provider";
import { isOperator } from "../../http/access.ts";
import { checkExtensionIds, isHeaderName } from "../../http/plugin-operation.ts";
import type { SignedInOperator } from "../../http/signed-in-operator.ts";
import type { Engine } from "../../kernel/engine.ts";
import { invalidRequest } from "../../kernel/errors.ts";
import { namedLogger } from "../../kernel/logging.ts";
import type { ApprovalChannel, ChannelParts } from "./approval-channel.ts";
import type { SentKind } from "./message-references.ts";

/** A person of a channel's table. */
export type ChannelPerson = SignedInOperator & { readonly id: string };

export interface RegisteredChannel {
  readonly id: string;
  readonly people: ReadonlyMap<string, ChannelPerson>;
  readonly parts: ChannelParts;
  readonly firstMessage: SentKind;
}

/**
 * Registers channels in their order. Their tables of people are copied.
 *
 * @throws TreasuryError `invalid_request` for an invalid or repeated id, and for a person without
 * id or name.
 */
export function registerChannels(
  { clock, report }: Pick<Engine, "clock" | "report">,
  channels: readonly ApprovalChannel[],
  logger: Logger | null,
): readonly RegisteredChannel[] {
  checkExtensionIds(
    "channel",
    channels.map(({ id }) => id),
  );
  return channels.map((channel) => {
    const { id, firstMessage = "requested" } = channel;
    const people = peopleOf(channel);
    const parts = channel.register({ clock, logger: namedLogger(id, logger, report) });
    checkReceiver(id, parts);
    return { id, people, parts, firstMessage };
  });
}

function peopleOf({ id, people }: ApprovalChannel): ReadonlyMap<string, ChannelPerson> {
  return new Map(
    Object.entries(people).map(([sender, person]) => {
      const flaw = flawOf(person);
      if (flaw === null) return [sender, { ...person, id: person.id ?? "" }];
      throw invalidRequest(`Invalid person ${JSON.stringify(sender)} of channel ${id}: ${flaw}`);
    }),
  );
}

/** The id is required, because the name of one person may be the id of another one. */
function flawOf(person: unknown): string | null {
  try {
    if (isOperator(person) && person.id !== undefined) return null;
    return "`id` and `name` are required.";
  } catch (error) {
    return error instanceof Error ? error.message : "It cannot be read.";
  }
}

function checkReceiver(id: string, { receiver }: ChannelParts): void {
  if (receiver === undefined || isHeaderName(receiver.signatureHeader)) return;
  throw invalidRequest(`\`signatureHeader\` of channel ${id} must be the name of a header.`);
}
