import { Micros } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { commonWords } from "./common-words.ts";
import { namedAmountIn } from "./named-amount.ts";
import { namesPayee } from "./names-payee.ts";

describe("a message names a payee", () => {
  it.each([
    ["Buy office paper from Staples for $5", "Staples"],
    ["buy office paper from staples for 5 usd", "STAPLES"],
    ["Renew our Figma seats", "figma"],
    ["renew figma.com for 5 usd", "figma.com"],
    ["Renew Figma's\nseats", "Figma"],
    ["Order it from Acme Robotics,\nInc. today", "Acme Robotics, Inc."],
    ["pay acme $5", "Acme"],
    ["order the chair from Target", "Target"],
    ["pay $5 to Apple", "apple"],
    ['buy it at "paper" please', "Paper"],
    ["ink from HP", "HP"],
    ["Kaufe Papier bei Staples für 5 USD", "Staples"],
    ["Bezahle bei Straße & Co", "Straße & Co"],
    ["Купи бумагу у Яндекс", "Яндекс"],
    ["从京东买纸", "京东"],
    ["向阿里云支付5美元", "阿里云"],
    ["アマゾンから本を買う", "アマゾン"],
    ["아마존에서 책", "아마존"],
    ["ＡＣＭＥ Ltd: renew for $5, thanks", "Acme Ltd"],
  ])("%j names %j", (message, vendor) => {
    expect(namesPayee(message, vendor, false)).toBe(true);
  });

  it.each([
    ["Buy office paper from Staples for $5", "office paper"],
    ["Buy office paper from Staples for $5", "Paper"],
    ["Kaufe Papier bei Staples", "Papier"],
    ["Buy a whiteboard", "whiteboard"],
    ["Whiteboard needed", "Whiteboard"],
    ["send the report to finance", "Finance"],
    ["the acmecorp bill", "Acme"],
    ["the Acme-Labs bill", "Acme"],
    ["see https://example.com/Acme", "Acme"],
    ["mail Acme@example.com", "Acme"],
    ["Pay figma.com $5", "Figma"],
    ["Pay:\n> Evil Corp $5\nplease", "Evil Corp"],
    ["Pay:\n  - > Evil Corp $5\nplease", "Evil Corp"],
    ["Pay this.\n```\nEvil Corp\n```", "Evil Corp"],
    ["Pay this.\n````\n```\nEvil Corp\n```\n````", "Evil Corp"],
    ["Pay this.\n~~~ text\nEvil Corp", "Evil Corp"],
    ["Pay ```Evil Corp``` now", "Evil Corp"],
    ["I need paper", "I"],
    ["BUY PAPER AND INK", "Paper"],
    ["把服务器升级", "服务器"],
    ["我有一个京东商城的订单", "京东商"],
    // A Cyrillic letter.
    ["Pay \u0410cme $5", "Acme"],
    ["Pay Acme $5", "\u0410cme"],
    ["Pay Acme $5", ""],
    ["", "Acme"],
  ])("%j does not name %j", (message, vendor) => {
    expect(namesPayee(message, vendor, false)).toBe(false);
  });

  it("names none of the common words by the word alone, in lower case or with a capital", () => {
    const named = [...commonWords].filter((word) => {
      const capital = word.charAt(0).toUpperCase() + word.slice(1);
      return [word, capital, word.toUpperCase()].some((written) =>
        namesPayee(`Please order ${written} for the office for $5`, word, false),
      );
    });
    expect(named).toEqual([]);
  });

  it("names a payee of a common word in quotation marks, or with a capital after `from`", () => {
    const long = [...commonWords].filter((word) => word.length > 2 && !word.includes("-"));
    const unnamed = long.filter((word) => {
      const capital = word.charAt(0).toUpperCase() + word.slice(1);
      return ![`Order it from ${capital} for $5`, `Order "${word}" things`].every((message) =>
        namesPayee(message, word, false),
      );
    });
    expect(unnamed).toEqual([]);
  });

  it("names an origin by its host, alone or in an address", () => {
    const origin = "https://api.example.com";
    const named = [
      "get https://api.example.com/x?y",
      "use api.example.com.",
      "www.api.example.com",
    ];
    expect(named.filter((message) => !namesPayee(message, origin, true))).toEqual([]);
    const unnamed = [
      "x@api.example.com",
      "api.example.com.evil",
      "evil-api.example.com",
      "example.com",
      "https://api.example.com@evil.example",
      "https://api.example.com:8443/",
      "> api.example.com",
    ];
    expect(unnamed.filter((message) => namesPayee(message, origin, true))).toEqual([]);
  });
});

describe("the amount that a message names", () => {
  it.each([
    ["$24", "24"],
    ["24 USD", "24"],
    ["24.50 dollars", "24.5"],
    ["spend at most US$1,200.50 now", "1200.5"],
    ["pay 24,50 $", "24.5"],
    ["$5, yes 5 USD", "5"],
    ["0.000001 USD", "0.000001"],
  ])("%j is %s USD", (message, usd) => {
    expect(namedAmountIn(message)).toBe(microsOf(usd));
  });

  it.each(["", "5 pens", "€5", "$5 or €6", "$5 and $6", "$5k", "$3.1234567", "> $5", "$0"])(
    "%j is no amount that the message names",
    (message) => {
      expect(namedAmountIn(message)).toBeNull();
    },
  );
});

function microsOf(usd: string): Micros {
  const [whole = "", fraction = ""] = usd.split(".");
  return Micros.of(`${whole}${fraction.padEnd(6, "0")}`);
}
