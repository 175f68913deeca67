/** A machine without a record, or a record without a machine. */
export interface MachineOrphan {
  /** `machine`: had no record, and has one now. `record`: had no machine, and was closed. */
  readonly kind: "machine" | "record";
  readonly workspaceId: string;
  readonly machineId: string;
}

export interface MachineRecovery {
  /** The number of idle machines that were suspended. */
  readonly suspended: number;
  readonly orphans: readonly MachineOrphan[];
  /** The number of machines and records that failed. `onFailure` received the reasons. */
  readonly failed: number;
}

export const noMachineRecovery: MachineRecovery = { suspended: 0, orphans: [], failed: 0 };
