import { resolve } from "node:path";
import { writeContractDeclarations } from "./contract-declarations.ts";

writeContractDeclarations(resolve("dist"));
