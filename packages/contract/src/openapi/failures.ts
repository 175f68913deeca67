import { allErrors } from "../error-conditions.ts";
import type { ErrorCode } from "../errors.ts";
import { type RouteName, errorStatus, routeErrors, routes } from "../routes.ts";
import type { JsonSchema } from "./json-schema.ts";
import { schemaReference } from "./schemas.ts";

/** Error codes of one status that operations share. */
interface FailureGroup {
  readonly status: number;
  readonly codes: readonly ErrorCode[];
  readonly operations: readonly RouteName[];
}

/** The error responses of every operation. Shared ones are described once and referenced. */
export interface DescribedFailures {
  /** Responses by name, for the document's components. */
  readonly responses: Record<string, JsonSchema>;
  /** Returns the error responses of an operation, by status. */
  of(operation: RouteName): Record<string, JsonSchema>;
}

/** Describes the error responses of all operations. */
export function describeFailures(): DescribedFailures {
  const names = Object.keys(routes) as RouteName[];
  const groups = new Map<string, FailureGroup>();
  for (const operation of names) {
    for (const [status, codes] of byStatus(operation)) {
      const key = `${status} ${codes.join()}`;
      const { operations = [] } = groups.get(key) ?? {};
      groups.set(key, { status, codes, operations: [...operations, operation] });
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
  return Map.groupBy(routeErrors(operation).toSorted(), (code) => errorStatus(operation, code));
}

/** Names the largest group of a status by the status, the others by their first operation as well. */
function nameGroups(groups: readonly FailureGroup[]): readonly (readonly [string, FailureGroup])[] {
  const largestFirst = groups.toSorted((a, b) => b.operations.length - a.operations.length);
  return groups.map((group) => {
    const plain = `Failure${group.status}`;
    if (group === largestFirst.find(({ status }) => status === group.status)) return [plain, group];
    const [first = ""] = group.operations;
    return [`${plain}Of${first.charAt(0).toUpperCase()}${first.slice(1)}`, group];
  });
}

function failureOf({ status, codes }: FailureGroup): JsonSchema {
  return {
    description: codes.map(describe).join("\n\n"),
    headers: {
      "X-Request-Id": { $ref: "#/components/headers/RequestId" },
      ...(mayRetry(status) && { "Retry-After": { $ref: "#/components/headers/RetryAfter" } }),
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

const errors = allErrors();

function describe(code: ErrorCode): string {
  const { when, remedy } = errors[code];
  return `\`${code}\`: ${when} ${remedy}`;
}

/** Returns true if responses with this status may have a `Retry-After` header. */
function mayRetry(status: number): boolean {
  return status === 409 || status === 429 || status === 503;
}
