import type { MachineHost } from "@agent-treasury/provider";

/** What a deployment decided about machines. */
export interface FleetSettings {
  /** Null when no machine host is plugged in. */
  readonly host: MachineHost | null;
  readonly machinesPerWorkspace: number;
  readonly machinesPerDeployment: number;
  readonly provisionTimeoutMs: number;
  readonly execTimeoutSeconds: number;
  /** How long the body of an agent may be idle before it is suspended. */
  readonly idleSuspendMs: number;
}
