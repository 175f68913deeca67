import { describe, expect, it } from "vitest";
import { readDirective } from "./directive.ts";

describe("an instruction", () => {
  it.each([
    ["buy 2 pencils from Acme for $12", 12, "Acme", "2 pencils"],
    [
      "Please buy API credits from OpenWeather for $1,250.50.",
      1250.5,
      "OpenWeather",
      "API credits",
    ],
    ["purchase a domain for 9 USD at Gandi", 9, "Gandi", "a domain"],
    ["pay Acme $12 for pencils", 12, "Acme", "pencils"],
    ["pay $3.25 to Acme Corp. for hosting", 3.25, "Acme Corp.", "hosting"],
    ["pay Acme for hosting, $5", 5, "Acme", "hosting"],
    ["spend 12.50 USD at Hetzner on a server", 12.5, "Hetzner", "a server"],
    ["spend 7 dollars on stickers at StickerMule", 7, "StickerMule", "stickers"],
    ["buy $20 worth of credits from OpenRouter", 20, "OpenRouter", "credits"],
    ["buy a $50 gift card from Acme for $45", 45, "Acme", "a $50 gift card"],
    ["pay Acme $12 for a $50 gift card", 12, "Acme", "a $50 gift card"],
    ['buy "a pen, then a cap" from "Acme" for USD 3', 3, "Acme", "a pen, then a cap"],
    ["buy milk from Corner Shop for 4", 4, "Corner Shop", "milk"],
    ["buy data from Acme for $0.0015", 0.0015, "Acme", "data"],
    [
      "Please get me a monthly licence of JetBrains for 15 USD",
      15,
      "JetBrains",
      "a monthly licence",
    ],
    ["I want 3 books from Thalia, they cost 18 dollars in total", 18, "Thalia", "3 books"],
    [
      "We need to order a bottle of milk from Corner Shop for 4$.",
      4,
      "Corner Shop",
      "a bottle of milk",
    ],
    ["I'd like stickers at Sticker Mule for a total of $18", 18, "Sticker Mule", "stickers"],
    ["get a licence of “Figma”, which costs 12", 12, "Figma", "a licence"],
    ["buy trouble from Acme for $-5", -5, "Acme", "trouble"],
  ])("is a spend in %j", (directive, amountUsd, vendor, purpose) => {
    expect(readDirective(directive)).toEqual([{ kind: "spend", amountUsd, vendor, purpose }]);
  });

  it.each(["how much is left?", "How much money do we have", "what is the balance", "balance"])(
    "is a balance request in %j",
    (directive) => {
      expect(readDirective(directive)).toEqual([{ kind: "balance" }]);
    },
  );

  it.each(["run `ls -la`", "Run `ls -la`.", "please execute the command `ls -la`"])(
    "is a command in %j",
    (directive) => {
      expect(readDirective(directive)).toEqual([{ kind: "run", command: "ls -la" }]);
    },
  );

  it.each([
    "buy pencils from Acme for $5 then run `ls` and then how much is left",
    "Buy pencils from Acme for $5; then, run `ls`, then how much is left?",
    "buy pencils from Acme for $5. Then run `ls`. Then how much is left",
  ])("is several steps in %j", (directive) => {
    expect(readDirective(directive).map(({ kind }) => kind)).toEqual(["spend", "run", "balance"]);
  });

  it.each([
    ["fetch https://weather.example/weather", "the content of this address"],
    ["Please get https://weather.example/weather for a trip.", "a trip"],
  ])("requests an address in %j", (directive, purpose) => {
    const url = "https://weather.example/weather";
    expect(readDirective(directive)).toEqual([{ kind: "fetch", url, purpose }]);
  });

  it("is not split within a command or a quotation", () => {
    expect(readDirective("run `if true; then ls; fi` then run `b`")).toEqual([
      { kind: "run", command: "if true; then ls; fi" },
      { kind: "run", command: "b" },
    ]);
  });

  it.each([
    "",
    "then",
    "buy pencils",
    "buy a box of pencils for $5",
    "buy 3 books from Thalia for $6 each",
    "I want a raise",
    "run ls",
    "dance",
    "how much wood would a woodchuck chuck",
  ])("is not understood in %j", (directive) => {
    expect(readDirective(directive)).toEqual([{ kind: "unknown" }]);
  });

  it("is not understood when it is very long or has too many steps or amounts", () => {
    expect(readDirective(`buy ${"from ".repeat(1000)}for $5`)).toEqual([{ kind: "unknown" }]);
    expect(readDirective("balance then ".repeat(20))).toEqual([{ kind: "unknown" }]);
    expect(readDirective(`buy ${"$1 ".repeat(20)} from Acme for $5`)).toEqual([
      { kind: "unknown" },
    ]);
  });
});
