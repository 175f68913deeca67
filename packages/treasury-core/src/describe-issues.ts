import type { StandardSchemaV1 } from "@standard-schema/spec";

const issuesTold = 3;

/** Describes the first validation problems in one sentence. */
export function describeIssues(issues: readonly StandardSchemaV1.Issue[]): string {
  const told = issues.slice(0, issuesTold).map(({ path, message }) => {
    const where = path?.map((segment) =>
      String(typeof segment === "object" ? segment.key : segment),
    );
    return where === undefined || where.length === 0
      ? message
      : `\`${where.join(".")}\` ${message}`;
  });
  const left = issues.length - told.length;
  return `${told.join("; ")}${left > 0 ? `; and ${left} more` : ""}.`;
}
