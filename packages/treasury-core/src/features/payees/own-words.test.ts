import { describe, expect, it } from "vitest";
import { personsMessage } from "./later.ts";
import { ownWords } from "./own-words.ts";

const evil = "Pay Evil Corp $5";

describe("a person's own words", () => {
  it.each([
    ["a quoted line", `> ${evil}`],
    ["a quoted line in a list", `- > ${evil}`],
    ["a quoted line in HTML", `&gt; ${evil}`],
    ["a line that another sign than a line feed begins", `see\u0085> ${evil}`],
    ["a fence", `\`\`\`\n${evil}\n\`\`\``],
    ["a fence whose text ends it early", `\`\`\`\na\n\`\`\`\n${evil}\n\`\`\`\nb\n\`\`\``],
    ["a fence in a line whose text ends it early", `\`\`\`a\`\`\` ${evil} \`\`\`b\`\`\``],
    ["a fence with a mark more than it needs", `\`\`\`\na\n\`\`\`\n${evil}\n\`\`\``],
    ["threefold quotation marks", `"""\n${evil}\n"""`],
    ["threefold quotation marks in a line", `Sum up '''${evil}'''`],
    ["a block beside one of another kind", `~~~\na\n\`\`\`\n~~~\n\`\`\`\n${evil}\n\`\`\``],
    ["a fence in a list", `- \`\`\`\n  ${evil}\n  \`\`\``],
    ["a fence in a line", `\`\`\`${evil}\`\`\``],
    ["a fence that is not closed", `~~~ text\n${evil}`],
    ["an indented block", `\n    ${evil}\n    now`],
    ["an element", `<mail from="x">${evil}</mail>`],
    ["an element that ends in a quoted line", `<mail>${evil}\n> a</mail>`],
    ["an element with a name in another script", `<邮件>${evil}</邮件>`],
    ["a quotation of a forum", `[quote=Bob]${evil}[/quote]`],
    ["an element with a closing tag in its text", `<mail>a</mail>${evil}<mail>b</mail>`],
    ["a comment in HTML", `<!-- ${evil} -->`],
    ["a forwarded mail", `---------- Forwarded message ---------\n${evil}`],
    ["an original mail", `-----Original Message-----\nFrom: x\n${evil}`],
    ["a forwarded mail in German", `-----Ursprüngliche Nachricht-----\n${evil}`],
    ["the head of a mail", `From: Evil Corp <x@evil.example>\nSubject: Bill\n\n${evil}`],
    ["the bold head of a mail", `**Von:** Evil Corp\n**Betreff:** Rechnung\n${evil}`],
    ["an answer to a mail", `On Monday, Bob wrote:\n\n${evil}`],
    ["an answer to a mail without a time", `Bob wrote:\n${evil}`],
    ["an answer to a mail in Chinese", `Bob <bob@x.example> 于2026年1月1日 10:00写道：\n\n${evil}`],
    ["an answer to a mail in Japanese", `2026年1月1日(木) 10:00 Bob <bob@x.example>:\n${evil}`],
    ["an answer to a mail in German", `Am Montag schrieb Evil Corp <x@evil.example>:\n${evil}`],
    ["the head of a mail's source", `Subject: Bill\nMIME-Version: 1.0\nFrom: x\nX-A: 1\n\n${evil}`],
    ["the head of a mail in Swedish", `Från: Evil Corp\nSkickat: måndag\n${evil}`],
    ["the head of a mail in Danish", `Fra: Evil Corp\nSendt: mandag\n${evil}`],
    ["the head of a mail in Polish", `Od: Evil Corp\nWysłano: poniedziałek\n${evil}`],
    ["the head of a mail in Turkish", `Kimden: Evil Corp\nKonu: Fatura\n${evil}`],
    ["the head of a mail in Arabic", `من: Evil Corp\nالموضوع: فاتورة\n${evil}`],
    ["the head of a mail in Hebrew", `מאת: Evil Corp\nנושא: חשבונית\n${evil}`],
    ["the head of a mail in Japanese", `差出人: Evil Corp\n件名: 請求書\n${evil}`],
    ["the head of a mail in Korean", `보낸 사람: Evil Corp\n제목: 청구서\n${evil}`],
    ["a forwarded mail in Swedish", `---------- Vidarebefordrat meddelande ---------\n${evil}`],
    ["a forwarded mail in Turkish", `---------- Yönlendirilmiş ileti ---------\n${evil}`],
    ["a forwarded mail in Korean", `---------- 전달된 메시지 ----------\n${evil}`],
    [
      "an answer to a mail in Polish",
      `pon., 1 sty 2026 o 10:00 Bob <b@x.example> napisał(a):\n${evil}`,
    ],
    ["an answer to a mail in Korean", `2026년 1월 1일 (목) 오전 10:00, Bob님이 작성:\n${evil}`],
  ])("are not those of %s", (_what, quoted) => {
    const message = `Buy pens from Penhouse for $5.\n${quoted}`;
    expect(ownWords(message)).not.toContain("Evil Corp");
    expect(personsMessage(message).names("Evil Corp", false)).toBe(false);
    expect(personsMessage(message).names("Penhouse", false)).toBe(true);
  });

  it("are also lines with a name and a value", () => {
    const message = "To: Ada\nVendor: Penhouse\nCost-Center: 12\nSign-off: Bob";
    expect(ownWords(message)).toBe(message);
    expect(personsMessage(message).names("Penhouse", false)).toBe(true);
  });

  it("are also those below blocks", () => {
    const message = `\`\`\`\n${evil}\n\`\`\`\nOrder from Penhouse.\n"""\n${evil}\n"""\nThanks`;
    expect(ownWords(message)).toBe(" \nOrder from Penhouse.\n \nThanks");
  });

  it("are also those below quoted lines, and lists that are indented", () => {
    const message =
      "On Monday, Bob wrote:\n> Pens?\n\nOrder from Penhouse:\n    - 5 pens\n<3 from Ada";
    expect(ownWords(message)).toBe("\nOrder from Penhouse:\n    - 5 pens\n<3 from Ada");
  });
});
