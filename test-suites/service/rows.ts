import { authenticationRows, endpointRows } from "./rows/endpoint-rows.ts";
import { errorRows, limitRows } from "./rows/error-rows.ts";
import { accessRows, badInputRows, openRows } from "./rows/open-rows.ts";
import { formulaRows, resourceRows, transitionRows } from "./rows/resource-rows.ts";

/** The id of a requirement. */
export type RowId =
  | keyof typeof resourceRows
  | keyof typeof formulaRows
  | keyof typeof transitionRows
  | keyof typeof endpointRows
  | keyof typeof authenticationRows
  | keyof typeof errorRows
  | keyof typeof limitRows
  | keyof typeof openRows
  | keyof typeof accessRows
  | keyof typeof badInputRows;

/** A table of requirements. */
export interface RowSection {
  readonly title: string;
  /** The text of each requirement by its id. */
  readonly rows: Readonly<Partial<Record<RowId, string>>>;
}

/** All requirements, table by table. */
export const rowSections: readonly RowSection[] = [
  { title: "Resources and their fields", rows: resourceRows },
  { title: "Formulas", rows: formulaRows },
  { title: "States and transitions", rows: transitionRows },
  { title: "Endpoints", rows: endpointRows },
  { title: "Authentication, workspaces and events", rows: authenticationRows },
  { title: "Errors", rows: errorRows },
  { title: "Limits", rows: limitRows },
  { title: "Choices where the service API is silent", rows: openRows },
  { title: "Permissions", rows: accessRows },
  { title: "Bad input", rows: badInputRows },
];
