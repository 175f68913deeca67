import type { CopiedPart } from "@agent-treasury/provider";

export const exportFormat = "agent-treasury-export" as const;

/** Increased with every incompatible change. */
export const exportFormatVersion = 1;

export interface ExportHeading {
  readonly format: typeof exportFormat;
  readonly formatVersion: number;
  /** ISO 8601, UTC. */
  readonly exportedAt: string;
  /** Null for all. */
  readonly workspaceId: string | null;
}

/** Missing in an incomplete export. */
export interface ExportEnd {
  readonly record: "end";
  readonly workspaces: number;
  /** Without the first line and this one. */
  readonly records: number;
}

export interface ExportedPart {
  readonly workspaceId: string;
  readonly part: CopiedPart;
}

/** Integers that may exceed 2^53 are decimal strings. */
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
