import { type Clock, systemClock } from "@agent-treasury/provider";
import {
  scriptedModel,
  type MemoryMachineHost,
  type MemoryMachineHostOptions,
  memoryMachineHost,
} from "@agent-treasury/sandbox";
import {
  type MachineOptions,
  type Treasury,
  type TreasuryOptions,
  createTreasury,
} from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";

/** The starting time in milliseconds since 1970. */
export const beginning: number = Date.UTC(2027, 0, 1);
/** In milliseconds. */
export const minute = 60_000;

/** Options of one process; its machine host is the shared one by default. */
type ProcessOptions = Partial<Omit<TreasuryOptions, "machines"> & MachineOptions>;

/** One storage and one host for any number of processes. */
interface AgentWorld {
  readonly host: MemoryMachineHost;
  /** The executed commands with the state of their machine. */
  readonly commands: readonly string[];
  readonly clock: Clock;
  process(options?: ProcessOptions): Treasury;
  advance(milliseconds: number): void;
}

/** Its clock only moves by `advance`; sleeping takes real time. */
export function agentWorld(hostOptions: MemoryMachineHostOptions = {}): AgentWorld {
  let time = beginning;
  const now = (): number => time;
  const storage = memoryStorage({ now });
  const commands: string[] = [];
  const host = memoryMachineHost({
    now,
    exec: (machine, command) => {
      commands.push(`${machine.state}: ${command}`);
      return { exitCode: 0, stdout: "Linux\n", stderr: "", durationMs: 1 };
    },
    ...hostOptions,
  });
  const clock: Clock = {
    now,
    monotonic: now,
    sleep: (milliseconds, signal) => systemClock.sleep(milliseconds, signal),
  };
  const process = ({ host: its = host, limits = {}, ...options }: ProcessOptions = {}): Treasury =>
    createTreasury({
      baseUrl: "http://localhost:3000",
      storage,
      machines: { host: its, limits },
      model: scriptedModel(),
      clock,
      recoverySeconds: false,
      onFailure: () => undefined,
      ...options,
    });
  const advance = (milliseconds: number): void => {
    time += milliseconds;
  };
  return { host, commands, clock, process, advance };
}

export async function statesOf(host: MemoryMachineHost): Promise<readonly string[]> {
  return (await host.list()).map(({ state }) => state);
}

/** Runs a turn in the workspace `acme`; resolves with its whole result as JSON. */
export async function directive(treasury: Treasury, message = "run `uname -a`"): Promise<string> {
  return JSON.stringify(await treasury.runTurn({ workspaceId: "acme", message }));
}
