import { type Machine, type MachineSpec, Micros } from "@agent-treasury/provider";

export interface MemoryMachine {
  read(): Machine;
  suspend(): Machine;
  start(): Machine;
}

export interface MemoryMachineOptions {
  readonly now: () => number;
  readonly id: string;
  readonly name: string;
  readonly tags: Machine["tags"];
  readonly spec: MachineSpec;
  /** Micro-dollars. */
  readonly pricePerHour: bigint;
}

const hourMs = 3_600_000n;

/** Creates a running machine. Its time and cost increase while it runs. */
export function memoryMachine(options: MemoryMachineOptions): MemoryMachine {
  const { now, pricePerHour } = options;
  const { image, cpuKind, cpus, memoryMb, region } = options.spec;
  const createdAt = now();
  let ranMs = 0;
  let startedAt: number | null = createdAt;

  const uptimeMs = (): number => ranMs + (startedAt === null ? 0 : Math.max(0, now() - startedAt));
  const read = (): Machine => ({
    id: options.id,
    name: options.name,
    state: startedAt === null ? "suspended" : "started",
    region,
    image,
    cpuKind,
    cpus,
    memoryMb,
    tags: options.tags,
    createdAt,
    uptimeMs: uptimeMs(),
    computeCost: Micros.portion(Micros.of(pricePerHour), BigInt(Math.floor(uptimeMs())), hourMs),
  });
  return {
    read,
    suspend() {
      ranMs = uptimeMs();
      startedAt = null;
      return read();
    },
    start() {
      startedAt ??= now();
      return read();
    },
  };
}
