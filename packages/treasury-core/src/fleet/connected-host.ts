import { TreasuryError, type MachineHost } from "@agent-treasury/provider";
import type { FleetSettings } from "./fleet-settings.ts";

/** @throws TreasuryError `machines_not_connected`. */
export function connectedHost({ host }: FleetSettings): MachineHost {
  if (host === null || !host.configured()) {
    throw new TreasuryError("machines_not_connected", "No machine host is connected.");
  }
  return host;
}
