import {
  authenticationRequirements,
  endpointRequirements,
} from "./requirements/endpoint-requirements.ts";
import { errorRequirements, limitRequirements } from "./requirements/error-requirements.ts";
import {
  accessRequirements,
  badInputRequirements,
  openRequirements,
} from "./requirements/open-requirements.ts";
import {
  formulaRequirements,
  resourceRequirements,
  transitionRequirements,
} from "./requirements/resource-requirements.ts";

/** The id of a requirement. */
export type RowId =
  | keyof typeof resourceRequirements
  | keyof typeof formulaRequirements
  | keyof typeof transitionRequirements
  | keyof typeof endpointRequirements
  | keyof typeof authenticationRequirements
  | keyof typeof errorRequirements
  | keyof typeof limitRequirements
  | keyof typeof openRequirements
  | keyof typeof accessRequirements
  | keyof typeof badInputRequirements;

/** A table of requirements. */
export interface RowSection {
  readonly title: string;
  /** The text of each requirement by its id. */
  readonly requirements: Readonly<Partial<Record<RowId, string>>>;
}

/** All requirements, table by table. */
export const rowSections: readonly RowSection[] = [
  { title: "Resources and their fields", requirements: resourceRequirements },
  { title: "Formulas", requirements: formulaRequirements },
  { title: "States and transitions", requirements: transitionRequirements },
  { title: "Endpoints", requirements: endpointRequirements },
  { title: "Authentication, workspaces and events", requirements: authenticationRequirements },
  { title: "Errors", requirements: errorRequirements },
  { title: "Limits", requirements: limitRequirements },
  { title: "Choices where the service API is silent", requirements: openRequirements },
  { title: "Permissions", requirements: accessRequirements },
  { title: "Bad input", requirements: badInputRequirements },
];
