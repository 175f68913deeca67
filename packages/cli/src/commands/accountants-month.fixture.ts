import { Micros, type PaymentExecutor, systemClock } from "@agent-treasury/provider";
import { type SandboxPayments, sandboxPayments } from "@agent-treasury/sandbox";
import { sqliteStorage } from "@agent-treasury/storage-sqlite";
import { createTreasury } from "@agent-treasury/treasury-core";

type SandboxEvent = Parameters<SandboxPayments["delivery"]>[0];

const workspaceId = "acme";
const baseUrl = "http://localhost:3000";
const hourMs = 3_600_000;
const cents = (amount: number): Micros => Micros.fromCents(Math.round(amount * 100));

/** Accounts of the month, as the file of `--accounts` names them. */
export const monthAccounts = {
  vendors: { Namecheap: "Domains" },
  categories: { hosting: "Hosting" },
  agents: { researcher: "Research" },
} as const;

export type ExpenseName = "Domains" | "Hosting" | "Research" | "other";

/** What the month did, counted while it was generated. Expenses are positive. */
export interface Month {
  readonly expenses: ReadonlyMap<ExpenseName, Micros>;
  readonly deposits: Micros;
  readonly startingCapital: Micros;
}

/** A stand-in for a card issuer: each payment is captured later, by a notice. */
const cards: PaymentExecutor = {
  specificationVersion: "1",
  provider: "cards",
  keyLifetimeMs: 86_400_000,
  mode: () => "sandbox",
  pay: ({ proposalId }) =>
    Promise.resolve({ kind: "in_progress", reference: `card ${proposalId}` }),
  find: () => Promise.resolve({ kind: "in_progress", reference: "card" }),
};

/** Writes November 2026 of one workspace: the same for each run. */
export async function generateMonth(path: string, operations: number): Promise<Month> {
  let time = Date.UTC(2026, 10, 1, 8);
  let state = 20_261_101;
  const random = (limit: number): number => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) >>> 0;
    return state % limit;
  };
  const clock = { ...systemClock, now: () => time };
  const payments = sandboxPayments({ baseUrl, now: clock.now });
  const treasury = createTreasury({
    baseUrl,
    storage: sqliteStorage({ path, now: clock.now }),
    clock,
    payments: { processor: payments },
    executors: { executor: cards },
    budget: {
      startingCapitalUsd: 1_000_000,
      maxSpendPerActionUsd: 500,
      dailySpendCapUsd: 1_000_000,
    },
    autoApprovePayees: "any",
    authenticate: () => null,
    recoverySeconds: false,
  });
  const expenses = new Map<ExpenseName, Micros>();
  let deposits = Micros.zero;
  const add = (name: ExpenseName, amount: Micros): void => {
    expenses.set(name, Micros.add(expenses.get(name) ?? Micros.zero, amount));
  };
  const subjects = [
    ["Namecheap", "domains", "buyer", "Domains"],
    ['Hetzner, "Online" GmbH', "hosting", "buyer", "Hosting"],
    ["=Café Zoë", "meals", "researcher", "Research"],
    ["Acme", "paper", "buyer", "other"],
  ] as const;

  const approved = async (proposalId: string, isPending: boolean): Promise<void> => {
    if (!isPending) return;
    await treasury.decide({ workspaceId, proposalId, decision: "approve", operator: "Ada" });
  };
  /** A card payment of one or two captures, of which the payee refunds a part. */
  const buy = async (at: number): Promise<void> => {
    const [vendor, category, agentId, name] = subjects[random(subjects.length)] ?? subjects[0];
    const amount = Micros.fromCents(100 + random(40_000));
    const amountUsd = Micros.toUsd(amount);
    const purpose = `purchase ${at}; with | signs`;
    const spend = { amountUsd, vendor, category, purpose };
    const { proposal } = await treasury.propose({ workspaceId, agentId, ...spend });
    await approved(proposal.id, proposal.status === "pending");
    const place = { workspaceId, proposalId: proposal.id };
    const first = random(2) === 0 ? amount : Micros.fromCents(50);
    const rest = Micros.subtract(amount, first);
    const captures = [first, rest].filter((each) => each !== Micros.zero);
    for (const [index, capture] of captures.entries()) {
      time += hourMs;
      const isOpen = index < captures.length - 1;
      const notice = { kind: "captured", reference: `card ${at}`, isOpen } as const;
      await treasury.recordSpendNotice({
        ...place,
        ...notice,
        captures: [{ id: `capture ${at} ${index}`, amount: capture }],
      });
      add(name, capture);
    }
    if (random(3) > 0) return;
    const refunded = Micros.fromCents(1 + random(100));
    const refunds = [{ id: `refund ${at}`, amount: refunded }];
    await treasury.recordSpendNotice({ ...place, kind: "refunded", refunds });
    add(name, Micros.negate(refunded));
  };
  /** Charges with fractions of a cent, posted as one entry. */
  const runTab = async (at: number): Promise<void> => {
    const [vendor, category, agentId, name] = subjects[random(subjects.length)] ?? subjects[0];
    const opening = { amountUsd: 20, minutes: 60, vendor, category, purpose: `tokens ${at}` };
    const key = { idempotencyKey: `tab ${at}` };
    const { tab } = await treasury.tabs.open({ workspaceId, agentId, ...opening, ...key });
    await approved(tab.id, tab.status === "pending");
    for (let charge = 0; charge <= random(4); charge += 1) {
      const amount = Micros.of(BigInt(1 + random(3_000_000)));
      const chargeId = `charge ${at} ${charge}`;
      const amountUsd = Micros.toUsd(amount);
      await treasury.tabs.charge({ workspaceId, tabId: tab.id, chargeId, amountUsd });
      add(name, amount);
    }
    await treasury.tabs.close({ workspaceId, tabId: tab.id });
  };
  const deliver = async (event: SandboxEvent): Promise<void> => {
    const { body, headers } = await payments.delivery(event);
    const url = `${baseUrl}/api/service/treasury/webhook`;
    const answer = await treasury.handler(new Request(url, { method: "POST", headers, body }));
    if (answer.status !== 200) throw new Error(`The delivery was rejected: ${answer.status}`);
  };
  /** A payment of which a dispute takes back a part, half of the time. */
  const deposit = async (at: number): Promise<void> => {
    const amount = cents(50 + random(5_000) / 100);
    const payment = { workspaceId, paymentReference: `payment ${at}`, currency: "usd" };
    const checkoutId = `checkout ${at}`;
    await deliver({ ...payment, kind: "collected", purpose: "deposit", checkoutId, amount });
    deposits = Micros.add(deposits, amount);
    if (random(2) === 0) return;
    const disputed = cents(12.34);
    const reversal = { kind: "reversed", reversalId: `reversal ${at}`, reason: "dispute" } as const;
    await deliver({ ...payment, ...reversal, amount: disputed });
    deposits = Micros.subtract(deposits, disputed);
  };
  await deposit(-1);
  for (let at = 0; at < operations; at += 1) {
    time += Math.floor((24 * hourMs * 27) / operations);
    const kind = random(6);
    if (kind === 0) await deposit(at);
    else if (kind <= 2) await runTab(at);
    else await buy(at);
  }
  const { startingCapitalUsd } = (await treasury.state(workspaceId)).budget;
  await treasury.close();
  return { expenses, deposits, startingCapital: cents(startingCapitalUsd) };
}
