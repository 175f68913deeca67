import {
  type RequestDeclaration,
  type RouteName,
  inputFields,
  routes,
} from "@agent-treasury/contract";
import { expect, it } from "vitest";

/** The address of a route, and what a client has to know of it. */
function routeText(name: RouteName): string {
  const { method, path, idempotencyKey, repeats }: RequestDeclaration = routes[name];
  const fields = inputFields(name);
  const repeated = repeats ?? (idempotencyKey ? null : "never");
  return [
    `${method} ${path}`,
    fields.includes("workspaceId") ? null : "global",
    fields.includes("operator") ? "named" : null,
    method === "POST" ? repeated : null,
  ]
    .filter((term) => term !== null)
    .join(" ");
}

it("matches call-routes.ts; `vitest run -u` on this file writes it", async () => {
  const groups = new Map<string, string>();
  for (const name of Object.keys(routes) as RouteName[]) {
    const [group = "", own] = routes[name].call?.split(".") ?? [];
    const text = JSON.stringify(routeText(name));
    const lines = groups.get(group) ?? "";
    if (group !== "")
      groups.set(group, own === undefined ? text : `${lines}    ${own}: ${text},\n`);
  }
  const fields = [...groups].map(([group, text]) =>
    text.startsWith(" ") ? `  ${group}: {\n${text}  },\n` : `  ${group}: ${text},\n`,
  );
  const text = `// Generated from the contract by call-routes.test.ts with \`-u\`.
import type { CallRoutes } from "./route.ts";

export const callRoutes: CallRoutes = {
${fields.join("")}};
`;
  await expect(text).toMatchFileSnapshot("./call-routes.ts");
});
