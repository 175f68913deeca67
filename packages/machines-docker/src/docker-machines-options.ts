import type { MachinePrices } from "@agent-treasury/provider/helpers";

export interface DockerMachinesOptions {
  /**
   * The path of the host's socket, also as `unix:///path`; `TREASURY_DOCKER_SOCKET` by default,
   * read at the first call. Access to the socket gives full control of the host.
   */
  readonly socket?: string;
  /** An image with `/bin/bash` and `sleep`, pulled when missing; `debian:12-slim` by default. */
  readonly image?: string;
  /** CPUs per machine, also a fraction; 1 by default. */
  readonly cpus?: number;
  /** Memory per machine, without swap; 1024 by default. */
  readonly memoryMb?: number;
  /** The maximum number of processes and threads per machine; 512 by default. */
  readonly maximumProcesses?: number;
  /** The host's network for machines, for example `bridge`; `none` (no network) by default. */
  readonly network?: string;
  /** Separates deployments on one host; `agent-treasury` by default. */
  readonly app?: string;
  /** The price of running, by the kind `container`; free by default. */
  readonly prices?: MachinePrices;
  /** Milliseconds since 1970 by the host's clock; this machine's clock by default. */
  readonly now?: () => number;
}
