import type { DraftedRules, ParsedInput, RuleExample } from "@agent-treasury/contract";
import { Micros } from "@agent-treasury/provider";
import { readRuleSet, ruleSetToJson } from "@agent-treasury/rules";
import type { ShownExample } from "@agent-treasury/rules/yaml";
import type { AskModel } from "../../kernel/ask-model.ts";
import type { Engine } from "../../kernel/engine.ts";
import type { Person } from "../../kernel/ledger/person.ts";
import { timestamp } from "../../kernel/ledger/timestamp.ts";
import { readRules } from "./publications.ts";
import { publishingTerm } from "./publish-rules.ts";
import { pausing } from "./replay/replay-rules.ts";

/**
 * Lets the connected model draft rules. The draft is valid, and not stored.
 *
 * @throws TreasuryError `model_not_connected`; `model_failed` without valid rules.
 */
export async function writeRules(
  engine: Engine,
  ask: AskModel,
  { workspaceId, sentence, rules }: ParsedInput<"writeRules">,
  askedBy: Person | null,
): Promise<DraftedRules> {
  const { clock, policy } = engine;
  const { rails } = publishingTerm.of(policy);
  const current = readRuleSet(rules ?? (await readRules(engine, workspaceId)).rules, rails);
  // Loaded here, because a deployment without a model needs no YAML.
  const { draftRules, separatingExamples } = await import("@agent-treasury/rules/yaml");
  const purpose = "Model calls that draft spending rules";
  const draft = await draftRules({
    sentence,
    current,
    rails,
    ask: (messages) => ask({ workspaceId, messages, purpose, askedBy }),
  });
  const context = {
    current,
    sentence,
    clock: policy.clock,
    now: clock.now(),
    pause: pausing(clock),
  };
  const examples = await separatingExamples(draft, context);
  const hasReserve = draft.rules.some(({ then }) => then.kind === "keepAvailable");
  return {
    rules: ruleSetToJson(draft),
    timeZone: engine.calendar.timeZone,
    examples: examples.map((example) => exampleToWire(example, hasReserve)),
  };
}

function exampleToWire(
  { spend, earlier, available, outcome, approvals }: ShownExample,
  hasReserve: boolean,
): RuleExample {
  const { vendor, category, agentId, rail } = spend;
  const [first] = earlier;
  const spent = earlier.reduce((sum, { amount }) => Micros.add(sum, amount), Micros.zero);
  return {
    amountUsd: Micros.toUsd(spend.amount),
    vendor,
    category,
    agentId,
    rail,
    at: timestamp(spend.at),
    availableUsd: hasReserve ? Micros.toUsd(available) : null,
    earlier:
      first === undefined
        ? null
        : {
            spends: earlier.length,
            amountUsd: Micros.toUsd(spent),
            vendor: first.vendor,
            at: timestamp(first.at),
          },
    outcome,
    approvals,
  };
}
