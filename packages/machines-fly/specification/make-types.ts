import { readFile } from "node:fs/promises";
import openapiTypescript, { type OpenAPI3, astToString } from "openapi-typescript";

const header = `// Generated from specification/fly-machines-openapi.json by specification/generate.ts: do not edit.
// The specification is Fly.io's, licensed under the Apache License 2.0: see specification/LICENSE.

`;

export async function makeTypes(): Promise<string> {
  const text = await readFile(new URL("fly-machines-openapi.json", import.meta.url), "utf8");
  // The paths are removed because two share one `operationId`, which the generator rejects.
  const specification = { ...(JSON.parse(text) as OpenAPI3), paths: {} };
  return `${header}${astToString(await openapiTypescript(specification))}`;
}
