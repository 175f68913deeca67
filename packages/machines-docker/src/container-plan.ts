import type { ProvisionOptions } from "@agent-treasury/provider";
import type Docker from "dockerode";
import type { DockerSettings } from "./docker-settings.ts";
import { labelsOf } from "./machine-labels.ts";

const nanoCpus = 1_000_000_000;
const bytesInMb = 1_048_576;

/** Bash reaps orphaned processes, which would otherwise fill the process table. */
const waitForever = "while :; do sleep 86400 & wait $!; done";

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
      // Equal to the memory, so that there is no swap.
      MemorySwap: memoryBytes,
      PidsLimit: maximumProcesses,
      SecurityOpt: ["no-new-privileges"],
    },
  };
}
