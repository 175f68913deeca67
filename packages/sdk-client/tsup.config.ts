import { libraryBuild } from "../../tools/build/library-build.ts";

// Bundles the contract's types and route table, so that browser apps install no schemas.
export default libraryBuild({ inline: ["@agent-treasury/contract"] });
