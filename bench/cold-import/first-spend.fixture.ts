/** A process that makes one spend, and writes what of `Intl` it used. */
const used: string[] = [];
const intl = Intl;
Object.defineProperty(globalThis, "Intl", {
  get: () => {
    used.push("Intl");
    return intl;
  },
});
Object.assign(Number.prototype, { toLocaleString: () => used.push("toLocaleString") });

const { createTreasury } = await import("@agent-treasury/treasury-core");
const { memoryStorage } = await import("@agent-treasury/treasury-core/memory");
const treasury = createTreasury({
  baseUrl: "http://localhost:3000",
  storage: memoryStorage(),
  autoApprovePayees: "any",
  budget: { startingCapitalUsd: 100 },
  recoverySeconds: false,
});
const spend = { agentId: "buyer", vendor: "Example Cloud", amountUsd: 4, purpose: "a machine" };
const { proposal } = await treasury.propose(spend);
await treasury.close();
process.stdout.write(JSON.stringify({ status: proposal.status, used }));
