import { type Application, JSX } from "typedoc";

/** Puts a link to the reference of the service's interface above the navigation of every page. */
export function linkToInterface(app: Application, page: string): void {
  app.renderer.hooks.on("pageSidebar.begin", (context) =>
    JSX.createElement(
      "p",
      null,
      JSX.createElement(
        "a",
        { href: context.relativeURL(page) ?? page },
        "The service's interface",
      ),
    ),
  );
}
