import type { NextConfig } from "next";
import { workspaceSources } from "../../tools/build/workspace-sources.ts";

/** A prefix under which the whole app lies, such as `/console`; it is fixed when the app is built. */
const basePath = process.env["NEXT_BASE_PATH"] ?? "";

const config: NextConfig = {
  basePath,
  env: { NEXT_PUBLIC_BASE_PATH: basePath },
  poweredByHeader: false,
  devIndicators: false,
  // Next buffers the body of a request that `proxy.ts` sees; a page takes none.
  experimental: { proxyClientMaxBodySize: "16kb" },
  // In this repository only: it takes the packages from their sources. Leave it out in an app of yours.
  ...workspaceSources(import.meta.url),
};
export default config;
