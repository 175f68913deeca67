import { isTreasuryError } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { disguises } from "./disguises.fixture.ts";
import { harmlessIntents, illIntents } from "./intents.fixture.ts";
import { normaliseText, readingsOf } from "./normalise-text.ts";
import { ordinaryPurchases } from "./ordinary-purchases.fixture.ts";
import { doubtfulPurchases, prohibitedPurchases } from "./prohibited-purchases.fixture.ts";
import { type ScreeningRulesOptions, screeningRules } from "./screening-rules.ts";
import { prohibitedUses } from "./terms/terms.ts";

const gate = screeningRules();

function verdictOf(vendor: string, purpose: string, options?: ScreeningRulesOptions): string {
  const asked = options === undefined ? gate : screeningRules(options);
  return asked.screen({ vendor, purpose, category: null }).verdict;
}

describe("ordinary purchases", () => {
  it.each(ordinaryPurchases)("$purpose from $vendor is safe", (spend) => {
    expect(gate.screen(spend)).toEqual({ verdict: "safe", reason: "No screening rule matched." });
  });
});

describe("prohibited purchases", () => {
  it.each(prohibitedPurchases)("$spend.purpose is blocked", ({ kind, spend }) => {
    const { verdict, reason } = gate.screen(spend);
    const kinds = prohibitedUses.filter((use) => use.reason === reason);
    expect([verdict, kinds[0]?.category]).toEqual(["blocked", kind]);
  });

  it.each(doubtfulPurchases)("$purpose needs review", (spend) => {
    expect(gate.screen(spend).verdict).toBe("review");
  });

  it("are found in the purpose and in the category", () => {
    for (const field of ["purpose", "category"]) {
      const spend = { vendor: "Acme", purpose: "paper", category: "office", [field]: "handguns" };
      expect(gate.screen(spend).verdict).toBe("blocked");
    }
  });

  it("need review, and are not blocked, in the vendor's name alone", () => {
    const spend = { vendor: "Cocaine & Handguns", purpose: "order 4411", category: null };
    expect(gate.screen(spend)).toEqual({
      verdict: "review",
      reason:
        "The vendor's name resembles a prohibited purchase, so that a person has to approve the spend.",
    });
    expect(gate.screen({ ...spend, purpose: "a handgun" }).verdict).toBe("blocked");
    expect(gate.screen({ ...spend, category: "cocaine" }).verdict).toBe("blocked");
  });

  it.each(["Hitman Pest Control", "Bet365 Stadium", "Glock Cafe", "Cocaine Energy Bakery"])(
    "are the name of a business if the name states its trade: %s",
    (vendor) => {
      expect(verdictOf(vendor, "the monthly invoice")).toBe("safe");
      expect(verdictOf(vendor, "a handgun")).toBe("blocked");
    },
  );

  it.each([
    "a welding gun",
    "two toy pistols",
    "a gun for silicone",
    "a cash advance fee",
    "a wire transfer fee",
    "wild-caught salmon",
    "wild-caught sprats and eel",
    "gunpowder mint tea",
    "a silencer for the ventilation duct",
    "a pump-action sprayer",
    "cartridges for the labeller, two boxes",
    "paintball grenades",
    "foam daggers",
    "toy handcuffs",
    "candy cigarettes",
    "solvents, strippers and thinners",
    "a roulette table, play money only",
    "live tiger prawns",
    "a talk with a live owl",
    "a donation for landmine clearance",
    "stolen-device tracking and alerts",
    "spoofed e-mail protection",
    "a course on anti-corruption and a bribery course",
    "tool tethers for work",
    "a gold bar necklace",
    "a petty cash book",
    "a fake banknote pen",
    "blank ID cards for the badge printer",
    "practice swords",
    "whisky stones",
    "webcams for the home workers",
    "disk cloning software",
  ])("do not include ordinary goods: %s", (purpose) => {
    expect(verdictOf("Acme", purpose)).toBe("safe");
  });

  it.each([
    "gun, unlisted kind",
    "wild-caught",
    "rifle scope cleaning cloth",
    "an advance fee",
    "a silencer",
    "a pump-action thing",
    "a musket for the show",
    "boxes of cartridges",
    "blank ID cards",
    "a replica stamp",
  ])("may be ordinary goods, which need review: %s", (purpose) => {
    expect(verdictOf("Acme", purpose)).toBe("review");
  });

  it.each([
    "a gun for the night guard",
    "toy guns and ammunition",
    "a starter pistol converted to live rounds",
    "starting gun conversion to 9mm",
    "a toy gun that shoots real bullets",
    "a silencer for the rifle",
    "a 9 mm suppressor",
    "paintball grenades and a hand grenade",
    "speed and coke",
    "wild-caught parrots",
    "an advance fee to release the inheritance",
    "200 Patronen 9mm",
  ])("are blocked beside words of ordinary goods: %s", (purpose) => {
    expect(verdictOf("Acme", purpose)).toBe("blocked");
  });

  it.each([
    "birthday flowers for my wife",
    "train tickets for my husband and me",
    "a fitness tracker for my wife",
    "a table for my husband's fiftieth",
  ])("do not include a purchase for a relative: %s", (purpose) => {
    expect(verdictOf("Acme", purpose)).toBe("safe");
  });

  it.each([
    "have someone follow my wife",
    "a GPS tracker for my wife's car",
    "track my husband",
    "an AirTag to put in my wife's handbag",
    "my wife's e-mails",
    "an app to see my wife's screen",
    "a person to seduce my wife",
    "for my husband's bank statements",
    "a birthday present for my wife with a hidden microphone",
  ])("include watching a relative: %s", (purpose) => {
    expect(verdictOf("Acme", purpose)).not.toBe("safe");
  });

  it("are not found across two fields", () => {
    expect(verdictOf("The Hit", "Man of the match trophy")).toBe("safe");
  });

  it("are blocked also after a term that needs review", () => {
    expect(verdictOf("Acme", "a gift card and a handgun")).toBe("blocked");
  });

  it("are not excused by a harmless phrase elsewhere", () => {
    expect(verdictOf("Acme", "anti-malware software and malware to install")).toBe("blocked");
    expect(verdictOf("Acme", "a glue gun and a gun")).toBe("blocked");
  });
});

describe("an intent without a prohibited name", () => {
  it.each(illIntents)("%s: is not safe", (purpose) => {
    expect(verdictOf("Any Vendor Ltd", purpose)).not.toBe("safe");
  });

  it.each(harmlessIntents)("%s: is safe", (purpose) => {
    expect(verdictOf("Any Vendor Ltd", purpose)).toBe("safe");
  });
});

describe("a disguised word", () => {
  it.each(disguises)("in %s is found", (_disguise, text) => {
    expect(verdictOf("Acme", text)).toBe("blocked");
    expect(verdictOf("Acme", `2 g of ${text}, please`)).toBe("blocked");
    expect(verdictOf(text, "supplies")).toBe("review");
  });

  it("with spaces inside is found when it is long", () => {
    for (const text of ["counter feit watches", "am munition", "methamphet amine", "nar cotics"]) {
      expect(verdictOf("Acme", text)).toBe("blocked");
    }
  });

  it("is not found across whole words", () => {
    expect(verdictOf("Acme", "a campfire armchair")).toBe("safe");
    expect(verdictOf("Acme", "panamanian coffee")).toBe("safe");
  });
});

describe("a UUID", () => {
  // Read as letters, b375 is "bets", b7c5 is "btcs" and 9b15 is "gbls".
  it.each([
    "9c1ca8fc-32cf-40f9-b375-28e855109626",
    "9AAAA5F5-B7C5-43DB-9E82-65F19BB36CBD",
    "6f5f177c-297d-406f-965d-1b06a7d96d25",
    "6ef6a17f-af79-40c4-9b15-525073dc295f",
  ])("is not read as a disguised word: %s", (id) => {
    const purpose = `An hour of a small machine for job ${id}.`;
    expect(gate.screen({ vendor: "Example Cloud", purpose, category: null }).verdict).toBe("safe");
  });

  it("does not hide a disguised word next to it", () => {
    const purpose = "c0caine, order 9c1ca8fc-32cf-40f9-b375-28e855109626";
    expect(gate.screen({ vendor: "Acme", purpose, category: null }).verdict).toBe("blocked");
  });
});

describe("normalisation", () => {
  it.each([
    ["Ｆіre\u200barms!", "firearms"],
    ["  Two\n\twords. ", "two words"],
    ["ﬁnance ½ №5", "finance 1 2 no5"],
    ["ÅNGSTRÖM", "angstrom"],
    ["", ""],
    ["…", ""],
  ])("turns %o into %o", (text, normalised) => {
    expect(normaliseText(text)).toBe(normalised);
  });

  it("has a bounded number of readings for any text", () => {
    for (const text of ["plain words", "c-0-c-a-1-n-e", "1l|!".repeat(200), "a b ".repeat(200)]) {
      const { phrases, spelled } = readingsOf(text);
      expect(phrases.length + spelled.length).toBeLessThan(16);
    }
  });

  it("is idempotent", () => {
    for (const [, text] of disguises) {
      expect(normaliseText(normaliseText(text))).toBe(normaliseText(text));
    }
  });
});

describe("a deployment's own rules", () => {
  const tobacco = {
    category: "tobacco",
    verdict: "review",
    reason: "Tobacco needs review.",
    terms: ["cigarette*", "Snus"],
    exceptions: ["cigarette lighter socket*"],
  } as const;

  it("extend the built-in ones", () => {
    const options = { prohibitedUses: [tobacco] };
    expect(verdictOf("Kiosk", "2 packs of CIGARETTES", options)).toBe("review");
    expect(verdictOf("Kiosk", "snüs", options)).toBe("review");
    expect(verdictOf("Garage", "a cigarette-lighter socket", options)).toBe("safe");
    expect(verdictOf("Kiosk", "a handgun", options)).toBe("blocked");
  });

  it("without a letter or digit are rejected, because they would match any text", () => {
    for (const options of [
      { prohibitedUses: [{ ...tobacco, terms: ["***"] }] },
      { prohibitedUses: [{ ...tobacco, exceptions: [""] }] },
      { blockedVendors: ["—"] },
    ]) {
      let refusal: unknown;
      try {
        screeningRules(options);
      } catch (error) {
        refusal = error;
      }
      expect(isTreasuryError(refusal) && refusal.code).toBe("invalid_request");
    }
  });

  it("block a vendor in any spelling of its name", () => {
    const options = { blockedVendors: ["Acme Corp"] };
    for (const name of [
      "Acme Corp",
      "ACME  CORP.",
      "AcmeCorp",
      "Acme-Corp",
      "Аcmе Corp",
      "Acm3 C0rp",
      "ᎪᏟᎷᎬ ᏟᎾᎡᏢ",
      "ꓮꓚꓟꓰ ꓚꓳꓣꓑ",
      "Αcme Ϲorp",
      "Acrne Corp",
      "A\u2800cme Corp",
      "Acme C\ufff9orp",
      "🅐🅒🅜🅔 Corp",
    ]) {
      expect(verdictOf(name, "paper", options)).toBe("blocked");
    }
    expect(verdictOf("Acme Corporation", "paper", options)).toBe("safe");
  });

  it("allow a vendor by its exact name only", () => {
    const options = { allowedVendors: ["Acme Corp", "Café Zoë"] };
    for (const name of ["Acme Corp", " acme  corp ", "ACME CORP", "Cafe\u0301 Zoe\u0308"]) {
      expect(verdictOf(name, "paper", options)).toBe("safe");
    }
    for (const name of [
      "Аcme Corp",
      "Acme\u200b Corp",
      "AcmeCorp",
      "Acme Corp.",
      "Acm3 Corp",
      "",
    ]) {
      expect(verdictOf(name, "paper", options)).toBe("blocked");
    }
    expect(verdictOf("Acme Corp", "a handgun", options)).toBe("blocked");
    expect(verdictOf("Acme Corp", "paper", { allowedVendors: [] })).toBe("blocked");
  });

  it("block a vendor that is on both lists", () => {
    const options = { allowedVendors: ["Acme"], blockedVendors: ["Acme"] };
    expect(verdictOf("Acme", "paper", options)).toBe("blocked");
  });
});
