import { writeFileSync } from "node:fs";
import { ruleSetJsonSchema } from "../../packages/rules/src/index.ts";

// For editors, in the archive of the package alone.
writeFileSync("rules.schema.json", `${JSON.stringify(ruleSetJsonSchema(), null, 2)}\n`);
