import type { Doc, Key } from "@agent-treasury/provider";
import { fromStored, toStored } from "@agent-treasury/provider/helpers";
import { readRuleSet, type RuleSet, rulesText } from "@agent-treasury/rules";
import type { DocumentKind } from "../../kernel/documents/document-kind.ts";
import { saltText, type SaltedText } from "../../kernel/ledger/chain.ts";
import { sha256Hex } from "../../kernel/ledger/hash.ts";
import { keptDoc } from "../../kernel/ledger/kept-doc.ts";
import type { LedgerState } from "../../kernel/ledger/ledger-state.ts";
import { timestamp } from "../../kernel/ledger/timestamp.ts";

export const ruleSetKind = "rule_set";

const formatVersion = "agent-treasury/rules/1";

/** One publication of a rule set. It never changes. */
export interface PublishedRules {
  readonly ruleSet: RuleSet;
  /** Digest of the publication before it; null for the first. */
  readonly predecessor: string | null;
  /** Position among the workspace's publications, from 1. */
  readonly number: number;
  /** Null after the text was erased, and for an unknown person. */
  readonly author: string | null;
  readonly publishedAt: string;
  /** Null in a record of an earlier version. */
  readonly order: LedgerState["order"] | null;
}

interface RuleSetBody extends Pick<PublishedRules, "predecessor" | "number" | "publishedAt"> {
  /** Text, so that the digest covers its exact form. */
  readonly rules: string;
  readonly author: SaltedText;
  readonly salt: string | null;
  /** For replay. The digest does not cover it. */
  readonly order?: LedgerState["order"];
}

export function ruleSetKey(digest: string): Key {
  return { kind: ruleSetKind, id: digest };
}

export interface Publication extends Omit<PublishedRules, "publishedAt" | "order"> {
  /** 128 random bits. */
  readonly salt: string;
  readonly at: number;
}

/** The document's id is its SHA-256, which covers the predecessor's. */
export function ruleSetDoc({ head, order }: LedgerState, publication: Publication): Doc {
  const { ruleSet, predecessor, number, author, salt, at } = publication;
  const body = {
    rules: rulesText(ruleSet),
    predecessor,
    number,
    author: saltText(salt, author ?? ""),
    salt,
    publishedAt: timestamp(at),
    order,
  } satisfies RuleSetBody;
  const doc = keptDoc(ruleSetKey(digestOf(body)), head.epoch, toStored(body));
  return { ...doc, ordinal: BigInt(number) };
}

/** @throws TreasuryError `invalid_request` if the document was changed. */
export function publishedRulesFromDoc({ body }: Doc): PublishedRules {
  const { rules, author, salt: _salt, order = null, ...link } = fromStored<RuleSetBody>(body);
  return { ...link, ruleSet: readStoredRules(rules), author: author.text || null, order };
}

/** The rules as the digest covers them. */
export function storedText({ body }: Doc): string {
  return fromStored<RuleSetBody>(body).rules;
}

/** The first maximum, under which a set may have been published. */
const storedRequirementBytes = 600;

/** Accepts rails that are no longer connected, because the rules for them must remain. */
export function readStoredRules(rules: string): RuleSet {
  const written = JSON.parse(rules) as {
    readonly rules: readonly { readonly when?: { readonly rails?: readonly string[] } }[];
  };
  return readRuleSet(
    written,
    written.rules.flatMap(({ when }) => when?.rails ?? []),
    storedRequirementBytes,
  );
}

/** Erases the author's name. Null if there is nothing to erase before that time. */
function erasedAuthor(doc: Doc, before: number): Doc | null {
  const body = fromStored<RuleSetBody>(doc.body);
  if (body.salt === null || Date.parse(body.publishedAt) >= before) return null;
  const erased = { ...body, salt: null, author: { ...body.author, text: null } };
  return { ...doc, body: toStored(erased) };
}

/** Returns what is wrong with a document; null for a valid one. */
export function ruleSetFlaw(doc: Doc): string | null {
  return digestOf(fromStored<RuleSetBody>(doc.body)) === doc.id
    ? null
    : `The rule set ${doc.id} was changed.`;
}

function digestOf(body: RuleSetBody): string {
  return sha256Hex(canonicalPublication(body));
}

/** The text that the digest of a publication covers. */
export function publicationText({ body }: Doc): string {
  return canonicalPublication(fromStored<RuleSetBody>(body));
}

function canonicalPublication(body: RuleSetBody): string {
  const { rules, predecessor, number, author, publishedAt } = body;
  return JSON.stringify([formatVersion, rules, predecessor, number, author.digest, publishedAt]);
}

export const ruleSetDocument: DocumentKind = {
  kind: ruleSetKind,
  erasure: "own",
  erase: (doc, { before }) => erasedAuthor(doc, before),
  evidence: {
    show: (doc) => {
      const { number, author, publishedAt } = publishedRulesFromDoc(doc);
      const content = {
        digest: doc.id,
        number,
        author,
        publishedAt,
        canonical: publicationText(doc),
      };
      return { record: "rules", at: [publishedAt], content };
    },
  },
};
