import { libraryBuild } from "../../tools/build/library-build.ts";

// The contract's types and route table travel inside, so that a browser installs no schemas.
export default libraryBuild({ inline: ["@agent-treasury/contract"] });
