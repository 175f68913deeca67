// Makes the documents' site: the guides, the reference of every public entry of every package, the
// reference of the service's interface, and the documents as text for programs. A warning fails it.
import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Application, LogLevel } from "typedoc";
import { readPublishedPackages } from "../pack-check/published-packages.ts";
import { type Document, pageOf } from "../reference-page/page-of.ts";
import { readIndex, readRecords } from "./contents.ts";
import { deadHrefs } from "./dead-hrefs.ts";
import { linkToInterface } from "./link-to-interface.ts";
import { outsideLoads } from "./outside-loads.ts";
import { publicEntries } from "./public-entries.ts";
import { nameByContent } from "./reflections.ts";

const root = fileURLToPath(new URL("../../", import.meta.url)).replace(/\/$/, "");
const site = join(root, "site");
const records = readRecords(root);
const sections = [...readIndex(root), ...records];
const entries = publicEntries(readPublishedPackages(root));
const documents = sections.flatMap((section) => section.documents.map(({ path }) => path));

const app = await Application.bootstrapWithPlugins({
  logLevel: LogLevel.Warn,
  entryPoints: entries.map(({ source }) => source),
  projectDocuments: documents.map((path) => join(root, path)),
  groupOrder: [...sections.map(({ title }) => title), "Modules"],
});
nameByContent(app, { root, sections, records, entries });
linkToInterface(app, "service.html");
const project = await app.convert();
if (project === undefined) throw new Error("The sources could not be read.");
app.validate(project);
await app.generateOutputs(project);

const openApi = JSON.parse(readFileSync(join(root, "packages/contract/openapi.json"), "utf8"));
writeFileSync(join(site, "service.html"), pageOf(openApi as Document));
const packages = readPublishedPackages(root).map(({ directory }) => directory.slice(root.length));
const texts = ["llms.txt", "packages/contract/openapi.json", ...documents];
for (const path of [...texts, ...packages.map((folder) => join(folder, "README.md"))]) {
  mkdirSync(dirname(join(site, path)), { recursive: true });
  copyFileSync(join(root, path), join(site, path));
}

const outside = readdirSync(site, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.(html|css)$/.test(file))
  .flatMap((file) =>
    outsideLoads(readFileSync(join(site, file), "utf8")).map((load) => `${file}: ${load}`),
  );
const dead = deadHrefs(site);
for (const load of outside) console.error(`Loads from elsewhere: ${load}`);
for (const href of dead) console.error(`Leads nowhere: ${href}`);
const { errorCount, warningCount } = app.logger;
if (errorCount + warningCount + outside.length + dead.length > 0) process.exitCode = 1;
else
  console.log(`The site is in ${site}: ${documents.length} documents, ${entries.length} entries.`);
