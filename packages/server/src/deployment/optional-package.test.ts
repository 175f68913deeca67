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

  it("states that a package without free file descriptors may need a restart", async () => {
    const full = Object.assign(new Error("EMFILE: too many open files"), {
      code: "EMFILE",
      errno: -24,
    });
    const loading = optionalPackage("some-package", "SOMETHING", () => Promise.reject(full));
    await expect(loading).rejects.toThrow(
      "SOMETHING requires the package some-package, which could not be loaded (EMFILE). The next request tries again. If it fails as well, restart the process",
    );
  });

  it("passes on errors of an installed package", async () => {
    const fault = new Error("The package itself is broken.");
    const loading = optionalPackage("some-package", "SOMETHING", () => Promise.reject(fault));
    await expect(loading).rejects.toBe(fault);
  });
});
