import type { ParsedInput, RulesReport } from "@agent-treasury/contract";
import { isTreasuryError } from "@agent-treasury/provider";
import type { RuleSet } from "@agent-treasury/rules";
import { decidingOperator } from "../../http/access.ts";
import type { CoreModule } from "../../http/core-module.ts";
import { personOf } from "../../http/signed-in-operator.ts";
import type { AskModel } from "../../kernel/ask-model.ts";
import type { Engine } from "../../kernel/engine.ts";
import type { LedgerState } from "../../kernel/ledger/ledger-state.ts";
import type { Operator } from "../../kernel/ledger/operator.ts";
import { type NewAction, startedAction } from "../administration/index.ts";
import { type ExposureSource, exposureUnder } from "./exposure.ts";
import { listPublications, publishedBefore, readPublication, readRules } from "./publications.ts";
import { publicationPayload, publishingTerm, readDraft } from "./publish-rules.ts";
import { counted, type RunningReplays } from "./replay/replay-rules.ts";
import { suggest } from "./replay/suggest.ts";
import { writeRules } from "./write-rules.ts";

export { replayOf, replayRules } from "./replay/replay-rules.ts";

/** @param replays The number of running replays, which computations of exposure count among. */
export function rulesModule(
  engine: Engine,
  source: ExposureSource,
  ask: AskModel,
  replays: RunningReplays,
): CoreModule {
  const drafts = { running: 0 };
  const suggesting = { running: 0 };
  return {
    routes: {
      readRules: { run: ({ workspaceId }) => readRules(engine, workspaceId) },
      validateRules: { run: (input) => validate(engine, source, replays, input) },
      writeRules: {
        run: (input, { operator }) =>
          counted(drafts, () => writeRules(engine, ask, input, personOf(operator))),
      },
      listSuggestions: {
        run: ({ workspaceId }) =>
          counted(suggesting, () => suggest(engine, source.standing, workspaceId)),
      },
      publishRules: {
        run: async ({ workspaceId, rules, basedOn }, { operator, keyed }) => {
          const by = decidingOperator(operator);
          const draft = readDraft(rules, publishingTerm.of(engine.policy));
          const action = publishing(engine, by, () => draft, basedOn);
          return startedAction(engine, workspaceId, action, keyed);
        },
      },
      listPublications: {
        run: ({ workspaceId, cursor, limit }) =>
          listPublications(engine, workspaceId, cursor, limit),
      },
      readPublication: {
        run: ({ workspaceId, digest }) => readPublication(engine, workspaceId, digest),
      },
      rollBackRules: {
        run: async ({ workspaceId, digest }, { operator, keyed }) => {
          const earlier = (ledger: LedgerState): RuleSet => publishedBefore(ledger, digest);
          const action = publishing(engine, decidingOperator(operator), earlier);
          return startedAction(engine, workspaceId, action, keyed);
        },
      },
    },
  };
}

async function validate(
  engine: Engine,
  source: ExposureSource,
  replays: RunningReplays,
  { workspaceId, rules, exposure }: ParsedInput<"validateRules">,
): Promise<RulesReport> {
  const report = reportOn(engine, rules);
  if (exposure === undefined || !report.valid) return report;
  return {
    ...report,
    exposure: await exposureUnder(engine, source, replays, { workspaceId, rules, exposure }),
  };
}

function reportOn({ policy }: Engine, rules: unknown): RulesReport {
  try {
    readDraft(rules, publishingTerm.of(policy));
    return { valid: true, problems: [] };
  } catch (error) {
    if (!isTreasuryError(error)) throw error;
    if (error.code !== "invalid_request" && error.code !== "sign_in_not_connected") throw error;
    return { valid: false, problems: error.message.split("\n") };
  }
}

function publishing(
  { policy }: Engine,
  operator: Operator,
  rulesIn: (ledger: LedgerState) => RuleSet,
  basedOn?: string | null,
): NewAction {
  return {
    type: "publish_rules",
    payload: (ledger) =>
      publicationPayload(ledger, rulesIn(ledger), basedOn, publishingTerm.of(policy)),
    operator,
  };
}
