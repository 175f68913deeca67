import type { MachineHost } from "@agent-treasury/provider";
import { given } from "../settings/given.ts";
import type { Settings } from "../settings/settings.ts";
import { optionalPackage } from "./optional-package.ts";

/** Fly if a token is set, otherwise a container host if its socket is set. */
export async function openMachines(settings: Settings): Promise<MachineHost | null> {
  return (await openFly(settings)) ?? openDocker(settings);
}

async function openDocker({ docker, machine }: Settings): Promise<MachineHost | null> {
  if (docker === null) return null;
  const { dockerMachines } = await optionalPackage(
    "@agent-treasury/machines-docker",
    "TREASURY_DOCKER_SOCKET",
    () => import("@agent-treasury/machines-docker"),
  );
  const { image, cpus, memoryMb } = machine;
  return dockerMachines({
    socket: docker.socket,
    ...given({
      app: docker.app ?? undefined,
      image: image ?? undefined,
      cpus: cpus ?? undefined,
      memoryMb: memoryMb ?? undefined,
    }),
  });
}

async function openFly({ fly, machine }: Settings): Promise<MachineHost | null> {
  if (fly === null) return null;
  const { flyDefaults, flyMachines } = await optionalPackage(
    "@agent-treasury/machines-fly",
    "HOST_API_TOKEN",
    () => import("@agent-treasury/machines-fly"),
  );
  // The package would read missing options from `process.env`.
  return flyMachines({
    token: fly.token,
    app: fly.app,
    apiUrl: fly.apiUrl ?? flyDefaults.apiUrl,
    region: machine.region ?? flyDefaults.region,
    image: machine.image ?? flyDefaults.image,
    cpuKind: machine.cpuKind ?? flyDefaults.cpuKind,
    cpus: machine.cpus ?? flyDefaults.cpus,
    memoryMb: machine.memoryMb ?? flyDefaults.memoryMb,
  });
}
