import {
  TreasuryError,
  type Machine,
  type MachineHost,
  type CheckoutRequest,
  type PaymentProcessor,
} from "@agent-treasury/provider";
import { hostOfOneMachine, machine } from "../features/machines/one-machine.fixture.ts";

/** A processor that recognizes idempotency keys, and counts its checkouts. */
export interface CountingPayments extends PaymentProcessor {
  /** All calls, including failed ones. */
  readonly asked: CheckoutRequest[];
  /** All created checkouts. */
  readonly sessions: Map<string, CheckoutRequest>;
  /** Runs before each response: waits, or fails after the checkout was opened. */
  beforeAnswer: () => Promise<void>;
}

export function countingPayments(): CountingPayments {
  const payments: CountingPayments = {
    specificationVersion: "1",
    provider: "counting",
    mode: () => "test",
    asked: [],
    sessions: new Map(),
    beforeAnswer: async () => {},
    createCheckout: async (request) => {
      payments.asked.push(request);
      const id = `session-${request.idempotencyKey}`;
      payments.sessions.set(id, request);
      await payments.beforeAnswer();
      return { id, url: `https://pay.example/${id}`, expiresAt: null };
    },
    readCheckout: async () => {
      throw new TreasuryError("payment_processor_error", "Nothing is paid here.");
    },
  };
  return payments;
}

/** A host that finds machines by name, and counts the machines that it created. */
export interface CountingHost extends MachineHost {
  readonly machines: Map<string, Machine>;
  beforeAnswer: () => Promise<void>;
}

export function countingHost(): CountingHost {
  const machines = new Map<string, Machine>();
  const find = async (id: string): Promise<Machine> => {
    const found = [...machines.values()].find((each) => each.id === id);
    if (found === undefined)
      throw new TreasuryError("machine_not_found", "The machine does not exist.");
    return found;
  };
  const host: CountingHost = {
    ...hostOfOneMachine(),
    machines,
    beforeAnswer: async () => {},
    list: async () => [...machines.values()],
    get: find,
    provision: async ({ name, tags }) => {
      const made = machines.get(name) ?? { ...machine, id: `id-${name}`, name, tags };
      machines.set(name, made);
      await host.beforeAnswer();
      return made;
    },
    destroy: async (id) => {
      machines.delete((await find(id)).name);
    },
  };
  return host;
}
