import type { Machine, MachineSpec } from "@agent-treasury/provider";
import { computeCost } from "@agent-treasury/provider/helpers";
import type Docker from "dockerode";
import type { DockerSettings } from "./docker-settings.ts";
import { hostError, notFound, statusOf } from "./host-error.ts";
import { tagsOf } from "./machine-labels.ts";
import { type RunningRecord, ranUntil } from "./running-record.ts";

const nanoCpus = 1_000_000_000;
const bytesInMb = 1_048_576;
const idPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/;

/**
 * Reads a container by its full id. A host also accepts names and id prefixes, which could match
 * another container.
 */
export async function inspectById(
  docker: Docker,
  id: string,
): Promise<Docker.ContainerInspectInfo> {
  const container = await inspect(docker, id);
  if (container?.Id !== id) throw notFound(id);
  return container;
}

export async function inspectByName(
  docker: Docker,
  name: string,
): Promise<Docker.ContainerInspectInfo | undefined> {
  const container = await inspect(docker, name);
  return container === undefined || nameOf(container) !== name ? undefined : container;
}

async function inspect(
  docker: Docker,
  idOrName: string,
): Promise<Docker.ContainerInspectInfo | undefined> {
  // The text becomes part of a path of the host's API.
  if (!idPattern.test(idOrName)) throw notFound(idOrName);
  try {
    return await docker.getContainer(idOrName).inspect();
  } catch (cause) {
    if (statusOf(cause) === 404) return undefined;
    throw hostError(cause, "read the machine");
  }
}

export function machineFrom(
  container: Docker.ContainerInspectInfo,
  settings: DockerSettings,
  record: RunningRecord | undefined,
): Machine {
  const { Id, Config, HostConfig, State, Created } = container;
  const made: MachineSpec = {
    image: Config.Image,
    cpuKind: settings.spec.cpuKind,
    cpus: cpusOf(HostConfig) ?? settings.spec.cpus,
    memoryMb: Math.round((HostConfig.Memory ?? 0) / bytesInMb),
    region: settings.spec.region,
    app: settings.spec.app,
  };
  const uptimeMs = ranUntil(record, State, settings.now());
  return {
    id: Id,
    name: nameOf(container),
    state: stateOf(State),
    region: made.region,
    image: made.image,
    cpuKind: made.cpuKind,
    cpus: made.cpus,
    memoryMb: made.memoryMb,
    tags: tagsOf(settings.spec.app, Config.Labels),
    createdAt: Date.parse(Created),
    uptimeMs,
    computeCost: computeCost(settings.prices, made, uptimeMs),
  };
}

export function stateOf({ Status, Running, Paused }: Docker.ContainerInspectInfo["State"]): string {
  if (Paused) return "suspended";
  return Running ? "started" : Status;
}

/** Hosts report a CPU limit as a number of CPUs or as a share of a period. */
function cpusOf({ NanoCpus, CpuQuota, CpuPeriod }: Docker.HostConfig): number | undefined {
  if (NanoCpus !== undefined && NanoCpus > 0) return NanoCpus / nanoCpus;
  if (CpuQuota !== undefined && CpuQuota > 0) return CpuQuota / (CpuPeriod || 100_000);
  return undefined;
}

function nameOf({ Name }: Docker.ContainerInspectInfo): string {
  return Name.replace(/^\//, "");
}
