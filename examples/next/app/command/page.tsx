import { connection } from "next/server";
import type { ReactNode } from "react";
import { CommandCentre } from "../../components/command-centre.tsx";

/**
 * The page is the same for everybody and says nothing by itself: what it shows, it asks the service
 * for, which lets in whom it should.
 */
export default async function CommandPage(): Promise<ReactNode> {
  // The policy in `proxy.ts` names a nonce for each request, so the page is not made ahead of them.
  await connection();
  return <CommandCentre />;
}
