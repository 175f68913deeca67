import { libraryBuild } from "../../tools/build/library-build.ts";
import { withoutDescriptions } from "../../tools/build/without-descriptions.ts";

// `build` writes the declarations: editors show the descriptions of the schemas there.
export default libraryBuild({ declarations: false, plugins: [withoutDescriptions()] });
