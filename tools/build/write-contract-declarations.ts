import { copyFileSync } from "node:fs";
import { resolve } from "node:path";
import { writeContractDeclarations } from "./contract-declarations.ts";

writeContractDeclarations(resolve("dist"));
// The build contains a part of it.
copyFileSync(resolve("node_modules/zod/LICENSE"), resolve("dist/LICENSE-zod"));
