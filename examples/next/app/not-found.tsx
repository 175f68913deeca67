import { connection } from "next/server";
import type { ReactNode } from "react";
import { FullPageNotice } from "../components/parts/full-page-notice.tsx";
import { basePath } from "../lib/base-path.ts";

/** Any address that is none of this app's. */
export default async function NotFoundPage(): Promise<ReactNode> {
  // As on the page itself: the policy names a nonce for each request.
  await connection();
  return (
    <FullPageNotice
      title="Page not found"
      words="The API is below /api/service. Its routes are listed at /api/service/openapi.json."
    >
      <a className="button" href={`${basePath}/command`}>
        Open the command centre
      </a>
    </FullPageNotice>
  );
}
