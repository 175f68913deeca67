import type { PaymentProcessor } from "@agent-treasury/provider";
import type { SandboxRail, SandboxSellers } from "@agent-treasury/sandbox";
import type { ExecutorOptions, Treasury, TreasuryOptions } from "@agent-treasury/treasury-core";
import type { DatabaseSetting, Settings } from "../settings/settings.ts";
import { optionalPackage } from "./optional-package.ts";

const besideServer = ".data/treasury";
/** Short, so that the treasury soon looks again for a payment with an unknown outcome. */
const executorTimeoutSeconds = 10;

/** Resolves with null for paths outside the sandbox. */
export type SandboxHandler = (request: Request) => Promise<Response | null>;

/** Returns sellers in this process, by their https origin, that are paid on the sandbox's rail. */
export type OpenSandboxSellers = (rail: SandboxRail, treasury: Treasury) => SandboxSellers;

export interface SandboxDeps {
  readonly payments: PaymentProcessor;
  /** Pays quotes of the sandbox's sellers. The ledger entry pays other spends. */
  readonly executor: ExecutorOptions;
  readonly options: Required<Pick<TreasuryOptions, "incoming" | "outbound">>;
  readonly handler: SandboxHandler;
}

export interface SandboxSetup {
  readonly baseUrl: string;
  readonly basePath: string;
  readonly treasury: () => Treasury;
  readonly sellers: OpenSandboxSellers | undefined;
  /** Requests other addresses. */
  readonly outbound: TreasuryOptions["outbound"];
}

/** State is stored in files beside the database, or in `.data` if the database is a server. */
export async function openSandbox(
  { sandbox, database, stripe }: Settings,
  { baseUrl, basePath, treasury, sellers, outbound }: SandboxSetup,
): Promise<SandboxDeps | null> {
  // The sandbox replaces only services without a key.
  if (!sandbox || stripe !== null) return null;
  const standIns = await optionalPackage(
    "@agent-treasury/sandbox",
    "TREASURY_SANDBOX=on",
    () => import("@agent-treasury/sandbox"),
  );
  const { checkouts, transfers } = await stores(database);
  const payments = standIns.sandboxPayments({
    baseUrl,
    path: `${basePath.replace(/\/$/, "")}/checkout`,
    ...checkouts,
  });
  const rail = standIns.sandboxRail(transfers);
  const purchases = standIns.sandboxPurchases({
    baseUrl,
    rail,
    onRefund: ({ workspaceId, proposalId, id, amount }) =>
      treasury().recordSpendNotice({
        kind: "refunded",
        workspaceId,
        proposalId,
        refunds: [{ id, amount }],
      }),
  });
  let opened: SandboxSellers | undefined;
  const sellersOf = (): SandboxSellers => ({
    [standIns.sandboxSellerOrigin]: standIns.sandboxSeller(rail.facilitator),
    ...sellers?.(rail, treasury()),
  });
  return {
    payments,
    executor: { executor: rail.executor, timeoutSeconds: executorTimeoutSeconds },
    options: {
      incoming: [rail.seller],
      outbound: (request) => standIns.sandboxOutbound((opened ??= sellersOf()), outbound)(request),
    },
    handler: purchases,
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
