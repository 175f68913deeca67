import type {
  CurrentRules,
  Publication,
  PublicationPage,
  PublishedRules,
} from "@agent-treasury/contract";
import { type Doc, TreasuryError } from "@agent-treasury/provider";
import {
  administrativeRequirements,
  describeRequirement,
  type RuleSet,
  ruleSetToJson,
} from "@agent-treasury/rules";
import type { Engine } from "../../kernel/engine.ts";
import { unchanged } from "../../kernel/ledger/command.ts";
import type { LedgerState } from "../../kernel/ledger/ledger-state.ts";
import { listDocs } from "../../kernel/views/doc-page.ts";
import { publishedRulesFromDoc, ruleSetFlaw, ruleSetKey, ruleSetKind } from "./rule-set-doc.ts";
import { ruleSetsTerm } from "./rule-sets.ts";
import { ruleState } from "./rule-state.ts";
import { usageOfLimits, usageOfRules } from "./rule-usage.ts";

export function readRules(engine: Engine, workspaceId: string): Promise<CurrentRules> {
  const { policy } = engine;
  return engine.committer.preview(workspaceId, {
    name: "read_rules",
    reduce: (ledger, now) => {
      const { published } = ruleState.of(ledger.head.account);
      const [found] = published === null ? [] : ledger.request([ruleSetKey(published)]);
      const compiled = ruleSetsTerm.of(policy).of(ledger);
      const doc = published === null ? null : sound(found, published);
      return unchanged({
        workspaceId: ledger.workspaceId,
        publication: doc && publicationToWire(doc),
        limits: usageOfLimits(ledger, policy),
        rules: ruleSetToJson({ rules: compiled.rules.map(({ rule }) => rule) }),
        usage: usageOfRules(ledger, compiled, policy, now),
        administrativeRequirements: administrativeRequirements(compiled).map(describeRequirement),
      });
    },
  });
}

/**
 * Returns publications of all epochs, newest first.
 *
 * @throws TreasuryError `storage_error` if one of them was changed.
 */
export async function listPublications(
  { storage }: Engine,
  workspaceId: string,
  cursor: string | undefined,
  limit: number,
): Promise<PublicationPage> {
  const page = await listDocs(storage, workspaceId, ruleSetKind, cursor, limit);
  return {
    publications: page.docs.map((doc) => publicationToWire(sound(doc, doc.id))),
    cursor: page.cursor,
  };
}

/** @throws TreasuryError `publication_not_found`; `storage_error` if it was changed. */
export async function readPublication(
  { storage }: Engine,
  workspaceId: string,
  digest: string,
): Promise<PublishedRules> {
  const [snapshot] = await storage.load([{ workspaceId, keys: [ruleSetKey(digest)] }]);
  const doc = sound(snapshot?.found[0], digest);
  const { ruleSet } = publishedRulesFromDoc(doc);
  return { publication: publicationToWire(doc), rules: ruleSetToJson(ruleSet) };
}

/**
 * Returns the rules of an earlier publication.
 *
 * @throws DocsNotLoaded to run the command again with the publication.
 * @throws TreasuryError `publication_not_found`; `storage_error` if it was changed.
 */
export function publishedBefore(ledger: LedgerState, digest: string): RuleSet {
  const [doc] = ledger.request([ruleSetKey(digest)]);
  return publishedRulesFromDoc(sound(doc, digest)).ruleSet;
}

function sound(doc: Doc | undefined, digest: string): Doc {
  if (doc === undefined) {
    const message = `The publication ${digest} does not exist in this workspace.`;
    throw new TreasuryError("publication_not_found", message);
  }
  const flaw = ruleSetFlaw(doc);
  if (flaw !== null) throw new TreasuryError("storage_error", flaw);
  return doc;
}

function publicationToWire(doc: Doc): Publication {
  const { ruleSet, predecessor, number, author, publishedAt } = publishedRulesFromDoc(doc);
  const ruleCount = ruleSet.rules.length;
  return { digest: doc.id, number, predecessor, publishedAt, publishedBy: author, ruleCount };
}
