import { isTreasuryError } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { compileUse } from "./compile-term.ts";
import { readField } from "./field.ts";
import { strictestUse } from "./strictest-use.ts";
import { termSet } from "./term-set.ts";
import type { ProhibitedUse } from "./terms/terms.ts";

function use(term: string, ...exceptions: readonly string[]): ProhibitedUse {
  return { category: "test", verdict: "review", reason: "A test.", terms: [term], exceptions };
}

function occurs(text: string, term: string, ...exceptions: readonly string[]): boolean {
  const set = termSet([use(term, ...exceptions)]);
  return strictestUse([readField(text, [set.finder])], [set]) !== null;
}

describe("a term", () => {
  it.each([
    ["ticket", "two tickets, please", true],
    ["box of matches", "boxes of matches", false],
    ["ticket", "ticketing", false],
    ["ticket*", "ticketing", true],
    ["*ticket", "an e-railticket", true],
    ["*ticket", "railticketing", false],
    ["*ticket*", "ticketticketrailticketing", true],
    ["box* of match*", "boxes of matchsticks", true],
    ["*gun* shop", "gungungunx shops", true],
    ["*gun* shop", "gungungunx stop", false],
    ["red (ticket*|pass)", "red tickets", true],
    ["red (ticket*|pass)", "red or pass", false],
    ["red ... ticket", "red one two three four five six tickets", true],
    ["red ... ticket", "red one two three four five six seven tickets", false],
    ["red ... ticket", "ticket, red", false],
    ["red & ticket", "ticket, red", true],
    ["red & ticket", "red return ticket", true],
    ["pot-de-vin", "un pot de vin", true],
    ["票", "买两张票吗", true],
  ])("%o in %o: %o", (term, text, found) => {
    expect(occurs(text, term)).toBe(found);
  });

  it("of nine letters is found across spaces, from the beginning of a word", () => {
    expect(occurs("wall papers and ham mers", "wallpaper")).toBe(true);
    expect(occurs("run licensed software", "unlicensed")).toBe(false);
    expect(occurs("buyunlicensedsoftware", "unlicensed")).toBe(true);
  });

  it("requires text and valid positions of its signs", () => {
    for (const term of [
      "***",
      "a ... ",
      "a ...",
      "... a",
      "(a|)",
      "a & b & c",
      "tick*et",
      "a {term}",
    ]) {
      let refusal: unknown;
      try {
        compileUse(use(term));
      } catch (error) {
        refusal = error;
      }
      expect([term, isTreasuryError(refusal) && refusal.code]).toEqual([term, "invalid_request"]);
    }
  });
});

describe("an exception", () => {
  it("excuses its own phrase and no other", () => {
    expect(occurs("a bus ticket", "ticket", "bus ticket")).toBe(false);
    expect(occurs("a bus ticket and a ticket", "ticket", "bus ticket")).toBe(true);
  });

  it("separates the text on its two sides", () => {
    const text = "a cheap red ticket, or a red bus ticket ticket";
    expect(occurs(text, "red ticket", "cheap red ticket", "bus ticket")).toBe(false);
  });

  it("may refer to any term", () => {
    expect(occurs("anti-ticket league", "ticket", "anti {term}")).toBe(false);
    expect(occurs("anti-ticketing league", "ticket*", "anti {term}")).toBe(false);
    expect(occurs("red return ticket insurance", "red ... ticket", "{term} insurance")).toBe(false);
    expect(occurs("anti-ticket tickets", "ticket", "anti {term}")).toBe(true);
  });
});
