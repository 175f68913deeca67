import type { OutboundFetch, PaymentProcessor } from "@agent-treasury/provider";
import type { ExecutorOptions } from "@agent-treasury/treasury-core";
import type { DatabaseSetting, Settings } from "../settings/settings.ts";
import { optionalPackage } from "./optional-package.ts";

const besideServer = ".data/treasury";
/** Short, so that the treasury soon looks again for a payment with an unknown outcome. */
const executorTimeoutSeconds = 10;

/** Resolves with null for paths outside the sandbox. */
export type SandboxHandler = (request: Request) => Promise<Response | null>;

export interface SandboxDeps {
  readonly payments: PaymentProcessor;
  /** Pays quotes of the sandbox's sellers. The ledger entry pays other spends. */
  readonly executors: ExecutorOptions;
  readonly handler: SandboxHandler;
  /** Requests the sandbox's sellers, and other addresses by the given function. */
  outbound(others: OutboundFetch | undefined): OutboundFetch;
}

/** State is stored in files beside the database, or in `.data` if the database is a server. */
export async function openSandbox(
  { sandbox, database, stripe }: Settings,
  baseUrl: string,
): Promise<SandboxDeps | null> {
  // The sandbox replaces only services without a key.
  if (!sandbox || stripe !== null) return null;
  const { sandboxOutbound, sandboxPayments, sandboxRail, ...sellers } = await optionalPackage(
    "@agent-treasury/sandbox",
    "TREASURY_SANDBOX=on",
    () => import("@agent-treasury/sandbox"),
  );
  const { checkouts, transfers } = await stores(database);
  const payments = sandboxPayments({ baseUrl, ...checkouts });
  const rail = sandboxRail(transfers);
  const { sandboxSeller, sandboxSellerOrigin } = sellers;
  const shops = { [sandboxSellerOrigin]: sandboxSeller(rail.facilitator) };
  return {
    payments,
    executors: { executor: rail.executor, timeoutSeconds: executorTimeoutSeconds },
    handler: (request) => payments.handler(request),
    outbound: (others) => sandboxOutbound(shops, others),
  };
}

async function stores(database: DatabaseSetting) {
  if (database.kind === "memory") return { checkouts: {}, transfers: {} };
  const { sandboxSessionFiles, sandboxTransferFile } = await import("@agent-treasury/sandbox/node");
  const beside = database.kind === "sqlite" ? database.path : besideServer;
  return {
    checkouts: { store: sandboxSessionFiles(`${beside}.sandbox-checkouts`) },
    transfers: { store: sandboxTransferFile(`${beside}.sandbox-transfers.jsonl`) },
  };
}
