import type { ReactNode } from "react";
import { FullPageNotice } from "../components/parts/full-page-notice.tsx";
import { basePath } from "../lib/base-path.ts";

/** Any address that is none of this app's. */
export default function NotFoundPage(): ReactNode {
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
