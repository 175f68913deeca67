import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { composeTreasury, type TreasuryTerms } from "../../packages/treasury-core/src/domain.ts";

const core = fileURLToPath(new URL("../../packages/treasury-core/src", import.meta.url));

describe("the kinds of documents in the sources of the core", () => {
  it("are declared by features, so that each states what an erasure does with it", () => {
    const { documents } = composeTreasury({} as TreasuryTerms, {});
    const keys = /\bkind: "(?<kind>[a-z_]+)", id\b|\bconst \w*[kK]ind = "(?<named>[a-z_]+)"/g;
    const kinds = globSync("**/*.ts", { cwd: core })
      .filter((path) => !/\.(test|fixture)\.ts$/.test(path))
      .flatMap((path) => [...readFileSync(join(core, path), "utf8").matchAll(keys)])
      .map(({ groups }) => groups?.["kind"] ?? groups?.["named"] ?? "");
    expect(kinds.length).toBeGreaterThan(40);
    const undeclared = new Set(kinds.filter((kind) => !documents.has(kind)));
    // A finding of a rail, and a source of an approval.
    expect([...undeclared].toSorted()).toEqual(["not_moved", "standing"]);
  });
});
