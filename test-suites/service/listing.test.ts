import { describe, expect, it } from "vitest";
import { listingOf, requirementsWithoutTest } from "./listing.ts";
import { titleOf } from "./service-test.ts";
import { serviceTests } from "./service-tests.ts";

describe("the suite of the service", () => {
  it("has a test for every requirement", () => {
    expect(requirementsWithoutTest(serviceTests)).toEqual([]);
  });

  it("finds a requirement without a test", () => {
    const without = serviceTests.filter(({ shows }) => !shows.includes("open/restart"));
    expect(requirementsWithoutTest(without)).toContain("open/restart");
  });

  it("gives every test a unique title", () => {
    const titles = serviceTests.map(titleOf);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });

  it("matches test-suites/requirements.md; update it with `vitest run -u` on this file", async () => {
    await expect(listingOf(serviceTests)).toMatchFileSnapshot("../requirements.md");
  });
});
