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
      title="There is nothing here"
      words="The page is the command centre. The service is below /api/service, and lists its routes at /api/service/openapi.json."
    >
      <a className="button" href={`${basePath}/command`}>
        Open the command centre
      </a>
    </FullPageNotice>
  );
}
