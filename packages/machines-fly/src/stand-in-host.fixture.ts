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

/** Answers a file's requests to Fly by stand-ins and blocks all other requests. */
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

/** A host on a stand-in, with its clock and short seconds. */
export function hostOn(standIn: FlyStandIn, options: FlyMachinesOptions = {}): MachineHost {
  const clock = { ...systemClock, now: () => standIn.now };
  return flyMachinesWith(
    { token: standInToken, app: "ours", ...options },
    { clock, firstDelayMs: 5 },
  );
}

/** Creates a machine, by default with a signal that never aborts. */
export function provision(
  host: MachineHost,
  name = "body",
  signal: AbortSignal = new AbortController().signal,
): Promise<Machine> {
  return host.provision({ name, tags, signal });
}

/** The code and message of a failed call. */
export async function failureOf(
  call: Promise<unknown>,
): Promise<{ readonly code: string; readonly message: string }> {
  try {
    await call;
  } catch (error) {
    if (isTreasuryError(error)) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error("The call was expected to fail, but it succeeded.");
}
