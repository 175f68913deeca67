import { runningMs } from "@agent-treasury/provider/helpers";
import type Docker from "dockerode";
import { statusOf } from "./host-error.ts";
import { type Labels, appLabel } from "./machine-labels.ts";

const machineLabel = "agent-treasury.machine";
const sequenceLabel = "agent-treasury.sequence";
const momentLabel = "agent-treasury.at";
const runningLabel = "agent-treasury.running";
const ranLabel = "agent-treasury.ran-ms";

/** A machine's running time at its latest pause or resume. */
export interface RunningRecord {
  readonly sequence: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly running: boolean;
  readonly ranMs: number;
}

export interface ContainerTimes {
  readonly StartedAt: string;
  readonly FinishedAt: string;
}

/**
 * Records of pauses, because a host reports only when a container started. Each pause and resume is
 * an empty volume with labels: volumes survive this process, other processes see them, and machines
 * cannot reach them. The volume's name has the step's number, so that only one of two concurrent
 * processes records the step.
 */
export class RunningRecords {
  readonly #docker: Docker;
  readonly #app: string;

  constructor(docker: Docker, app: string) {
    this.#docker = docker;
    this.#app = app;
  }

  /** The newest record of each machine by machine id. */
  async read(machineId?: string): Promise<ReadonlyMap<string, RunningRecord>> {
    const newest = new Map<string, RunningRecord>();
    for (const { labels } of await this.#volumes(machineId)) {
      const id = labels[machineLabel] ?? "";
      const record = recordFrom(labels);
      if (record.sequence >= (newest.get(id)?.sequence ?? 0)) newest.set(id, record);
    }
    return newest;
  }

  async write(machineId: string, record: RunningRecord): Promise<void> {
    const { sequence, at, running, ranMs } = record;
    const earlier = await this.#volumes(machineId);
    await this.#docker
      .createVolume({
        Name: `agent-treasury-${machineId.slice(0, 32)}-${sequence}`,
        Labels: {
          [appLabel]: this.#app,
          [machineLabel]: machineId,
          [sequenceLabel]: String(sequence),
          [momentLabel]: String(at),
          [runningLabel]: String(running),
          [ranLabel]: String(ranMs),
        },
      })
      .catch((error: unknown) => {
        // Podman rejects a taken name, Docker returns the existing volume: either way the step is
        // recorded.
        if (statusOf(error) === undefined) throw error;
      });
    const past = earlier.filter(({ labels }) => recordFrom(labels).sequence < sequence);
    await this.#remove(past);
  }

  async forget(machineId: string): Promise<void> {
    await this.#remove(await this.#volumes(machineId));
  }

  async #volumes(machineId?: string): Promise<readonly { name: string; labels: Labels }[]> {
    const label = [`${appLabel}=${this.#app}`];
    if (machineId !== undefined) label.push(`${machineLabel}=${machineId}`);
    const { Volumes } = await this.#docker.listVolumes({ filters: { label } });
    // Some hosts match any of several labels.
    return (Volumes ?? [])
      .map(({ Name, Labels }) => ({ name: Name, labels: Labels ?? {} }))
      .filter(({ labels }) => {
        const isOf = machineId === undefined || labels[machineLabel] === machineId;
        return isOf && labels[appLabel] === this.#app && labels[machineLabel] !== undefined;
      });
  }

  async #remove(volumes: readonly { readonly name: string }[]): Promise<void> {
    // Another process may have removed one already.
    await Promise.allSettled(volumes.map(({ name }) => this.#docker.getVolume(name).remove()));
  }
}

export function ranUntil(
  record: RunningRecord | undefined,
  times: ContainerTimes,
  now: number,
): number {
  const started = { at: Date.parse(times.StartedAt), running: true };
  const finished = { at: Date.parse(times.FinishedAt), running: false };
  // A container that never started or finished has a time long before any machine.
  const changes = [finished, started].filter(({ at }) => at > 0);
  if (record === undefined) return runningMs(changes, now);
  const later = changes.filter(({ at }) => at > record.at);
  return record.ranMs + runningMs([record, ...later], now);
}

function recordFrom(labels: Labels): RunningRecord {
  return {
    sequence: Number(labels[sequenceLabel]),
    at: Number(labels[momentLabel]),
    running: labels[runningLabel] === "true",
    ranMs: Number(labels[ranLabel]),
  };
}
