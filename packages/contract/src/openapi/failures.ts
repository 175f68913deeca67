import { type ErrorCode, errorCatalogue } from "../errors.ts";
import { routeErrors } from "../route-errors.ts";
import { type RouteName, routes } from "../routes.ts";
import type { JsonSchema } from "./json-schema.ts";
import { schemaReference } from "./json-schemas.ts";

/** Failures of one status, which several operations may have in common. */
interface FailureGroup {
  readonly status: number;
  readonly codes: readonly ErrorCode[];
  readonly operations: readonly RouteName[];
}

/** The failures of every operation: what is common is described once, and pointed to. */
export interface DescribedFailures {
  /** By name, for the document's components. */
  readonly responses: Record<string, JsonSchema>;
  /** The responses of an operation, by status. */
  of(operation: RouteName): Record<string, JsonSchema>;
}

/** Describes what each operation may fail with. */
export function describeFailures(): DescribedFailures {
  const names = Object.keys(routes) as RouteName[];
  const groups = new Map<string, FailureGroup>();
  for (const operation of names) {
    for (const [status, codes] of byStatus(operation)) {
      const { operations = [] } = groups.get(codes.join()) ?? {};
      groups.set(codes.join(), { status, codes, operations: [...operations, operation] });
    }
  }
  const named = nameGroups([...groups.values()]);
  return {
    responses: Object.fromEntries(named.map(([name, group]) => [name, failureOf(group)])),
    of: (operation) =>
      Object.fromEntries(
        named
          .filter(([, { operations }]) => operations.includes(operation))
          .map(([name, { status }]) => [status, { $ref: `#/components/responses/${name}` }]),
      ),
  };
}

function byStatus(operation: RouteName): ReadonlyMap<number, readonly ErrorCode[]> {
  return Map.groupBy(routeErrors(operation).toSorted(), (code) => errorCatalogue[code].status);
}

/** The widest group of a status has its plain name, any other the first of its operations as well. */
function nameGroups(groups: readonly FailureGroup[]): readonly (readonly [string, FailureGroup])[] {
  const widestFirst = groups.toSorted((a, b) => b.operations.length - a.operations.length);
  return groups.map((group) => {
    const plain = `Failure${group.status}`;
    if (group === widestFirst.find(({ status }) => status === group.status)) return [plain, group];
    const [first = ""] = group.operations;
    return [`${plain}Of${first.charAt(0).toUpperCase()}${first.slice(1)}`, group];
  });
}

function failureOf({ status, codes }: FailureGroup): JsonSchema {
  return {
    description: codes.map((code) => `\`${code}\`: ${errorCatalogue[code].remedy}`).join("\n\n"),
    headers: {
      "X-Request-Id": { $ref: "#/components/headers/RequestId" },
      ...(mayWait(status) && { "Retry-After": { $ref: "#/components/headers/RetryAfter" } }),
    },
    content: {
      "application/json": {
        schema: {
          allOf: [
            schemaReference("ErrorBody"),
            { type: "object", properties: { code: { type: "string", enum: codes } } },
          ],
        },
      },
    },
  };
}

/** Whether answers of a status may say when to come back. */
function mayWait(status: number): boolean {
  return status === 409 || status === 429 || status === 503;
}
