import {
  type Machine,
  type MachineHost,
  isTreasuryError,
  systemClock,
} from "@agent-treasury/provider";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll } from "vitest";
import { type FlyMachinesOptions, flyMachinesWith } from "./fly-machines.ts";
import { FlyStandIn, standInToken } from "./fly-stand-in.fixture.ts";

export const tags = { workspaceId: "acme", agentId: null, goal: null, label: null };

/** Answers a file's requests to Fly by stand-ins, and lets none leave this machine. */
export function useStandIns(): () => FlyStandIn {
  const server = setupServer();
  beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());
  return () => {
    const standIn = new FlyStandIn();
    server.use(...standIn.handlers);
    return standIn;
  };
}

/** A host on a stand-in, whose clock it shares and whose seconds are short. */
export function hostOn(standIn: FlyStandIn, options: FlyMachinesOptions = {}): MachineHost {
  const clock = { ...systemClock, now: () => standIn.now };
  return flyMachinesWith(
    { token: standInToken, app: "ours", ...options },
    { clock, firstDelayMs: 5 },
  );
}

/** Makes a machine, with a signal that never aborts unless one is given. */
export function provision(
  host: MachineHost,
  name = "body",
  signal: AbortSignal = new AbortController().signal,
): Promise<Machine> {
  return host.provision({ name, tags, signal });
}

/** How a call failed: the code, and the message as a caller reads it. */
export async function failureOf(
  call: Promise<unknown>,
): Promise<{ readonly code: string; readonly message: string }> {
  try {
    await call;
  } catch (error) {
    if (isTreasuryError(error)) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error("The call should have failed, and it was answered.");
}
