import { redirect } from "next/navigation";

interface HomePageProps {
  readonly searchParams: Promise<Readonly<Record<string, string | readonly string[] | undefined>>>;
}

/** Messages to approvers link here, with the workspace and the spend in the query. */
export default async function HomePage({ searchParams }: HomePageProps): Promise<never> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(await searchParams)) {
    if (typeof value === "string") query.set(name, value);
  }
  redirect(query.size === 0 ? "/command" : `/command?${query}`);
}
