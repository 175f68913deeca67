import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { connection } from "next/server";
import type { ReactNode } from "react";
import { CommandCentre } from "../../../components/command-centre.tsx";
import { screenAt } from "../../../lib/screens.ts";

interface CommandPageProps {
  readonly params: Promise<{ readonly screen?: readonly string[] }>;
}

export async function generateMetadata({ params }: CommandPageProps): Promise<Metadata> {
  const screen = screenAt((await params).screen);
  return { title: `${screen?.label ?? "Not found"} · Agent Treasury` };
}

/** One page for every screen. It contains no data: the browser requests it from the service, which checks access. */
export default async function CommandPage({ params }: CommandPageProps): Promise<ReactNode> {
  // The policy in `proxy.ts` names a nonce for each request, so the page cannot be rendered in advance.
  await connection();
  if (screenAt((await params).screen) === null) notFound();
  return <CommandCentre />;
}
