import { describe, expect, it } from "vitest";
import { adapterConformance } from "../../packages/testing/src/node.ts";

/** The origin of a started app with the route `api/conformance`. */
const origin = process.env["APP_ORIGIN"] ?? "";

adapterConformance(
  { describe, it, expect },
  {
    name: "next start",
    basePath: "/api/conformance",
    start: async () => ({ origin, close: async () => {} }),
  },
);
