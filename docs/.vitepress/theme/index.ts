import type { Theme } from "vitepress";
import { theme as openApiTheme } from "vitepress-openapi/client";
import DefaultTheme from "vitepress/theme";
import "vitepress-openapi/dist/style.css";

const theme: Theme = {
  extends: DefaultTheme,
  enhanceApp: (context) => openApiTheme.enhanceApp(context),
};

export default theme;
