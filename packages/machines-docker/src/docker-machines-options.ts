import type { MachinePrices } from "@agent-treasury/provider/helpers";

/** How the machines of a Docker-compatible host are made. */
export interface DockerMachinesOptions {
  /**
   * The path of the host's socket, also as `unix:///path`; `TREASURY_DOCKER_SOCKET` unless given, read
   * at the first call. Whoever reaches it rules the host.
   */
  readonly socket?: string;
  /** An image with `/bin/bash` and `sleep`; it is pulled when the host has none. `debian:12-slim` unless given. */
  readonly image?: string;
  /** CPUs that a machine may use, also a part of one; 1 unless given. */
  readonly cpus?: number;
  /** Memory that a machine may use, without swap; 1024 unless given. */
  readonly memoryMb?: number;
  /** Processes and threads that a machine may have; 512 unless given. */
  readonly maximumProcesses?: number;
  /** The host's network that machines join, for example `bridge`; `none`, and so no network, unless given. */
  readonly network?: string;
  /** Tells the machines of one deployment from those of another on one host; `agent-treasury` unless given. */
  readonly app?: string;
  /** What running costs, by the kind `container`; nothing unless given. */
  readonly prices?: MachinePrices;
  /** Milliseconds since 1970, by the clock that the host goes by; this machine's unless given. */
  readonly now?: () => number;
}
