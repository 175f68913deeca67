import { connection } from "next/server";
import type { ReactNode } from "react";
import { FullPageNotice } from "../components/full-page-notice.tsx";
import { basePath } from "../lib/base-path.ts";

export default async function NotFoundPage(): Promise<ReactNode> {
  // The policy in `proxy.ts` names a nonce for each request.
  await connection();
  return (
    <FullPageNotice
      title="Page not found"
      text="The API is below /api/service. Its routes are listed at /api/service/openapi.json."
    >
      <a className="at-button" href={`${basePath}/command`}>
        Open the command centre
      </a>
    </FullPageNotice>
  );
}
