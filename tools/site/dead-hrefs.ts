import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

/** Where pages of a folder lead within it, and nothing is: one for each page and place. */
export function deadHrefs(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".html"))
    .flatMap((file) =>
      hrefsIn(readFileSync(join(folder, file), "utf8"))
        .filter((path) => !existsSync(join(folder, dirname(file), path)))
        .map((path) => `${file}: ${path}`),
    );
}

/** The relative paths that a page links to or loads, without their marks. */
function hrefsIn(page: string): readonly string[] {
  const found = [...page.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, link = ""]) => link);
  const relative = found.filter((link) => link !== "" && !/^(?:[a-z]+:|#|\/\/)/i.test(link));
  const paths = relative.map((link) => link.replaceAll("&amp;", "&").replace(/[?#].*$/s, ""));
  return [...new Set(paths)].map((path) => decodeURIComponent(path));
}
