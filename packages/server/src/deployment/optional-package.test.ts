import { describe, expect, it } from "vitest";
import { isMissingPackageError, optionalPackage } from "./optional-package.ts";

describe("optionalPackage", () => {
  it("reports which package to install, and what requires it", async () => {
    const name = "@agent-treasury/storage-that-is-not-there";
    const loading = optionalPackage(name, "TREASURY_DATABASE_URL=other:…", () => import(name));
    await expect(loading).rejects.toSatisfy(isMissingPackageError);
    await expect(loading).rejects.toThrow(
      `TREASURY_DATABASE_URL=other:… requires the package ${name}, which is not installed. Run: npm install ${name}`,
    );
  });

  it("passes on errors of an installed package", async () => {
    const fault = new Error("The package itself is broken.");
    const loading = optionalPackage("some-package", "SOMETHING", () => Promise.reject(fault));
    await expect(loading).rejects.toBe(fault);
  });
});
