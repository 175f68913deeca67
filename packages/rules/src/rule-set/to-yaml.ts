import { Micros } from "@agent-treasury/provider";
import { Document, type YAMLSeq, isMap, isScalar, visit } from "yaml";
import { ruleSetSchemaUrl } from "./rule-set-schema.ts";
import type { RuleSet } from "./rule-set.ts";
import { ruleSetToJson } from "./to-json.ts";

const longestOnOneLine = 80;

/** Writes rules for people: amounts as numbers, short lists on one line, rules apart. */
export function rulesToYaml(set: RuleSet): string {
  const document = new Document(ruleSetToJson(set, Micros.toUsd));
  visit(document, {
    Seq: (_key, list) => {
      if (isShort(list)) list.flow = true;
      list.items.forEach((rule, index) => {
        if (isMap(rule)) rule.spaceBefore = index > 0;
      });
    },
  });
  const text = document.toString({ lineWidth: 0, flowCollectionPadding: false });
  return `# yaml-language-server: $schema=${ruleSetSchemaUrl}\n${text}`;
}

export function isShort({ items }: YAMLSeq): boolean {
  const lengths = items.map((item) => (isScalar(item) ? String(item.value).length + 2 : Infinity));
  return lengths.reduce((sum, length) => sum + length, 0) <= longestOnOneLine;
}
