import { writeFile } from "node:fs/promises";
import { makeTypes } from "./make-types.ts";

await writeFile(new URL("../src/api/schema.ts", import.meta.url), await makeTypes());
