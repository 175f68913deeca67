import { expect, it } from "vitest";
import { withoutLinks } from "./outside-words.ts";

const joined = "\u2060";

it.each([
  ["a letter", "pay.example"],
  ["a combining mark", "cafe\u0301.example"],
  ["an emoji", "\u{1f4b8}.example"],
  ["a low line", "pay_.example"],
  ["a hyphen", "pay-.example"],
  ["a closing bracket", "pay).example"],
])("an address whose label ends in %s is not a link", (_end, address) => {
  expect(withoutLinks(`See ${address} now`)).toBe(`See ${address.replace(".", `.${joined}`)} now`);
  expect(withoutLinks(address.replace(".example", "@example"))).toContain(`@${joined}example`);
});

it("amounts and ends of sentences stay as they are", () => {
  const text = "It costs $24.00. Paid by 3.5 of 4.";
  expect(withoutLinks(text)).toBe(text);
});
