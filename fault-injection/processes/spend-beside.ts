import { setTimeout as sleep } from "node:timers/promises";
import { Micros } from "@agent-treasury/provider";
import type { Random } from "test-suites/histories";
import type { CalledProcess } from "./called-process.ts";

/** A request and its last answer. */
export interface BesideSpend {
  /** Also its purpose. */
  readonly key: string;
  readonly version: string;
  readonly agentId: string;
  readonly vendor: string;
  readonly amount: Micros;
  /** Null if the treasury refused the request. */
  readonly answer: string | null;
}

export interface BesideLoad {
  readonly spends: readonly BesideSpend[];
  /** Failures of calls other than a decision that came too late. */
  readonly failures: readonly string[];
  readonly kills: number;
  readonly decisions: number;
}

export interface LoadTerms {
  readonly random: Random;
  readonly version: string;
  /** Begins the keys of its spends. */
  readonly name: string;
  readonly start: () => CalledProcess;
  /** Whether the load continues after this number of spends. */
  readonly continues: (spends: number) => boolean;
  readonly pauseMs: number;
  /** The process is killed during one of as many calls. */
  readonly callsPerKill: number;
  /** The names that the first database has in full windows. */
  readonly vendors: readonly [string, ...string[]];
  readonly frozen: readonly [string, ...string[]];
}

interface Proposed {
  readonly proposal: { readonly id: string; readonly status: string };
}

/** Agents whose spends may be approved by a person. */
export const buyers = ["buyer", "buyer 1", "buyer 2", "buyer 3"] as const;
const decidedAlready = /already|was decided|decision/i;

/**
 * Lets one process spend until the load ends. A killed process is replaced, and its call is repeated
 * with the same idempotency key.
 */
export async function spendBeside(terms: LoadTerms): Promise<BesideLoad> {
  const { random, version, name, continues, pauseMs } = terms;
  const spends: BesideSpend[] = [];
  const failures: string[] = [];
  let calls = 0;
  let kills = 0;
  let decisions = 0;
  let caller = terms.start();
  const perform = async (method: string, input: unknown) => {
    for (;;) {
      const answering = caller.answer({ method, input });
      calls += 1;
      if (calls % terms.callsPerKill === 0) {
        await sleep(random.below(12));
        caller.kill();
        kills += 1;
      }
      const answer = await answering;
      if (answer !== null) return answer;
      caller = terms.start();
    }
  };
  while (continues(spends.length)) {
    const key = `${name}, spend ${spends.length}`;
    const asked = nextSpend(terms, spends.length);
    const { agentId, vendor, amount } = asked;
    const amountUsd = Micros.toUsd(amount);
    const input = { agentId, vendor, amountUsd, purpose: key, idempotencyKey: key };
    const answer = await perform("propose", input);
    const proposal = "value" in answer ? (answer.value as Proposed).proposal : null;
    if ("failure" in answer) failures.push(`${key}: ${answer.failure}`);
    spends.push({ key, version, ...asked, answer: proposal?.status ?? null });
    if (proposal?.status === "pending") {
      const mayApprove = isBuyer(agentId) && !terms.frozen.includes(vendor);
      const decision = mayApprove && random.chance(20) ? "approve" : "deny";
      const decided = await perform("decide", {
        proposalId: proposal.id,
        decision,
        operator: "Ada",
      });
      decisions += 1;
      if ("failure" in decided && !decidedAlready.test(decided.failure)) {
        failures.push(`${key}, ${decision}: ${decided.failure}`);
      }
    }
    if (pauseMs > 0) await sleep(random.below(2 * pauseMs));
  }
  await caller.end();
  return { spends, failures, kills, decisions };
}

function isBuyer(agentId: string): boolean {
  return buyers.some((one) => one === agentId);
}

/** Vendors of the first database, a new one now and then, and spellings of all of them. */
function nextSpend(
  { random, vendors, frozen }: LoadTerms,
  count: number,
): Pick<BesideSpend, "agentId" | "vendor" | "amount"> {
  const below = (bound: number) => Micros.of(BigInt(1 + random.below(bound)));
  const amount = random.chance(20) ? below(20_000) : below(900_000);
  if (random.chance(8)) return { agentId: "buyer", vendor: random.pick(frozen), amount };
  if (random.chance(10)) return { agentId: "stander", vendor: random.pick(vendors), amount };
  if (random.chance(10)) {
    const vendor = random.chance(50) ? random.pick(vendors) : `Unbekannt ${random.below(5)}`;
    return { agentId: "payer", vendor, amount: below(50) };
  }
  const fresh = `Straßenbau ${Math.floor(count / 60)}`;
  const vendor = respelled(random, random.chance(40) ? random.pick(vendors) : fresh);
  return { agentId: random.pick(buyers), vendor, amount };
}

function respelled(random: Random, name: string): string {
  switch (random.below(4)) {
    case 0:
      return name.toUpperCase();
    case 1:
      return name.toLowerCase();
    case 2:
      return fullWidth(name);
    default:
      return name;
  }
}

function fullWidth(name: string): string {
  return name.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
}
