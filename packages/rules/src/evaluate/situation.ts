import type { LocalClock, LocalTime } from "../windows/local-time.ts";
import type { ValueHash } from "./hash-of.ts";
import type { RuleMemory } from "./rule-memory.ts";
import type { SpendFacts } from "./spend-facts.ts";

/** A spend, what earlier spends left behind, and the time. */
export interface Situation {
  readonly facts: SpendFacts;
  readonly memory: RuleMemory;
  readonly clock: LocalClock;
  readonly moment: Moment;
  readonly hash: ValueHash;
  isKnownPayee(): boolean;
  local(): LocalTime;
}

/** `execution` includes the hold of an amount. */
export type Moment = "proposal" | "execution";

const knownForMs = 180 * 24 * 3_600_000;

/**
 * Reads the payee and the local time when a rule uses them. Accessors would be slower: V8 creates a
 * hidden class for each object that a literal with accessors creates.
 */
export function situationOf(
  facts: SpendFacts,
  memory: RuleMemory,
  clock: LocalClock,
  moment: Moment,
  hash: ValueHash,
): Situation {
  let isKnown: boolean | undefined;
  let local: LocalTime | undefined;
  return {
    facts,
    memory,
    clock,
    moment,
    hash,
    isKnownPayee() {
      isKnown ??= isKnownAt(facts.at, memory.knownSince(facts.payee.id));
      return isKnown;
    },
    local() {
      local ??= clock(facts.at);
      return local;
    },
  };
}

function isKnownAt(now: number, since: number | null): boolean {
  return since !== null && now - since < knownForMs;
}
