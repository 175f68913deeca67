import { randomIdentifiers } from "@agent-treasury/provider";
import { seededRandom } from "test-suites/histories";
import { describe, expect, it } from "vitest";
import { type Operator, proposeSpend } from "../packages/treasury-core/src/domain.ts";
import { auditQuorum, type QuorumAudit } from "./audit/audit-quorum.ts";
import { auditStanding } from "./audit/audit-standing.ts";
import { expectMet, hangMs, isLong, printCounts, seedOfRun, storesOfForm, times } from "./long.ts";
import type { AnsweredDecision, ApproverTask, RacedDecision } from "./processes/approver-task.ts";
import { housePayment, usd } from "./processes/house.ts";
import { noRuledLimits, openRuledHouse, workspaceId } from "./processes/ruled-house.ts";
import { runProcess, runTogether } from "./processes/run-process.ts";
import { openStore, type StoreAddress } from "./stores/store.ts";
import { testDirectory } from "./stores/test-directory.ts";
import { testPostgres } from "./stores/test-postgres.ts";

const pathOf = testDirectory();
const postgres = testPostgres();
const processes = 4;
const decisionsOfProposal = 64;

const allStores: readonly [string, () => StoreAddress][] = [
  ["SQLite", () => ({ kind: "sqlite", path: pathOf(`${crypto.randomUUID()}.db`) })],
  ["PostgreSQL", () => postgres.newStore()],
];

/** Five persons, of whom Ben and Dan have two credentials each. Ana is behind the agent. */
const ana = credential("ana", "Ana", ["finance"]);
const bens = [credential("ben", "Ben", ["finance"]), credential("ben", "B. Example", ["finance"])];
const cas = credential("cas", "Cas", ["finance"]);
const dans = [credential("dan", "Dan", ["finance"]), credential("dan", "D. Example", ["finance"])];
const eve = credential("eve", "Eve", []);
const everybody = [ana, ...bens, cas, ...dans, eve];
/** Of those, only Ben may approve. */
const oneOfFinance = [ana, ...bens, eve];

function credential(id: string, name: string, groups: readonly string[]): Operator {
  return { id, name, verified: true, groups };
}

async function propose(store: StoreAddress, ids: readonly string[]): Promise<void> {
  const storage = openStore(store);
  const { committer, policy } = openRuledHouse(storage, noRuledLimits);
  const behind = { id: "ana", name: "Ana" };
  const texts = { vendor: "Acme", purpose: "office paper", category: null };
  const spend = { agentId: "agent", behind, amount: usd(150), ...texts, payment: housePayment };
  for (const id of ids) {
    const salt = randomIdentifiers.random();
    const { status } = await committer.run(
      workspaceId,
      proposeSpend({ ...spend, id, salt }, policy),
    );
    expect(status).toBe("pending");
  }
  await committer.close();
  await storage.close();
}

/** Every credential approves at least once. Decisions of one proposal follow each other. */
function decisionsOn(
  ids: readonly string[],
  credentials: readonly Operator[],
  denialPercent: number,
  random: ReturnType<typeof seededRandom>,
): RacedDecision[] {
  return ids.flatMap((proposalId) => {
    const decisions = Array.from({ length: decisionsOfProposal }, (_, index): RacedDecision => {
      const any = credentials[random.below(credentials.length)];
      const decision = index >= 16 && random.chance(denialPercent) ? "deny" : "approve";
      return { proposalId, decision, operator: credentials[index] ?? any ?? ana };
    });
    return decisions
      .map((decision) => ({ decision, place: random.below(1_000_000) }))
      .toSorted((left, right) => left.place - right.place)
      .map(({ decision }) => decision);
  });
}

/** Each person approves and withdraws by turns at random. Persons decide at the same time. */
function withdrawalsOn(
  ids: readonly string[],
  random: ReturnType<typeof seededRandom>,
): RacedDecision[][] {
  return ids.flatMap((proposalId) => {
    const decisions = Array.from({ length: decisionsOfProposal }, (_, index): RacedDecision => {
      const operator = everybody[index % everybody.length] ?? ana;
      const decision = random.chance(60) ? "withdraw" : "approve";
      return { proposalId, decision, operator };
    });
    return Object.values(Object.groupBy(decisions, ({ operator }) => operator.id ?? "")).map(
      (own = []) => own,
    );
  });
}

/** Decides in four processes at the same time, and audits the outcome. */
async function race(
  store: StoreAddress,
  ids: readonly string[],
  sequences: readonly (readonly RacedDecision[])[],
): Promise<{ readonly audit: QuorumAudit; readonly answered: readonly AnsweredDecision[] }> {
  await propose(store, ids);
  const tasks = Array.from({ length: processes }, (_, process): ApproverTask => {
    const own = sequences.filter((_each, index) => index % processes === process);
    return { store, sequences: own, callers: decisionsOfProposal / processes };
  });
  const lines = await runTogether(tasks.map((task) => runProcess("approver", task)));
  const answered = lines.flat().map((line) => JSON.parse(line) as AnsweredDecision);
  expect(answered).toHaveLength(sequences.flat().length);
  const storage = openStore(store);
  const audit = await auditQuorum(storage, "ana", ids, answered);
  await storage.close();
  return { audit, answered };
}

/** A third of the proposals, and all in long tests. */
function often(count: number): number {
  return isLong ? count : count / 3;
}

function apart(decisions: readonly RacedDecision[]): RacedDecision[][] {
  return decisions.map((decision) => [decision]);
}

function idsOf(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${name}-${index}`);
}

describe("64 parallel decisions by five persons, of whom two of three must approve", () => {
  it.each(storesOfForm(allStores, 0))(
    "execute once on %s, and never with fewer than two persons",
    async (name, at) => {
      for (let round = 0; round < times(1); round += 1) {
        const seed = seedOfRun() + round;
        const random = seededRandom(seed);
        const [enough, few] = [idsOf("enough", often(12)), idsOf("few", often(6))];
        const { audit } = await race(
          at(),
          [...enough, ...few],
          apart([
            ...decisionsOn(enough, everybody, 0, random),
            ...decisionsOn(few, oneOfFinance, 0, random),
          ]),
        );
        expect(audit.flaws, `FAULT_SEED=${seed}`).toEqual([]);
        expect(audit.executed, `FAULT_SEED=${seed}`).toEqual(enough);
        expect(audit.pending, `FAULT_SEED=${seed}`).toEqual(few);
        printCounts(`${name}, FAULT_SEED=${seed}`, { executed: enough.length });
      }
    },
    hangMs,
  );

  it.each(storesOfForm(allStores, 0))(
    "execute once or never on %s if some of them are denials",
    async (name, at) => {
      const met = { executed: 0, denied: 0 };
      for (let round = 0; round < times(1); round += 1) {
        const seed = seedOfRun() + round;
        const ids = idsOf("mixed", often(24));
        const decisions = decisionsOn(ids, everybody, 30, seededRandom(seed));
        const { audit } = await race(at(), ids, apart(decisions));
        expect(audit.flaws, `FAULT_SEED=${seed}`).toEqual([]);
        expect(audit.pending, `FAULT_SEED=${seed}`).toEqual([]);
        met.executed += audit.executed.length;
        met.denied += audit.denied.length;
      }
      printCounts(name, met);
      expectMet(met);
    },
    hangMs,
  );

  it.each(storesOfForm(allStores, 0))(
    "execute once on %s, and only with approvals that were not withdrawn",
    async (name, at) => {
      const met = { executed: 0, pending: 0, withdrawn: 0 };
      for (let round = 0; round < times(1); round += 1) {
        const seed = seedOfRun() + round;
        const ids = idsOf("withdrawn", often(12));
        const { audit, answered } = await race(at(), ids, withdrawalsOn(ids, seededRandom(seed)));
        expect(audit.flaws, `FAULT_SEED=${seed}`).toEqual([]);
        const flaws = auditStanding(audit, ["ben", "cas", "dan"], answered);
        expect(flaws, `FAULT_SEED=${seed}`).toEqual([]);
        met.executed += audit.executed.length;
        met.pending += audit.pending.length;
        met.withdrawn += answered.filter(
          ({ decision, answer }) => decision === "withdraw" && answer === "pending",
        ).length;
      }
      printCounts(name, met);
      expectMet({ executed: met.executed, withdrawn: met.withdrawn });
    },
    hangMs,
  );
});
