import { describe, expect, it } from "vitest";
import { allPages } from "./all-pages.ts";

describe("allPages", () => {
  it("requests the first page without a cursor, then each next one", async () => {
    const requests: (string | undefined)[] = [];
    const pages = [
      { items: [1, 2], cursor: "a" },
      { items: [], cursor: "b" },
      { items: [3], cursor: null },
    ];
    const items = await allPages(({ cursor }) => {
      requests.push(cursor);
      const page = pages[requests.length - 1];
      return page === undefined
        ? Promise.reject(new Error("No more pages."))
        : Promise.resolve(page);
    }, "items");
    expect(items).toEqual([1, 2, 3]);
    expect(requests).toEqual([undefined, "a", "b"]);
  });
});
