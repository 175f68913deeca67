/** A stored transfer of the sandbox's chain: plain JSON, the amount in decimal micro-dollars. */
export interface SandboxTransfer {
  /** Unique. Made once, also if it is requested again. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly amount: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The storage of a sandbox's chain. Of two transfers with one id, only one counts. */
export interface SandboxTransferStore {
  /** Returns all transfers in the order in which they were appended. */
  load(): Promise<readonly SandboxTransfer[]>;
  append(transfer: SandboxTransfer): Promise<void>;
}

/** Stores transfers in memory. */
export function sandboxTransfersInMemory(): SandboxTransferStore {
  const transfers: SandboxTransfer[] = [];
  return {
    load: async () => [...transfers],
    append: async (transfer) => void transfers.push(transfer),
  };
}
