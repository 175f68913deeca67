import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { errorCatalogue } from "../error-catalogue.ts";
import type { ErrorCode } from "../errors.ts";
import { readOutsideText } from "../outside-text.ts";
import { type RouteName, routeErrors, routes } from "../routes.ts";
import type { OpenApiDocument } from "../service.ts";
import { openApiDocument } from "./document.ts";
import type { JsonSchema } from "./json-schema.ts";

const document = openApiDocument();
const names = Object.keys(routes) as RouteName[];

/** Validates a document with OpenAPI's own schema. */
async function validated(
  candidate: OpenApiDocument,
): Promise<{ valid: boolean; errors?: unknown }> {
  return new Validator().validate(structuredClone(candidate) as Record<string, unknown>);
}

function operationOf(name: RouteName): Record<string, unknown> {
  const { method, path } = routes[name];
  return document.paths[path]?.[method.toLowerCase()] as Record<string, unknown>;
}

function bodyOf(name: RouteName): Record<string, unknown> {
  const { requestBody } = operationOf(name) as {
    requestBody: { content: { "application/json": { schema: Record<string, unknown> } } };
  };
  return requestBody.content["application/json"].schema;
}

function fieldOf(name: RouteName, ...path: readonly string[]): unknown {
  return ["properties", ...path].reduce<unknown>(
    (place, step) => (place as Record<string, unknown>)[step],
    bodyOf(name),
  );
}

/** Returns whether the patterns of a schema refuse a text. */
function forbids({ pattern, allOf = [] }: JsonSchema, text: string): boolean {
  const all = [pattern, ...(allOf as JsonSchema[]).map((one) => one["pattern"])];
  return all.some((one) => one !== undefined && !new RegExp(one as string, "u").test(text));
}

describe("the OpenAPI document", () => {
  it("is valid against the schema of OpenAPI", async () => {
    expect(await validated(document)).toEqual({ valid: true });
  });

  it("is valid with routes of plugins", async () => {
    const route = { summary: "Test", output: { type: "object" } };
    const properties = { itemId: { type: "string" }, count: { type: "integer" } };
    const input = { type: "object", properties, required: ["itemId"] };
    const items = { ...route, input, path: "/plugins/notes/items/{itemId}" };
    const plugins = [
      { ...items, action: "plugin:notes:readItem", method: "GET" },
      { ...items, action: "plugin:notes:writeItem", method: "POST" },
      {
        ...items,
        action: "plugin:notes:receive",
        method: "POST",
        path: "/plugins/notes/a/{b}",
        input: null,
      },
    ] as const;
    const extended = openApiDocument({ plugins });
    expect(await validated(extended)).toEqual({ valid: true });
    expect(Object.keys(extended.paths).length).toBe(Object.keys(document.paths).length + 2);
  });

  it("is invalid when a response has no description", async () => {
    const broken = structuredClone(document);
    const responses = { 200: { content: {} } };
    broken.paths["/health"] = { get: { responses } };
    expect(await validated(broken)).toMatchObject({ valid: false });
  });

  it.each(names)("has %s at the path of its route", (name) => {
    expect(operationOf(name)).toMatchObject({ operationId: name });
  });

  it("has no other operations", () => {
    expect(Object.values(document.paths).flatMap((item) => Object.keys(item))).toHaveLength(
      names.length,
    );
  });

  it("has no dangling references", () => {
    const pointers = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)];
    const dangling = pointers
      .map(([, pointer = ""]) => pointer)
      .filter((pointer) => {
        let place: unknown = document;
        for (const step of pointer.split("/")) place = (place as Record<string, unknown>)[step];
        return place === undefined;
      });
    expect(pointers.length).toBeGreaterThan(20);
    expect(dangling).toEqual([]);
  });

  it("has the bounds that an input schema enforces", () => {
    const schema = bodyOf("runTurn");
    const tooLong = "x".repeat(32_001);
    expect(schema).toMatchObject({
      properties: { message: { type: "string", maxLength: 32_000, pattern: "\\S" } },
      required: ["message"],
    });
    expect(routes.runTurn.input.safeParse({ message: tooLong }).success).toBe(false);
    expect(routes.runTurn.input.safeParse({ message: " " }).success).toBe(false);
  });

  it("has the bounds of amounts, without the decimals that validators compute with doubles", () => {
    const positive = { type: "number", exclusiveMinimum: 0, maximum: 1e9 };
    expect(fieldOf("createProposal", "amountUsd")).toMatchObject(positive);
    expect(fieldOf("decideProposal", "approvedAmountUsd")).toMatchObject(positive);
    expect(fieldOf("addPayee", "amountUsd")).toMatchObject(positive);
    const cents = { type: "number", minimum: 1, maximum: 999_999.99 };
    expect(fieldOf("startDeposit", "amountUsd")).toMatchObject(cents);
    const limit = fieldOf("setBudget", "limits", "properties", "dailySpendCapUsd");
    expect(limit).toMatchObject({ type: "number", minimum: 0, maximum: 1e9 });
    expect(JSON.stringify(document.paths)).not.toContain('"multipleOf"');
    // JSON Schema would be evaluated so.
    expect(Number.isInteger(0.07 / 0.01)).toBe(false);
  });

  it("has the characters that texts must not contain", () => {
    const open: string[] = [];
    const visit = (schema: JsonSchema, place: string): void => {
      const isText =
        schema["type"] === "string" && !["enum", "const", "format"].some((name) => name in schema);
      if (isText && !forbids(schema, "a\u0000b")) open.push(place);
      for (const [name, part] of Object.entries(schema)) {
        if (/^(?:responses|if|then|else|dependentSchemas)$/.test(name)) continue;
        if (typeof part === "object" && part !== null) visit(part as never, `${place}.${name}`);
      }
    };
    for (const name of names) visit(operationOf(name), name);
    expect(open).toEqual([]);
    const vendor = fieldOf("createProposal", "vendor") as JsonSchema;
    const message = fieldOf("runTurn", "message") as JsonSchema;
    for (let code = 0; code <= 0xffff; code += 1) {
      const text = `a${String.fromCharCode(code)}`;
      const { flaw } = readOutsideText(text);
      if (forbids(vendor, text) !== (flaw !== null) || forbids(message, text) !== (code === 0)) {
        expect.fail(`U+${code.toString(16)}`);
      }
    }
  });

  it("has patterns without flags, because JSON Schema has none", () => {
    const flags = new Set<string>();
    const override = ({ zodSchema }: { readonly zodSchema: z.core.$ZodTypes }): void => {
      // oxlint-disable no-underscore-dangle -- Names of zod.
      for (const check of zodSchema._zod.def.checks ?? []) {
        const { pattern } = check._zod.def as { readonly pattern?: RegExp };
        // oxlint-enable no-underscore-dangle
        if (pattern !== undefined) flags.add(pattern.flags);
      }
    };
    for (const { input } of Object.values(routes)) z.toJSONSchema(input, { io: "input", override });
    expect([...flags]).toEqual([""]);
    const { anyOf } = fieldOf("createProposal", "currency") as { readonly anyOf: JsonSchema[] };
    expect(forbids(anyOf[0]!, "USD")).toBe(false);
  });

  it("relates fields that need or exclude each other", () => {
    expect(bodyOf("createStandingApproval")).toMatchObject({
      dependentRequired: { windowMaximumUsd: ["per"], per: ["windowMaximumUsd"] },
      if: { not: { required: ["windowMaximumUsd"] } },
      then: { required: ["count"] },
    });
    const scoped = { then: { properties: { id: false } }, else: { required: ["id"] } };
    expect(bodyOf("freeze")).toMatchObject(scoped);
    expect(bodyOf("unfreeze")).toMatchObject(scoped);
    expect(bodyOf("challengePasskey")).toMatchObject(scoped);
    expect(bodyOf("actOnMachine")).toMatchObject({ then: { required: ["command"] } });
    expect(bodyOf("fetchPaid")).toMatchObject({ then: { required: ["method"] } });
    expect(bodyOf("decideProposal")).toHaveProperty("dependentSchemas.approvedAmountUsd");
  });

  it("describes every operation, and names the credentials that it accepts", () => {
    const schemes = names.map((name) => {
      const { description, security } = operationOf(name);
      expect(description).toMatch(/^[A-Z`].*\.$/);
      expect(description).not.toBe(operationOf(name)["summary"]);
      return [name, security] as const;
    });
    const ofAgents = schemes.filter(([, security]) => JSON.stringify(security)?.includes("agent"));
    expect(ofAgents.map(([name]) => name)).toEqual(
      names.filter((name) => "agents" in routes[name]),
    );
    expect(Object.keys(document.components["securitySchemes"] ?? {})).toEqual([
      "operator",
      "agent",
    ]);
  });

  it("describes every field and parameter", () => {
    const silent: string[] = [];
    const visit = (schema: Record<string, unknown>, place: string): void => {
      for (const [name, field] of Object.entries(schema["properties"] ?? {})) {
        // A constant needs no description, and `true` refers to a field that has one.
        if (field === true || "description" in field || "const" in field) continue;
        silent.push(`${place}.${name}`);
      }
      for (const [name, part] of Object.entries(schema)) {
        // Conditions name fields that are described beside them.
        if (name === "if" || name === "then" || name === "dependentSchemas") continue;
        if (typeof part === "object" && part !== null) visit(part as never, `${place}.${name}`);
      }
    };
    visit(document.components["schemas"] ?? {}, "schemas");
    visit(document.paths, "paths");
    expect(silent).toEqual([]);
    const parameters = names.flatMap((name) => operationOf(name)["parameters"] ?? []) as {
      readonly name?: string;
      readonly schema?: { readonly description?: string };
    }[];
    const unsaid = parameters.filter(({ schema }) => schema && schema.description === undefined);
    expect(unsaid).toEqual([]);
  });

  it("lists the error codes of an operation by status", () => {
    const responses = operationOf("decideProposal")["responses"] as Record<
      string,
      { $ref: string }
    >;
    const listed = Object.entries(responses).filter(([status]) => /^[45]/.test(status));
    const codes = listed.flatMap(([status, { $ref }]) => {
      const response = document.components["responses"]?.[$ref.split("/").at(-1) ?? ""];
      const text = JSON.stringify(response);
      const [, listedCodes = "[]"] = /"enum":(\[.*?\])/.exec(text) ?? [];
      return (JSON.parse(listedCodes) as ErrorCode[]).map((code) => `${status} ${code}`);
    });
    const declared = routeErrors("decideProposal").map(
      (code) => `${errorCatalogue[code].status} ${code}`,
    );
    expect(codes.toSorted()).toEqual(declared.toSorted());
    expect(codes).toContain("409 already_decided");
  });

  it("uses the server URL", () => {
    expect(openApiDocument({ serverUrl: "/money" })["servers"]).toEqual([{ url: "/money" }]);
    expect(document["servers"]).toEqual([{ url: "/api/service" }]);
  });

  it("matches openapi.json; `vitest run -u` on this file writes it", async () => {
    await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot(
      "../../openapi.json",
    );
  });
});
