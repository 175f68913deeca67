import type { NextConfig } from "next";
import { workspaceSources } from "../../tools/build/workspace-sources.ts";

/** A path prefix for the whole app, such as `/console`. It is fixed at build time. */
const basePath = process.env["NEXT_BASE_PATH"] ?? "";

const config: NextConfig = {
  basePath,
  env: { NEXT_PUBLIC_BASE_PATH: basePath },
  poweredByHeader: false,
  devIndicators: false,
  // Next buffers the body of a request that `proxy.ts` sees; a page takes none.
  experimental: { proxyClientMaxBodySize: "16kb" },
  // Only for this repository, which builds the packages from source. Remove it in your app.
  ...workspaceSources(import.meta.url),
};
export default config;
