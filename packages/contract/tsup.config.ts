import { libraryBuild } from "../../tools/build/library-build.ts";
import { requestsOnly } from "../../tools/build/requests-only.ts";

// `build` writes the declarations: editors show the descriptions of the schemas there.
export default libraryBuild({ sharesZod: true, declarations: false, plugins: [requestsOnly()] });
