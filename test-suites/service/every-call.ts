import { inputFields, type RouteName, routes } from "@agent-treasury/contract";
import type { TestContext } from "./test-context.ts";

/** Calls that `authenticate` and `authorize` must accept. */
export const authorizedCalls: readonly RouteName[] = (Object.keys(routes) as RouteName[]).filter(
  (name) => routes[name].access === "authorize",
);

const bytes = "AA";
const response = { clientDataJSON: bytes, attestationObject: bytes };

/** Values of required fields, besides those that a schema lists. */
const values: readonly unknown[] = [
  "prop_1",
  1,
  "0".repeat(64),
  "2027-01-01T00:00:00Z",
  {},
  { id: bytes, rawId: bytes, type: "public-key", response },
];

/** Returns a valid request of an operation. It has only the required fields. */
export function smallestInput(name: RouteName): Readonly<Record<string, unknown>> {
  const { input } = routes[name];
  const given: Record<string, unknown> = {};
  const issuesOf = (field: string, value: unknown) =>
    (input.safeParse({ ...given, [field]: value }).error?.issues ?? []).filter(
      ({ path: [at] }) => at === field,
    );
  for (const field of inputFields(name)) {
    const missing = issuesOf(field, undefined);
    if (missing.length === 0) continue;
    const listed = missing.flatMap((issue) => (issue.code === "invalid_value" ? issue.values : []));
    const value = [...listed, ...values].find((one) => issuesOf(field, one).length === 0);
    if (value === undefined) throw new Error(`No value fits \`${field}\` of ${name}. Add one.`);
    given[field] = value;
  }
  input.parse(given);
  return given;
}

/** Asserts that every call that needs access is rejected with this code without effect. */
export async function refusesEveryCall(
  context: TestContext,
  code: "access_not_chosen" | "access_check_failed" | "unauthenticated" | "forbidden",
  extras: { headers?: Readonly<Record<string, string>> } = {},
): Promise<void> {
  for (const name of authorizedCalls) {
    await context.refused(code, name, smallestInput(name), extras);
  }
  context.expect(context.model.requests.length).toBe(0);
  context.expect(context.payments.opened).toEqual([]);
  context.expect(context.machines.calls.filter(({ method }) => method !== "get")).toEqual([]);
  context.expect(await context.ok("readHealth", {})).toEqual({ ok: true });
}
