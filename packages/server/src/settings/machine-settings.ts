import type { DockerSetting, FlySetting, MachineSetting } from "./settings.ts";

/** The variables, after validation. */
interface MachineValues {
  readonly HOST_API_TOKEN?: string | undefined;
  readonly HOST_API_URL?: string | undefined;
  readonly HOST_APP?: string | undefined;
  readonly HOST_REGION?: string | undefined;
  readonly HOST_IMAGE?: string | undefined;
  readonly HOST_CPU_KIND?: string | undefined;
  readonly HOST_CPUS?: number | undefined;
  readonly HOST_MEMORY_MB?: number | undefined;
  readonly TREASURY_DOCKER_SOCKET?: string | undefined;
}

export function toFly(values: MachineValues): FlySetting | null {
  const { HOST_API_TOKEN: token, HOST_APP: app } = values;
  if (token === undefined || app === undefined) return null;
  return { token, app, apiUrl: values.HOST_API_URL ?? null };
}

export function toDocker(values: MachineValues): DockerSetting | null {
  const { TREASURY_DOCKER_SOCKET: socket, HOST_APP: app = null } = values;
  return socket === undefined ? null : { socket, app };
}

export function toMachine(values: MachineValues): MachineSetting {
  return {
    region: values.HOST_REGION ?? null,
    image: values.HOST_IMAGE ?? null,
    cpuKind: values.HOST_CPU_KIND ?? null,
    cpus: values.HOST_CPUS ?? null,
    memoryMb: values.HOST_MEMORY_MB ?? null,
  };
}
