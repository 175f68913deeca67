import { fileURLToPath } from "node:url";
import { parseSync } from "oxc-parser";
import { describe, expect, it } from "vitest";
import { leftOutWith } from "../../vitest.config.ts";
import { filesWith, testsOf } from "./apply-mutation.ts";
import { readMutations } from "./mutation.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const mutations = readMutations(fileURLToPath(new URL("patches", import.meta.url)));

describe("the mutations of the mutation tests", () => {
  it.each(mutations)(
    "$name applies to the sources and names tests of the usual run",
    (mutation) => {
      for (const { path, before, after } of filesWith(mutation, root)) {
        expect(after).not.toBe(before);
        // A file that no test can load would be taken for one whose tests do not notice.
        const { errors } = parseSync(path, after, { showSemanticErrors: true });
        expect(errors.map(({ message }) => message)).toEqual([]);
      }
      const tests = testsOf(mutation, root);
      expect(tests).toHaveLength(mutation.tests.length);
      expect(tests.filter((test) => leftOutWith({}).includes(test))).toEqual([]);
    },
  );
});
