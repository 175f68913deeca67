import type { StandardSchemaV1 } from "@standard-schema/spec";

const maximumIssues = 3;

/** Describes the first validation problems in one sentence. */
export function describeIssues(issues: readonly StandardSchemaV1.Issue[]): string {
  const described = issues.slice(0, maximumIssues).map(({ path, message }) => {
    const where = path?.map((segment) =>
      String(typeof segment === "object" ? segment.key : segment),
    );
    return where === undefined || where.length === 0
      ? message
      : `\`${where.join(".")}\` ${message}`;
  });
  const left = issues.length - described.length;
  return `${described.join("; ")}${left > 0 ? `; and ${left} more` : ""}.`;
}
