import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { readPublishedPackages } from "../pack-check/published-packages.ts";
import { type IndexedDocument, readIndex, readRecords } from "./contents.ts";

/** The index of the documents in the form of `llms.txt`: what a program reads to find what to read. */
export function llmsText(root: string): string {
  const index = readIndex(root);
  const packages = packageReadmes(root);
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

/** The guides and the packages in one text, for a model that cannot follow links. */
export function llmsFullText(root: string): string {
  const guides = readIndex(root)
    .filter(({ title }) => title !== "Repository")
    .flatMap(({ documents }) => documents);
  const paths = new Set([...guides, ...packageReadmes(root)].map(({ path }) => path));
  const about = "The guides and the packages of Agent Treasury. Each begins with its path.";
  return ["README.md", ...paths]
    .map((path) => `===== ${path} =====\n\n${readFileSync(join(root, path), "utf8").trim()}`)
    .reduce((text, document) => `${text}\n\n${document}`, about)
    .concat("\n");
}

function packageReadmes(root: string): readonly IndexedDocument[] {
  return readPublishedPackages(root).map(({ directory, manifest }) => {
    const path = join(relative(root, directory), "README.md");
    return { title: manifest.name, path, about: firstParagraph(root, path) };
  });
}

function line({ title, path, about }: IndexedDocument): string {
  return `- [${title}](${path})${about === "" ? "" : `: ${about}`}`;
}

/** Relative links keep only their text, because they do not lead anywhere from the index. */
function firstParagraph(root: string, path: string): string {
  const [, paragraph = ""] = readFileSync(join(root, path), "utf8").split(/\n{2,}/);
  const withoutLinks = paragraph.replaceAll(/\[([^\]]+)\]\((?!https?:)[^)]*\)/g, "$1");
  return withoutLinks.replaceAll("\n", " ").trim();
}
