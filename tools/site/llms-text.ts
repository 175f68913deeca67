import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readPublishedPackages } from "../pack-check/published-packages.ts";
import { type IndexedDocument, readIndex, readRecords } from "./contents.ts";

/** The index of the documents in the form of `llms.txt`: what a program reads to find what to read. */
export function llmsText(root: string): string {
  const index = readIndex(root);
  const packages = readPublishedPackages(root).map(({ directory, manifest }) => {
    const path = `${directory.slice(root.length + 1)}/README.md`;
    return { title: manifest.name, path, about: firstParagraph(root, path) };
  });
  const openApi = {
    title: "OpenAPI 3.1",
    path: "packages/contract/openapi.json",
    about: "every route of the service, with its schemas and errors.",
  };
  const sections = [
    ...index,
    { title: "Interface", documents: [openApi] },
    { title: "Packages", documents: packages },
    // By the convention, what may be left out where room is short.
    { title: "Optional", documents: readRecords(root).flatMap(({ documents }) => documents) },
  ];
  return [
    "# Agent Treasury",
    `> ${firstParagraph(root, "README.md")}`,
    "TypeScript packages for Node 22.13 and later. An agent can propose a spend and cannot decide one. Amounts in the API are USD as JSON numbers with at most six decimals.",
    ...sections.map(({ title, documents }) => `## ${title}\n\n${documents.map(line).join("\n")}`),
  ]
    .join("\n\n")
    .concat("\n");
}

function line({ title, path, about }: IndexedDocument): string {
  return `- [${title}](${path})${about === "" ? "" : `: ${about}`}`;
}

function firstParagraph(root: string, path: string): string {
  const [, paragraph = ""] = readFileSync(join(root, path), "utf8").split(/\n{2,}/);
  return paragraph.replaceAll("\n", " ").trim();
}
