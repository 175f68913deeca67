import { appendFileSync, readFileSync } from "node:fs";
import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";
import { text } from "node:stream/consumers";
import {
  type PaymentExecutor,
  type SpendFinding,
  type SpendOrder,
  type SpendOutcome,
  Micros,
} from "@agent-treasury/provider";

/** A payment in the payee's file: the key and micro-dollars. */
interface PaymentLine {
  readonly key: string;
  readonly amount: string;
}

/** An external payee that pays each key once, and records each payment in a file. */
export interface Payee {
  readonly url: string;
  /** All payments in the file. */
  payments(): PaymentLine[];
  close(): Promise<void>;
}

/** Hooks around a payment. */
export interface PayeeHooks {
  /** Called before the payment. If it returns false, the request is lost. */
  readonly before: () => boolean;
  /** Called after the payment, before the response. */
  readonly after: () => void;
}

/** Starts a payee on the loopback address. */
export async function openPayee(path: string, hooks: PayeeHooks): Promise<Payee> {
  appendFileSync(path, "");
  const payments = (): PaymentLine[] =>
    readFileSync(path, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as PaymentLine);
  const pay = async (request: IncomingMessage): Promise<string | null> => {
    const line = await text(request);
    if (!hooks.before()) return null;
    const { key } = JSON.parse(line) as PaymentLine;
    if (!payments().some((payment) => payment.key === key)) {
      appendFileSync(path, `${line}\n`, { flush: true });
    }
    hooks.after();
    return JSON.stringify(payments().find((payment) => payment.key === key));
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://payee");
    const told =
      pathname === "/pay"
        ? await pay(request)
        : JSON.stringify(payments().find(({ key }) => key === searchParams.get("key")) ?? null);
    if (told === null) response.destroy();
    else setTimeout(() => response.end(told), Math.random() * 5);
  };
  const server = createServer((request, response) => {
    // The caller may be killed during the request.
    answer(request, response).catch(() => response.destroy());
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    payments,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** A payment executor that pays through the payee's process. */
export function payeeExecutor(url: string): PaymentExecutor {
  const ask = async (path: string, init?: RequestInit): Promise<PaymentLine | null> =>
    (await fetch(`${url}${path}`, init)).json() as Promise<PaymentLine | null>;
  return {
    specificationVersion: "1",
    provider: "payee",
    keyLifetimeMs: 86_400_000,
    mode: () => "sandbox",
    pay: async ({ proposalId, amount, signal }: SpendOrder): Promise<SpendOutcome> => {
      const body = JSON.stringify({ key: proposalId, amount: amount.toString() });
      const paid = await ask("/pay", { method: "POST", body, signal });
      return paid === null ? { kind: "unknown", reason: "No answer." } : outcomeOf(paid);
    },
    find: async ({ proposalId, signal }: SpendOrder): Promise<SpendFinding> => {
      const paid = await ask(`/find?key=${proposalId}`, { signal });
      return paid === null ? { kind: "not_sent" } : outcomeOf(paid);
    },
  };
}

function outcomeOf({ key, amount }: PaymentLine): SpendOutcome {
  const captures = [{ id: `payment of ${key}`, amount: Micros.of(amount) }];
  return { kind: "executed", captures, reference: `payment of ${key}` };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The payee has no port.");
  return address.port;
}
