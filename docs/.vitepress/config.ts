import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type DefaultTheme, defineConfig } from "vitepress";
import { type IndexedDocument, readIndex, readRecords } from "../../tools/site/contents.ts";

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

export default defineConfig({
  title: "Agent Treasury",
  // Not a page.
  ignoreDeadLinks: [/LICENSE$/],
  description: "Approved spending for AI agents, enforced in the ledger's commit.",
  srcDir: "..",
  outDir: "../site",
  srcExclude: [
    "**/node_modules/**",
    "**/dist/**",
    "**/LICENSE.md",
    ".changeset/**",
    ".github/**",
    "packages/*/CHANGELOG.md",
  ],
  rewrites: (path) => path.replace(/(^|\/)README\.md$/, "$1index.md"),
  cleanUrls: false,
  themeConfig: {
    nav: [
      { text: "Guides", link: "/docs/" },
      { text: "HTTP API", link: "/docs/http-api" },
      { text: "TypeScript API", link: "/docs/api/" },
    ],
    search: { provider: "local" },
    sidebar: {
      "/docs/api/": apiSidebar,
      "/": [...guides, ...records],
    },
    outline: "deep",
  },
});
