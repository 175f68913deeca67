import type { TreasuryEvent } from "@agent-treasury/contract";
import {
  type Clock,
  type PaymentExecutor,
  type RailMovement,
  type Storage,
  Micros,
  systemClock,
} from "@agent-treasury/provider";
import { createTreasury } from "../../../create/create-treasury.ts";
import { dollars, morning } from "../../../kernel/ledger/test-ledger.fixture.ts";
import { memoryStorage } from "../../../memory.ts";
import type { TreasuryOptions } from "../../../treasury-options.ts";
import type { Treasury } from "../../../treasury.ts";

/** An executor with an account. What it pays leaves the account under the capture's id. */
export interface PayingAccount {
  readonly executor: PaymentExecutor;
  readonly movements: RailMovement[];
  balance: Micros;
  /** The error of the next readings. */
  failing: Error | null;
  /** The outcome of the next payments. */
  pays: "executed" | "in_progress";
  readings: number;
}

export function payingAccount(now: () => number, provider = "account"): PayingAccount {
  const reading = async <Answer>(answer: () => Answer): Promise<Answer> => {
    account.readings += 1;
    if (account.failing !== null) throw account.failing;
    return answer();
  };
  const account: PayingAccount = {
    movements: [],
    balance: dollars(100),
    failing: null,
    pays: "executed",
    readings: 0,
    executor: {
      specificationVersion: "1",
      provider,
      keyLifetimeMs: 86_400_000,
      mode: () => "test",
      pay: async ({ proposalId, amount, purpose }) => {
        const id = `capture of ${proposalId}`;
        account.balance = Micros.subtract(account.balance, amount);
        account.movements.push({ id, amount, at: now(), description: purpose });
        return account.pays === "executed"
          ? { kind: "executed", captures: [{ id, amount }], reference: id }
          : { kind: "in_progress", reference: id };
      },
      find: async () => ({ kind: "in_progress", reference: null }),
      balances: () => reading(() => [{ asset: "USD", amount: account.balance }]),
      movements: (since) => reading(() => account.movements.filter(({ at }) => at >= since)),
    },
  };
  return account;
}

export interface RailWorld {
  readonly clock: Clock & { advance(milliseconds: number): void };
  readonly storage: Storage;
  readonly account: PayingAccount;
  /** A process of the deployment. */
  open(options?: Partial<TreasuryOptions>): RailProcess;
}

export interface RailProcess {
  readonly treasury: Treasury;
  readonly events: TreasuryEvent[];
  readonly failures: unknown[];
  /** Pays without an approval. Returns the proposal's id. */
  spend(amountUsd: number, workspaceId?: string): Promise<string>;
}

export function railWorld(): RailWorld {
  let passed = 0;
  const clock = {
    ...systemClock,
    now: () => morning + passed,
    monotonic: () => passed,
    advance: (milliseconds: number) => {
      passed += milliseconds;
    },
  };
  const storage = memoryStorage({ now: clock.now });
  const account = payingAccount(clock.now);
  const open: RailWorld["open"] = (options) => {
    const events: TreasuryEvent[] = [];
    const failures: unknown[] = [];
    const treasury = createTreasury({
      autoApprovePayees: "any",
      baseUrl: "http://localhost:3000",
      storage,
      clock,
      executors: { executor: account.executor },
      budget: {
        startingCapitalUsd: 10_000,
        autoApproveUnderUsd: 50,
        autoApproveDailyUsd: 10_000,
        dailySpendCapUsd: 10_000,
      },
      access: "guests",
      recoverySeconds: false,
      hooks: { railBalanceLow: (event) => void events.push(event) },
      onFailure: ({ error }) => failures.push(error),
      ...options,
    });
    let count = 0;
    const spend: RailProcess["spend"] = async (amountUsd, workspaceId = "acme") => {
      const purpose = `lamp ${(count += 1)}`;
      const request = { workspaceId, amountUsd, vendor: "Acme", purpose, agentId: "buyer" };
      return (await treasury.propose(request)).proposal.id;
    };
    return { treasury, events, failures, spend };
  };
  return { clock, storage, account, open };
}
