import { libraryBuild } from "../../tools/build/library-build.ts";

// `build` writes the declarations: editors show the descriptions of the schemas there.
export default libraryBuild({ declarations: false });
