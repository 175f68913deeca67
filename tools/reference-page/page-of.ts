import { escaped, prose } from "./html.ts";
import { type Schema, fieldRow, fieldTable, typeWords } from "./schema-words.ts";

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface Content {
  readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: { readonly 200: Content } & Readonly<Record<string, unknown>>;
}

/** The part of an OpenAPI document that the page shows. */
export interface Document {
  readonly info: { readonly title: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema & { readonly "x-errors"?: ErrorTable }>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, Content>>;
  };
}

type ErrorTable = Readonly<Record<string, { readonly status: number; readonly remedy: string }>>;

interface PlacedOperation extends Operation {
  readonly address: string;
}

const style = `:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
code{font-family:ui-monospace,monospace;font-size:.9em}table{border-collapse:collapse;width:100%;font-size:.95rem}
th,td{text-align:left;vertical-align:top;padding:.25rem .75rem .25rem 0;border-top:1px solid #8884;overflow-wrap:break-word}th{width:11rem}
section,article{margin-top:2.5rem}article{overflow-x:auto}h3{margin-bottom:0}nav ul{columns:18rem;padding-left:1rem}`;

/** The reference of the service's interface as one page, which loads nothing. */
export function pageOf(document: Document): string {
  const { info, servers, tags, components } = document;
  const operations = operationsOf(document);
  const sections = tags.map(({ name, description }) => {
    const own = operations.filter((operation) => operation.tags.includes(name));
    const articles = own.map((operation) => operationArticle(operation, components));
    return `<section><h2>${prose(description)}</h2>${articles.join("")}</section>`;
  });
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(info.title)}: the service</title><style>${style}</style></head><body>
<h1>${escaped(info.title)}: the service</h1>
<p>${prose(info.description)} Paths begin at <code>${escaped(servers[0]?.url ?? "")}</code>.</p>
<nav aria-label="Operations"><ul>${operations.map(operationLink).join("")}</ul></nav>
${sections.join("\n")}
<section><h2>Schemas</h2>${Object.entries(components.schemas).map(schemaArticle).join("\n")}</section>
<section><h2 id="errors">Errors</h2>${errorTable(components.schemas["ErrorBody"]?.["x-errors"] ?? {})}</section>
</body></html>
`;
}

function operationsOf({ paths }: Document): readonly PlacedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      ...operation,
      address: `${method.toUpperCase()} ${path}`,
    })),
  );
}

function operationLink({ operationId, address }: PlacedOperation): string {
  return `<li><a href="#${operationId}"><code>${escaped(address)}</code></a></li>`;
}

function operationArticle(operation: PlacedOperation, components: Document["components"]): string {
  const { operationId, address, summary, parameters = [], requestBody, responses } = operation;
  const rows = parameters.map((given) => {
    const {
      name,
      in: place,
      required = false,
      description,
      schema,
    } = resolved(given, components.parameters);
    const words = [`In the ${place}.`, description ?? schema.description ?? ""].join(" ");
    return fieldRow(name, required, { ...schema, description: words.trim() });
  });
  const body = requestBody?.content["application/json"]?.schema ?? {};
  const answers = Object.entries(responses[200].content).map(
    ([type, { schema }]) => `<p>Answers <code>${escaped(type)}</code>: ${typeWords(schema)}</p>`,
  );
  const table = rows.length === 0 ? "" : `<table>${rows.join("")}</table>`;
  return `<article id="${operationId}"><h3><code>${escaped(address)}</code></h3>
<p>${prose(summary)}.</p>${table}${fieldTable(body)}${answers.join("")}${failureList(responses, components)}</article>`;
}

/** The codes of an operation's failures, by status. */
function failureList(
  responses: Operation["responses"],
  components: Document["components"],
): string {
  const statuses = Object.entries(responses).filter(([status]) => /^[45]/.test(status));
  const items = statuses.map(([status, response]) => {
    const name = (response as { readonly $ref: string }).$ref.split("/").at(-1) ?? "";
    const schema = components.responses[name]?.content["application/json"]?.schema;
    const codes = schema?.allOf?.flatMap((part) => part.properties?.["code"]?.enum ?? []) ?? [];
    const words = codes.map((code) => `<code>${escaped(code)}</code>`).join(", ");
    return `<li>${status}: ${words}</li>`;
  });
  return `<p>Fails with (see <a href="#errors">what to do</a>):</p><ul>${items.join("")}</ul>`;
}

function resolved(parameter: Parameter, shared: Document["components"]["parameters"]): Parameter {
  return shared[parameter.$ref?.split("/").at(-1) ?? ""] ?? parameter;
}

function schemaArticle([name, schema]: readonly [string, Schema]): string {
  const body = schema.properties === undefined ? `<p>${typeWords(schema)}</p>` : fieldTable(schema);
  return `<article id="${escaped(name)}"><h3>${escaped(name)}</h3>${body}</article>`;
}

function errorTable(errors: ErrorTable): string {
  const rows = Object.entries(errors).map(
    ([code, { status, remedy }]) =>
      `<tr><th scope="row"><code>${escaped(code)}</code></th><td>${status}</td><td>${prose(remedy)}</td></tr>`,
  );
  return `<table>${rows.join("")}</table>`;
}
