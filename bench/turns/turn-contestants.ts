import { aiTurns } from "./ai-turns.ts";
import { treasuryInMemory, treasuryOnSqlite } from "./treasury-turns.ts";
import type { TurnContestant } from "./turn-system.ts";

/** The contestants, ours first. */
export const turnContestants: readonly TurnContestant[] = [
  {
    key: "memory",
    name: "**Agent Treasury**, in memory",
    packageName: null,
    flowsInRound: 200,
    open: () => treasuryInMemory("new"),
  },
  {
    key: "memory-one",
    name: "in memory, in one workspace with a hundred spends",
    packageName: null,
    flowsInRound: 200,
    open: () => treasuryInMemory("one"),
  },
  {
    key: "sqlite",
    name: "**Agent Treasury**, on SQLite",
    packageName: null,
    flowsInRound: 50,
    open: () => treasuryOnSqlite("new"),
  },
  {
    key: "sqlite-one",
    name: "on SQLite, in one workspace with a hundred spends",
    packageName: null,
    flowsInRound: 50,
    open: () => treasuryOnSqlite("one"),
  },
  { key: "ai", name: "ai", packageName: "ai", flowsInRound: 400, open: aiTurns },
];
