import {
  type ExecutorStore,
  type IncomingRail,
  type PaymentMode,
  TreasuryError,
  isTreasuryError,
} from "@agent-treasury/provider";
import { lazily } from "@agent-treasury/provider/helpers";
import type { Engine } from "../../../kernel/engine.ts";
import { invalidRequest } from "../../../kernel/errors.ts";
import { UnderWay } from "../../../kernel/under-way.ts";
import type { TreasuryOptions } from "../../../treasury-options.ts";
import type { ModuleWith } from "../../../treasury.ts";
import { executorContext } from "../../payments/index.ts";

const loaded = lazily(() => import("./incoming-operations.ts"));

/** Connects the rails for incoming payments. */
export function incomingModule(
  engine: Engine,
  { incoming: rails = [], outbound }: Pick<TreasuryOptions, "incoming" | "outbound">,
): ModuleWith<"incoming"> {
  const stores = new Map<string, ExecutorStore>();
  for (const rail of rails) {
    const { provider } = rail;
    if (!/^[a-z0-9_]{1,40}$/.test(provider)) {
      throw invalidRequest(
        `\`incoming\`: the provider ${JSON.stringify(provider)} is not a valid name.`,
      );
    }
    if (stores.has(provider)) throw invalidRequest(`\`incoming\` has two rails named ${provider}.`);
    const context = executorContext(engine, provider, outbound);
    stores.set(provider, context.store);
    rail.connect?.(context);
  }
  const railOf = (provider: string): IncomingRail => railNamed(rails, provider);
  const storeOf = (provider: string): ExecutorStore => stores.get(provider) as ExecutorStore;
  const underWay = new UnderWay();
  const recover = async (): Promise<void> => {
    const { recoverIncoming } = await loaded();
    await underWay.follow(recoverIncoming(engine, railOf, underWay.signal));
  };
  return {
    ...(rails.length > 0 && { maintenance: { timed: recover } }),
    accessRisk: () =>
      rails.some((rail) => modeOf(rail) === "live")
        ? "Live payments are received, but authentication is not configured."
        : null,
    close: () => underWay.close(),
    methods: {
      incoming: {
        announce: async (provider, movement) => {
          const rail = railOf(provider);
          const deps = { committer: engine.committer, store: storeOf(provider) };
          const { announcePayment } = await loaded();
          return underWay.follow(announcePayment(deps, rail, movement));
        },
        find: async (provider, movement) => {
          const rail = railOf(provider);
          const { findIncoming } = await loaded();
          return underWay.follow(findIncoming(engine, rail, movement));
        },
      },
    },
  };
}

function railNamed(rails: readonly IncomingRail[], provider: string): IncomingRail {
  const rail = rails.find((one) => one.provider === provider);
  if (rail !== undefined) return rail;
  const message = `The rail ${provider} for incoming payments is not connected.`;
  throw new TreasuryError("payments_not_connected", message);
}

/** Null without settings. */
function modeOf(rail: IncomingRail): PaymentMode | null {
  try {
    return rail.mode();
  } catch (error) {
    if (isTreasuryError(error) && error.code === "payments_not_connected") return null;
    throw error;
  }
}
