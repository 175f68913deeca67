import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { groupName, looseName } from "./loose-name.ts";
import { normaliseName } from "./normalise-name.ts";

const disguises: readonly [kind: string, name: string, disguise: string][] = [
  ["Cyrillic", "Acme", "Асmе"],
  ["Cyrillic lower case", "bank", "вапк".replace("п", "n")],
  ["Cyrillic palochka", "apple", "аррӏе"],
  ["Greek", "Nvidia", "ΝVΙDΙΑ"],
  ["Greek lunate sigma", "acme", "aϲme"],
  ["Armenian", "Shop", "Տhοp"],
  ["Cherokee", "Acme", "ᎪᏟᎷᎬ"],
  ["Lisu", "Acme", "ꓮꓚꓟꓰ"],
  ["small capitals", "Acme", "ᴀᴄᴍᴇ"],
  ["mathematical letters", "Acme", "𝔄𝖈𝓶𝕖"],
  ["letters of flags", "Acme", "🇦🇨🇲🇪"],
  ["letters in black circles", "Acme", "🅐🅒🅜🅔"],
  ["full width", "Acme", "Ａｃｍｅ"],
  ["accents", "Acme", "Ácmé"],
  ["a stroke", "Acme", "Ac\u0336me"],
  ["invisible characters", "Acme", "A\u2800c\ufff9m\u3164e\u{e0061}"],
  ["sharp s", "Strasse", "Straße"],
  ["dotless i", "istanbul", "ıstanbul"],
];

describe("groupName", () => {
  it.each(disguises)("is equal for look-alikes: %s", (_kind, name, disguise) => {
    expect(groupName(disguise)).toBe(groupName(name));
  });

  it("is equal for names of one script that differ in case", () => {
    for (const [name, other] of [
      ["Νίκη", "ΝΊΚΗ"],
      ["сбербанк", "СБЕРБАНК"],
      ["Հայփոստ", "ՀԱՅՓՈՍՏ"],
    ] as const) {
      expect(groupName(other)).toBe(groupName(name));
    }
  });

  it.each([
    ["vine", "nine"],
    ["mali", "mall"],
    ["сыр", "сон"],
    ["한국전력", "한국전자"],
    ["東京電力", "東京ガス"],
  ])("differs for %j and %j", (name, other) => {
    expect(groupName(other)).not.toBe(groupName(name));
  });

  it("is the normalised name for ASCII names, whose keys so remain", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme-ascii" }), (name) => {
        expect(groupName(name)).toBe(normaliseName(name));
      }),
    );
  });
});

describe("looseName", () => {
  it.each([
    ...disguises,
    ["a capital i", "PayPal", "PayPaI"],
    ["a one", "PayPal", "PayPa1"],
    ["zeros", "Google", "G00gle"],
    ["r and n", "Acme", "Acrne"],
    ["a hair space", "Acme", "Ac\u200ame"],
    ["no space", "Acme Corp", "AcmeCorp"],
  ])("is equal for look-alikes: %s", (_kind, name, disguise) => {
    expect(looseName(disguise)).toBe(looseName(name));
  });
});
