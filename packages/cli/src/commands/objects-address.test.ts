import { expect, it } from "vitest";
import { readObjectsAddress } from "./objects-address.ts";

it("reads the address and the token", () => {
  expect(readObjectsAddress("objects://:a%25b@treasury.example.com")).toEqual({
    url: "https://treasury.example.com",
    token: "a%b",
  });
  expect(readObjectsAddress("sqlite:treasury.db")).toBe(null);
});

it.each(["", ":@", ":100%@", ":%zz@", "//"])("explains the form of %o", (before) => {
  const read = () => readObjectsAddress(`objects://${before}treasury.example.com`);
  expect(read).toThrow("needs the administrator's token, as in objects://");
});
