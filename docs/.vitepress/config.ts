import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type DefaultTheme, type MarkdownRenderer, defineConfig } from "vitepress";
import { anchorOf } from "../../tools/documents/links.ts";
import { type IndexedDocument, readIndex, readRecords } from "../../tools/site/contents.ts";
import { publishTexts } from "../../tools/site/publish-texts.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

// typedoc writes it before VitePress starts.
const apiSidebar = JSON.parse(
  readFileSync(`${root}docs/api/typedoc-sidebar.json`, "utf8"),
) as DefaultTheme.SidebarItem[];

function linkTo({ title, path }: IndexedDocument): DefaultTheme.SidebarItem {
  return { text: title, link: `/${path.replace(/README\.md$/, "").replace(/\.md$/, "")}` };
}

const guides = readIndex(root).map(({ title, documents }) => ({
  text: title,
  items: documents.map(linkTo),
}));
const records = readRecords(root).map(({ title, documents }) => ({
  text: title,
  collapsed: true,
  items: documents.map(linkTo),
}));

const readmeAtEnd = /(^|\/)README\.md$/;

type CoreRule = Parameters<MarkdownRenderer["core"]["ruler"]["push"]>[1];

/** Files that are not pages, and to which pages link. From the root. */
const linkedFiles = new Set(["llms.txt"]);

/** VitePress renames the pages by `rewrites`, and leaves the links to them as they are. */
const toSiteLinks: CoreRule = ({ tokens, env }) => {
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    const href = token.type === "link_open" ? token.attrGet("href") : null;
    if (href === null || /^([a-z]+:|#)/.test(href)) continue;
    const [path = "", anchor] = href.split("#");
    const renamed = path.replace(readmeAtEnd, "$1index.md");
    token.attrSet("href", anchor === undefined ? renamed : `${renamed}#${anchor}`);
    if (/\.md$|\/$/.test(path)) continue;
    // A link with a target is not taken for a page.
    token.attrSet("target", "_self");
    linkedFiles.add(relative(root, join(dirname((env as { path: string }).path), path)));
  }
};

/** The search of the page runs it, so that it must not use anything from outside of its body. */
function guidesFirst(id: string): number {
  return id.startsWith("/docs/api/") ? 0.2 : 1;
}

export default defineConfig({
  title: "Agent Treasury",
  description: "Approved spending for AI agents, enforced in the ledger's commit.",
  srcDir: "..",
  outDir: "../site",
  srcExclude: [
    "**/node_modules/**",
    "**/dist/**",
    "site/**",
    "**/LICENSE.md",
    ".changeset/**",
    ".github/**",
    "packages/*/CHANGELOG.md",
  ],
  rewrites: (path) => path.replace(readmeAtEnd, "$1index.md"),
  markdown: {
    // As on GitHub, except that typedoc links to names with a hyphen.
    anchor: { slugify: (heading) => anchorOf(heading).replaceAll("_", "-") },
    config: (markdown) => markdown.core.ruler.push("site-links", toSiteLinks),
  },
  buildEnd: ({ pages, outDir }) => publishTexts(root, [...pages, ...linkedFiles], outDir),
  cleanUrls: false,
  themeConfig: {
    nav: [
      { text: "Guides", link: "/docs/" },
      { text: "HTTP API", link: "/docs/http-api" },
      { text: "TypeScript API", link: "/docs/api/" },
    ],
    search: {
      provider: "local",
      options: { miniSearch: { searchOptions: { boostDocument: guidesFirst } } },
    },
    sidebar: {
      "/docs/api/": apiSidebar,
      "/": [...guides, ...records],
    },
    outline: "deep",
  },
});
