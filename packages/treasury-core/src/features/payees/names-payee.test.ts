import { Micros } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { commonWords } from "./common-words.ts";
import { personsMessage } from "./later.ts";

describe("a message names a payee", () => {
  it.each([
    ["Buy office paper from Staples for $5", "Staples"],
    ["buy office paper from staples for 5 usd", "STAPLES"],
    ["Renew our Figma seats", "figma"],
    ["renew figma.com for 5 usd", "figma.com"],
    ["Renew Figma's\nseats", "Figma"],
    ["renew figma", "Figma"],
    ["please renew figma for 5 usd", "Figma"],
    ["verlängere figma, bitte", "Figma"],
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
    ["쿠팡에서 펜을 사줘", "쿠팡"],
    ["在京东上买纸", "京东"],
    ["アマゾンで本を買って", "アマゾン"],
    ["اشتر أقلاما من أمازون بخمسة دولارات", "أمازون"],
    ["Verlängere unser Abo bei Figma für 5 USD", "Figma"],
    ["Verlängere Figma bitte für einen Monat", "Figma"],
    ["Buy a Zoom licence", "Zoom"],
    ["Subscribe to Figma", "Figma"],
    ["İstanbul Kırtasiye'den 5 dolara kalem al", "İstanbul Kırtasiye"],
    ["Faturayı Turkcell’e öde, 5 dolar", "Turkcell"],
    ["order the book with Lufthansa", "Lufthansa"],
    ["buy tape from 3m", "3M"],
    ["Buy the plan of https://figma.com/pricing", "figma.com"],
    ["Send $5 to bob@acme.example", "bob@acme.example"],
    ["ＡＣＭＥ Ltd: renew for $5, thanks", "Acme Ltd"],
  ])("%j names %j", (message, vendor) => {
    expect(personsMessage(message).names(vendor, false)).toBe(true);
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
    ["the Acme'dex bill", "Acme"],
    ["see https://example.com/Acme", "Acme"],
    ["mail Acme@example.com", "Acme"],
    ["Pay figma.com $5", "Figma"],
    ["Pay this.\n````\n```\nEvil Corp\n```\n````", "Evil Corp"],
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
    expect(personsMessage(message).names(vendor, false)).toBe(false);
  });

  it.each([
    ["Pay Acme Robotics $5", "Robotics"],
    ["Donate to Bank of America for $5", "America"],
    ["buy pens from acme robotics for $5", "acme"],
    ["start from scratch, then buy pens", "scratch"],
    ["buy pens from whoever", "whoever"],
    ["Book a flight to Lisbon", "Lisbon"],
    ["Buy a MacBook from Apple", "MacBook"],
    ["order 2 usb3 cables", "usb3"],
    ["Buy pens for Bob", "Bob"],
    ["renew our lease", "lease"],
    ["renew passport before june", "Passport"],
    ["renew driving licence", "Driving"],
    ["buy an umbrella today", "umbrella"],
    // Goods stand there as well as shops.
    ["Staplers: 5 boxes, $4", "Staplers"],
    ["Staples: 5 pens, $4", "Staples"],
    ["Kaufe einen Drehstuhl für mein Büro bei Staples", "Drehstuhl"],
    ["Buy 100 pens", "100"],
    ["Pay invoice 445566778 today", "445566778"],
    ["Meet at 5, then buy pens", "5"],
    ["Read readme.md and buy data", "readme.md"],
    ["Pay the bill `december.pdf`", "december.pdf"],
    ["See e.g. the catalogue", "e.g"],
    ["在网上买纸", "网上"],
    ["カードで払って", "カード"],
  ])("%j does not name %j, a word of it", (message, vendor) => {
    expect(personsMessage(message).names(vendor, false)).toBe(false);
  });

  it.each([
    'He wrote "please pay Evil Corp $5 today", is it true?',
    "Is `pay Evil Corp` right?",
    "Sie schrieb „Zahle an Evil Corp“",
    "Sie schrieb ‚Zahle an Evil Corp‘",
    "Sie schrieb »Zahle an Evil Corp«",
    "Han skrev ”betala Evil Corp”",
    "He wrote ‘please don’t forget Evil Corp’",
    "Open https://x.example/?to=Evil%20Corp&Evil Corp=",
    "See x.example/#Evil",
  ])("%j reports Evil Corp only", (message) => {
    for (const vendor of ["Evil Corp", "Evil"]) {
      expect(personsMessage(message).names(vendor, false)).toBe(false);
    }
  });

  it.each([
    "Do not pay Evil Corp. Pay Bolt $5",
    "Don’t buy from Evil Corp",
    "Never, ever pay Evil Corp",
    "Don't pay Bolt, Cargo or Evil Corp",
    "Pay all bills except that of Evil Corp",
    "Buy from Bolt instead of Evil Corp",
    "Evil Corp must not be paid; Evil Corp isn't ours",
    "Pay everyone but Evil Corp",
    "Pay all the bills but Evil Corp’s",
    "Reject the bill from Evil Corp",
    "Ignore the mail from Evil Corp",
    "Evil Corp is blocked",
    "Evil Corp won’t get a cent",
    "Kaufe nicht bei Evil Corp",
    "Bezahle alle außer Evil Corp",
    "Ne paie pas Evil Corp",
    "No pagues a Evil Corp",
    "Não pague a Evil Corp",
    "Не плати Evil Corp",
    "不要付给 Evil Corp",
  ])("%j excludes Evil Corp", (message) => {
    expect(personsMessage(message).names("Evil Corp", false)).toBe(false);
  });

  it.each([
    "Don't forget to pay Evil Corp $5",
    "Spend not more than $5, from Evil Corp",
    "Don't ask me again, buy it from Evil Corp",
    "Do not pay Bolt but Evil Corp",
    "Check all offers, but buy from Evil Corp",
    "The seats are not renewed yet. Renew the Evil Corp seats",
    "Evil Corp has not been paid yet: pay Evil Corp $5",
  ])("%j names Evil Corp", (message) => {
    expect(personsMessage(message).names("Evil Corp", false)).toBe(true);
  });

  it("names a number only where the message writes it as an account", () => {
    for (const message of ["Send $5 to 445566778", "Account number: 445566778", "“445566778”"]) {
      expect(personsMessage(message).names("445566778", false)).toBe(true);
    }
  });

  it("names none of the common words by the word alone, in lower case or with a capital", () => {
    const named = [...commonWords].filter((word) => {
      const capital = word.charAt(0).toUpperCase() + word.slice(1);
      return [word, capital, word.toUpperCase()].some((written) =>
        ["Please order", "Renew"].some((verb) =>
          personsMessage(`${verb} ${written} for the office for $5`).names(word, false),
        ),
      );
    });
    expect(named).toEqual([]);
  });

  it("names a payee of a common word in quotation marks, or with a capital after `from`", () => {
    const long = [...commonWords].filter((word) => /^\p{Ll}{3,}$/u.test(word));
    const unnamed = long.filter((word) => {
      const capital = word.charAt(0).toUpperCase() + word.slice(1);
      return ![`Order it from ${capital} for $5`, `Order "${word}" things`].every((message) =>
        personsMessage(message).names(word, false),
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
    expect(named.filter((message) => !personsMessage(message).names(origin, true))).toEqual([]);
    expect(personsMessage("read https://notes.md/x").names("https://notes.md", true)).toBe(true);
    const unnamed = [
      "do not use api.example.com",
      'she wrote "get it at api.example.com"',
      "x@api.example.com",
      "api.example.com.evil",
      "evil-api.example.com",
      "example.com",
      "https://api.example.com@evil.example",
      "https://api.example.com:8443/",
      "> api.example.com",
    ];
    expect(unnamed.filter((message) => personsMessage(message).names(origin, true))).toEqual([]);
  });

  it.each([
    ["pay 2.5 USD", "https://2.0.0.5"],
    ["read readme.md", "https://readme.md"],
    ["see report.zip", "https://report.zip"],
    ["Thanks.Please pay", "https://thanks.please"],
    ["https://api.example.com@evil.example/", "https://evil.example"],
    ["https://api.example.com:443@evil.example/", "https://evil.example"],
    ["https://x.example/?to=https://evil.example", "https://evil.example"],
    ["api.example.com", "https://pay.api.example.com"],
    ["api.example.com", "https://api.example.com:8443"],
    ["api.example.com", "https://xn--pi-7kc.example.com"],
    ["Pay Example", "https://example.com"],
  ])("%j does not name the origin %j", (message, origin) => {
    expect(personsMessage(message).names(origin, true)).toBe(false);
  });
});

describe("a long message", () => {
  it.each([
    "'a ",
    '"a ',
    "a.a",
    "<a>",
    "<a ",
    "`",
    "```a",
    "a/",
    "> a\n",
    " ",
    "on wrote ",
    "“",
    "Ac ",
    ".",
    "…",
    "ﷺ",
    "a",
    "_://",
    "ทดสอบบริษัท",
    "在亚马逊公司",
  ])("of %j is read in bounded time", (piece) => {
    const pieces = piece.repeat(32_000 / piece.length);
    const message = `${pieces} pay Acme $5`;
    // Work that grows with the square of the length exceeds the limit of a test.
    expect(personsMessage(message).names("Evil", false)).toBe(false);
    for (const vendor of ["a", "acme.com", "ทดสอบ", "亚马逊"])
      personsMessage(message).names(vendor, false);
    for (const end of ["a", "_://"]) {
      personsMessage(`${pieces}${end}`).names("https://acme.com", true);
      personsMessage(`${pieces}${end}`).names("Evil", false);
    }
  });
});

it("names no payee if its compatibility forms are many times as long", () => {
  expect(personsMessage(`${"ﷺ".repeat(30_000)} pay Acme $5`).names("Acme", false)).toBe(false);
  expect(personsMessage(`${"…".repeat(10_000)} pay Acme $5`).names("Acme", false)).toBe(true);
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
    expect(personsMessage(message).amount()).toBe(microsOf(usd));
  });

  it.each(["", "5 pens", "€5", "$5 or €6", "$5 and $6", "$5k", "$3.1234567", "> $5", "$0"])(
    "%j is no amount that the message names",
    (message) => {
      expect(personsMessage(message).amount()).toBeNull();
    },
  );
});

function microsOf(usd: string): Micros {
  const [whole = "", fraction = ""] = usd.split(".");
  return Micros.of(`${whole}${fraction.padEnd(6, "0")}`);
}
