import { readdirSync, readFileSync } from "node:fs";
import { join, matchesGlob, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readPublishedPackages } from "./published-packages.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const packages = readPublishedPackages(root);
const license = readFileSync(join(root, "LICENSE"), "utf8");

const changesets = JSON.parse(readFileSync(join(root, ".changeset/config.json"), "utf8")) as {
  fixed: string[][];
};

/** Packages that wrap a vendor have their own major versions. */
const vendors = [
  "approvals-chat",
  "approvals-email",
  "approvals-push",
  "approvals-slack",
  "executor-mpp",
  "executor-x402",
  "machines-docker",
  "machines-fly",
  "model-openai",
  "passkeys",
  "payments-stripe",
  "seller-x402",
  "storage-durable-objects",
  "storage-postgres",
  "storage-sqlite",
];

it("finds the packages", () => {
  expect(packages.length).toBeGreaterThan(13);
});

describe.each(packages)("$manifest.name", ({ directory, manifest }) => {
  const text = (file: string): string => readFileSync(join(directory, file), "utf8");

  it("has a license", () => {
    expect([manifest.license, text("LICENSE")]).toEqual(["MIT", license]);
  });

  it("declares its Node version, and is published with provenance", () => {
    const { engines, publishConfig, type, sideEffects } = manifest;
    expect({ engines, publishConfig, type, sideEffects }).toEqual({
      engines: { node: ">=22.13" },
      publishConfig: { access: "public", provenance: true },
      type: "module",
      // Bundlers would drop the import of a style sheet without side effects.
      sideEffects: "./styles.css" in manifest.exports ? ["**/*.css"] : false,
    });
  });

  it("packs no tests, fixtures or snapshots", () => {
    const excluded = (manifest.files ?? []).flatMap((file) =>
      file.startsWith("!") ? [file.slice(1), `${file.slice(1)}/**`] : [],
    );
    const packed = readdirSync(join(directory, "src"), { recursive: true, encoding: "utf8" })
      .map((path) => posix.join("src", path))
      .filter((path) => excluded.every((pattern) => !matchesGlob(path, pattern)));
    expect(packed.length).toBeGreaterThan(0);
    expect(packed.filter((path) => /\.(?:test|fixture)\.|__snapshots__/.test(path))).toEqual([]);
  });

  it("has a README with the common outline", () => {
    const readme = text("README.md");
    expect(readme.startsWith(`# ${manifest.name}\n\n`)).toBe(true);
    const headings = [...readme.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings[0]).toBe("Install");
    expect(headings[1]).toMatch(/^(Use|The smallest real use)$/);
    const ends = headings.filter((heading) => /^(Options|Errors|Related)$/.test(heading ?? ""));
    expect(["Options,Errors,Related", "Errors,Related"]).toContain(ends.join());
    expect(headings.at(-1)).toBe("Related");
  });

  it("has the core's version, or its own if it wraps a vendor", () => {
    const isVendor = vendors.includes(manifest.name.replace("@agent-treasury/", ""));
    expect(changesets.fixed[0]?.includes(manifest.name)).toBe(!isVendor);
  });
});
