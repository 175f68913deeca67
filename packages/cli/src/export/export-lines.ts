import type { CopiedPart } from "@agent-treasury/provider";

/** The format name in the first line. */
export const exportFormat = "agent-treasury-export" as const;

/** Increased with every change that older readers would not understand. */
export const exportFormatVersion = 1;

/** The first line of an export. */
export interface ExportHeading {
  readonly format: typeof exportFormat;
  readonly formatVersion: number;
  /** The start of the export, ISO 8601, UTC. */
  readonly exportedAt: string;
  /** The requested workspace, or null for all. */
  readonly workspaceId: string | null;
}

/** The last line. An export without it is incomplete. */
export interface ExportEnd {
  readonly record: "end";
  readonly workspaces: number;
  /** The number of lines without the first and this one. */
  readonly records: number;
}

/** An item of a workspace, with the workspace's id. */
export interface ExportedPart {
  readonly workspaceId: string;
  readonly part: CopiedPart;
}

/** Formats an item as a line. Integers that may exceed 2^53 are decimal strings. */
export function lineOf({ workspaceId, part }: ExportedPart): string {
  switch (part.kind) {
    case "head": {
      const { version, epoch, sequence, lastHash, account } = part.head;
      const numbers = { version: `${version}`, epoch, sequence: `${sequence}` };
      return JSON.stringify({ record: "head", workspaceId, ...numbers, lastHash, account });
    }
    case "doc": {
      const { ordinal, ...doc } = part.doc;
      const place = ordinal === null ? null : `${ordinal}`;
      return JSON.stringify({ record: "document", workspaceId, ...doc, ordinal: place });
    }
    case "entry": {
      const { epoch, sequence, amount, balance, previousHash, hash, body } = part.entry;
      const numbers = {
        epoch,
        sequence: `${sequence}`,
        amountMicros: `${amount}`,
        balanceMicros: `${balance}`,
      };
      return JSON.stringify({
        record: "entry",
        workspaceId,
        ...numbers,
        previousHash,
        hash,
        body,
      });
    }
  }
}
