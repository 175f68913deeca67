import type { MetadataRoute } from "next";
import { basePath } from "../lib/base-path.ts";

/** What a phone installs: the command centre, in a window of its own. */
export default function manifest(): MetadataRoute.Manifest {
  const icons = ["192", "512"].map((size) => ({
    src: `${basePath}/icon-${size}.png`,
    sizes: `${size}x${size}`,
    type: "image/png",
  }));
  return {
    name: "Agent Treasury",
    short_name: "Treasury",
    description: "Approve what an agent may spend, and see each result.",
    start_url: `${basePath}/command`,
    scope: `${basePath}/`,
    display: "standalone",
    background_color: "#f7f7f5",
    theme_color: "#f7f7f5",
    icons: [...icons, ...icons.map((icon) => ({ ...icon, purpose: "maskable" as const }))],
  };
}
