import {
  TreasuryError,
  isTreasuryError,
  type ExecOutcome,
  type Machine,
  type MachineHost,
} from "@agent-treasury/provider";

/** For what starting a machine may take, and what a command needs beside its own time. */
export const startMs = 300_000;

/** Bytes kept of each output stream of a command. */
const maximumOutputBytes = 65_536;
/** For how much longer than a command may run its host may be silent. */
const silenceMs = 30_000;

/** A command, and for how long it may run. */
export interface MachineCommand {
  readonly command: string;
  readonly timeoutSeconds: number;
}

/**
 * Runs a command on a machine, which is started when it is not running.
 *
 * @throws TreasuryError `machine_host_error` when the host does not say what became of it.
 */
export async function runOnMachine(
  host: MachineHost,
  machine: Machine,
  { command, timeoutSeconds }: MachineCommand,
  signal: AbortSignal | null,
): Promise<ExecOutcome> {
  if (machine.state !== "started") await host.start(machine.id);
  // The host ends the command itself; this only bounds a host that does not answer.
  const late = AbortSignal.timeout(Math.ceil(timeoutSeconds * 1_000) + silenceMs);
  try {
    return await host.exec(machine.id, {
      command,
      timeoutSeconds,
      maximumOutputBytes,
      signal: signal === null ? late : AbortSignal.any([signal, late]),
    });
  } catch (cause) {
    if (isTreasuryError(cause) || !late.aborted) throw cause;
    const problem =
      "The machine host did not say what the command came to. The command may still run.";
    throw new TreasuryError("machine_host_error", problem, { cause });
  }
}
