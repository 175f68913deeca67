import { aiTurns } from "./ai-turns.ts";
import { langgraphTurns } from "./langgraph-turns.ts";
import { mastraTurns } from "./mastra-turns.ts";
import { openaiAgentsTurns } from "./openai-agents-turns.ts";
import { treasuryInMemory, treasuryOnSqlite } from "./treasury-turns.ts";
import type { TurnContestant } from "./turn-system.ts";

/** Who is compared: ours first, then the packages from the fastest to the slowest. */
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
  peer("ai", 400, aiTurns),
  peer("@openai/agents", 100, openaiAgentsTurns),
  peer("@langchain/langgraph", 50, langgraphTurns),
  peer("@mastra/core", 25, mastraTurns),
];

function peer(
  packageName: string,
  flowsInRound: number,
  open: TurnContestant["open"],
): TurnContestant {
  return { key: packageName, name: packageName, packageName, flowsInRound, open };
}
