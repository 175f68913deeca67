import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { connection } from "next/server";
import type { ReactNode } from "react";
import { CommandPage } from "../../../components/command-page.tsx";
import { demoNames } from "../../../lib/demo-people.ts";
import { screenAt, titleAt } from "../../../lib/screens.ts";

interface PageProps {
  readonly params: Promise<{ readonly screen?: readonly string[] }>;
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  return { title: `${titleAt((await params).screen)} · Agent Treasury` };
}

/** One page for every screen. It contains no data: the browser requests it from the service, which checks access. */
export default async function Page({ params }: PageProps): Promise<ReactNode> {
  // The policy in `proxy.ts` names a nonce for each request, so the page cannot be rendered in advance.
  await connection();
  if (screenAt((await params).screen) === null) notFound();
  return <CommandPage demoNames={demoNames()} />;
}
