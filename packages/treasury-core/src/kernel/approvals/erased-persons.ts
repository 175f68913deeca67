import type { Person } from "../ledger/person.ts";
import { erasedText } from "../proposals/erased-marker.ts";
import type { ApprovalRecord } from "./approval-record.ts";
import type { ChannelSource } from "./decision-source.ts";

export function erasedApproval(approval: ApprovalRecord): ApprovalRecord {
  const { id, name, comment, source } = approval;
  return {
    ...approval,
    ...(source?.kind === "channel" && { source: erasedSource(source) }),
    id: id === null ? null : erasedText,
    name: name === null ? null : erasedText,
    comment: comment === null ? null : erasedText,
  };
}

/** A channel's evidence contains its name of the person. */
export function erasedSource({ kind, channel }: ChannelSource): ChannelSource {
  return { kind, channel, sender: erasedText, evidence: {} };
}

/** Its id may be a name. Other than the id of every other erased person. */
const erasedIssuer = `${erasedText} issuer`;

/** An id that is the name, as without an `id` from `authenticate`, is a text as well. */
export function erasedPerson({ id, name, issuedBy }: Person): Person {
  return {
    id: id === name ? erasedText : id,
    name: erasedText,
    ...(issuedBy !== undefined && { issuedBy: erasedIssuer }),
  };
}
