import type { CopiedPart } from "@agent-treasury/provider";

/** Names the format in the first line. */
export const exportFormat = "agent-treasury-export" as const;

/** One more with every change that a reader of the version before would not understand. */
export const exportFormatVersion = 1;

/** The first line of an export. */
export interface ExportHeading {
  readonly format: typeof exportFormat;
  readonly formatVersion: number;
  /** ISO 8601, UTC: when it was begun. */
  readonly exportedAt: string;
  /** The workspace that was asked for, null for all. */
  readonly workspaceId: string | null;
}

/** The last line: an export without it is not complete. */
export interface ExportEnd {
  readonly record: "end";
  readonly workspaces: number;
  /** All lines but the first and this one. */
  readonly records: number;
}

/** A part of a workspace, with the workspace it belongs to. */
export interface ExportedPart {
  readonly workspaceId: string;
  readonly part: CopiedPart;
}

/** A part as a line; integers that may be beyond 2^53 are decimal strings. */
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
