import type { NextConfig } from "next";
import { workspaceSources } from "../../tools/build/workspace-sources.ts";

/** Only for this repository, which builds the packages from source. Remove it in your app. */
const sources = workspaceSources(import.meta.url);

/** A path prefix for the whole app, such as `/console`. It is fixed at build time. */
const basePath = process.env["NEXT_BASE_PATH"] ?? "";

const config: NextConfig = {
  ...sources,
  basePath,
  env: { NEXT_PUBLIC_BASE_PATH: basePath },
  poweredByHeader: false,
  devIndicators: false,
  // Next buffers the body of a request that `proxy.ts` sees; a page takes none.
  experimental: { ...sources.experimental, proxyClientMaxBodySize: "16kb" },
};
export default config;
