import type { Feature } from "../../kernel/feature.ts";
import { sessionDocuments } from "./session-records.ts";

/** Health, OpenAPI, the deployment's id, and sessions of a sign-in page. */
export const serviceFeature: Feature = { name: "service", documents: sessionDocuments };
