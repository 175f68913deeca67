import { libraryBuild } from "../../tools/build/library-build.ts";

export default libraryBuild({ styleSheet: { base: "src/styles.css", output: "dist/styles.css" } });
