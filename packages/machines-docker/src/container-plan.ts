import type { ProvisionOptions } from "@agent-treasury/provider";
import type Docker from "dockerode";
import type { DockerSettings } from "./docker-settings.ts";
import { labelsOf } from "./machine-labels.ts";

const nanoCpus = 1_000_000_000;
const bytesInMb = 1_048_576;

/** Bash takes care of what a command left behind, so that the dead do not fill the process table. */
const waitForever = "while :; do sleep 86400 & wait $!; done";

/** How a machine's container is made: bounded, without a network unless asked for, and ours by its labels. */
export function containerPlan(
  { name, tags }: ProvisionOptions,
  { spec, network, maximumProcesses }: DockerSettings,
): Docker.ContainerCreateOptions {
  const memoryBytes = spec.memoryMb * bytesInMb;
  return {
    name,
    Image: spec.image,
    Entrypoint: [],
    Cmd: ["/bin/bash", "-c", waitForever],
    Labels: labelsOf(spec.app, tags),
    NetworkDisabled: network === "none",
    HostConfig: {
      NetworkMode: network,
      NanoCpus: Math.round(spec.cpus * nanoCpus),
      Memory: memoryBytes,
      // The same as the memory: no swap beyond it.
      MemorySwap: memoryBytes,
      PidsLimit: maximumProcesses,
      SecurityOpt: ["no-new-privileges"],
    },
  };
}
