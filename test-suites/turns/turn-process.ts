import { type Clock, type Storage, randomIdentifiers, Micros } from "@agent-treasury/provider";
import {
  type AgentSettings,
  TurnRunner,
  checkTreasuryTool,
  defaultTurnLimits,
  hostTool,
  proposeSpendTool,
  untraced,
} from "../../packages/treasury-core/src/domain.ts";
import type { Settings } from "../histories/history.ts";
import { openEngine } from "../histories/processes.ts";
import { type Life, crashableModel, crashableStorage, crashableTool } from "../spends/crashable.ts";
import type { TurnWorld } from "./turn-world.ts";

const dollars = (count: bigint) => Micros.of(count * 1_000_000n);

/** A deployment's defaults. */
const settings: Settings = {
  startingCapital: dollars(10_000n),
  limits: {
    maxSpendPerAction: dollars(50n),
    autoApproveUnder: dollars(10n),
    dailySpendCap: dollars(100n),
    minReserve: dollars(20n),
  },
  autoApproveDaily: null,
  proposalLifetimeMs: null,
  payments: [null],
  faults: false,
};

/** The parts that outlive a process. */
export interface TurnProcessDeps {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly world: TurnWorld;
}

/** The turns of one process, which crashes as its life determines. */
export function dyingProcess({ storage, clock, world }: TurnProcessDeps, life: Life): TurnRunner {
  const opened = openEngine(crashableStorage(storage, life), settings, clock, randomIdentifiers);
  const engine = { ...opened, report: () => {} };
  const agent: AgentSettings = {
    model: crashableModel(world.model, life),
    tools: [
      checkTreasuryTool(engine),
      proposeSpendTool(engine),
      ...world.tools.map((tool) => hostTool(crashableTool(tool, life))),
    ],
    instructions: "",
    limits: defaultTurnLimits,
    openTab: null,
    tracing: untraced,
    wrapTool: (tool) => tool,
  };
  return new TurnRunner(engine, agent);
}
