import type { Feature } from "../../kernel/feature.ts";
import { sessionDocuments } from "./session-records.ts";

export { sessionRecords } from "./session-records.ts";

/** Sessions of a sign-in page. */
export const sessionsFeature: Feature = { name: "sessions", documents: sessionDocuments };
