"use client";

import type { AgentMachine } from "@agent-treasury/sdk-client";
import { useState } from "react";
import { failureText } from "../format/failure-text.ts";
import { useTreasuryContext } from "../provider/treasury-context.ts";

/** Actions on a machine. */
export interface MachineActions {
  /** Whether an action is in progress. */
  readonly isBusy: boolean;
  suspend(): void;
  start(): void;
  destroy(onDestroyed: () => void): void;
}

/** Returns the name of a machine. */
export function nameOf({ label, name }: AgentMachine): string {
  return label ?? name;
}

/**
 * Acts on a machine and announces the result.
 *
 * @param onChange - Called when the list of machines may have changed.
 */
export function useMachine(machine: AgentMachine, onChange: () => void): MachineActions {
  const { client, announce } = useTreasuryContext();
  const [isBusy, setBusy] = useState(false);
  const act = async (
    call: Promise<unknown>,
    text: string,
    after: () => void = onChange,
  ): Promise<void> => {
    setBusy(true);
    try {
      await call;
      announce(text);
      after();
    } catch (error) {
      announce(failureText(error), "bad");
      onChange();
    } finally {
      setBusy(false);
    }
  };
  const { id } = machine;
  const name = nameOf(machine);
  const { suspend, start, destroy } = client.machines;
  return {
    isBusy,
    suspend: () => void act(suspend(id), `${name} is suspended.`),
    start: () => void act(start(id), `${name} is started.`),
    destroy: (onDestroyed) => void act(destroy(id), `${name} is destroyed.`, onDestroyed),
  };
}
